const NEEDS_QUOTES = /[",\r\n]/
/** Behind the apostrophes that it may have already, so that `originalCell` can tell them from ours. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/

/**
 * One line of CSV after RFC 4180. A cell that a spreadsheet would take for a formula gets an apostrophe in front, which
 * makes it a text: whoever opens an export must not run what somebody put into a name or a remark
 * (`=HYPERLINK("http://…"&A1)`). `originalCell` takes it off again.
 *
 * @example
 * csvLine(['lisa', 'says "hi"', '=1+1']) // 'lisa,"says ""hi""",\'=1+1\r\n'
 */
export function csvLine(fields: readonly string[]): string {
  // A row of one empty field would be an empty line, which readers pass over.
  if (fields.length === 1 && fields[0] === '') return '""\r\n'
  return `${fields.map(cell).join(',')}\r\n`
}

function cell(text: string): string {
  const disarmed = FORMULA.test(text) ? `'${text}` : text
  return NEEDS_QUOTES.test(disarmed) ? `"${disarmed.replaceAll('"', '""')}"` : disarmed
}

/** What a cell was before `csvLine` disarmed it. */
export function originalCell(text: string): string {
  return text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text
}
