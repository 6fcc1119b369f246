/**
 * The places where a formula may begin for any spreadsheet: at the beginning of a field, and after what separates fields or
 * lines. In many countries this is `;` and not the comma, and the spreadsheet then reads `x;"=1+1"` as two cells, with the
 * quotes of the second one. So blanks and quotes may be in front of the formula.
 * Apostrophes may be there too, so that the one that `csvLine` adds can be removed without loss.
 */
const FORMULA = /(?<!')(?='*[=+\-@＝＋－＠])(?<=(?:^|[,;|\t\r\n])["\s]*)|^(?='*[\t\r\n])/g

/**
 * Returns one line of CSV (RFC 4180). What a spreadsheet would run as a formula gets an apostrophe in front, which makes it a
 * text: somebody may have put `=HYPERLINK("http://…"&A1)` into a name.
 *
 * @example
 * csvLine(['lisa', 'says "hi"', '=1+1']) // 'lisa,"says ""hi""",\'=1+1\r\n'
 */
export function csvLine(fields: readonly string[]): string {
  const line = fields.map((field) => quoted(escapeFormula(field))).join(',')
  // A row of one empty field would be an empty line, which readers skip.
  return `${fields.length === 1 && line === '' ? '""' : line}\r\n`
}

function quoted(text: string): string {
  return /[",;|\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function escapeFormula(text: string): string {
  return text.replace(FORMULA, "'")
}
