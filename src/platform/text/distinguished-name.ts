const MAX_DN_LENGTH = 4096

/**
 * Returns a form of a distinguished name (RFC 4514) in which equal names are equal texts: without optional spaces, in lower
 * case, and with the same escapes. Returns undefined for a text that is not a distinguished name.
 *
 * @example
 * dnKey('CN=Ops\\2C Berlin, DC=example') === dnKey('cn=ops\\, berlin,dc=Example')
 */
export function dnKey(dn: string): string | undefined {
  if (dn.trim() === '' || dn.length > MAX_DN_LENGTH) return undefined
  const rdns = splitUnescaped(dn, /[,;]/).map(rdnKey)
  return rdns.includes(undefined) ? undefined : rdns.join(',')
}

/** An RDN may have several values (`cn=a+uid=b`), whose order has no meaning. */
function rdnKey(rdn: string): string | undefined {
  const pairs = splitUnescaped(rdn, /\+/).map(pairKey)
  return pairs.includes(undefined) ? undefined : pairs.sort().join('+')
}

function pairKey(pair: string): string | undefined {
  const found = /^\s*(?:OID\.)?([a-z][\w-]*|\d+(?:\.\d+)+)\s*=(.*)$/is.exec(pair)
  const [, type, given] = found ?? []
  if (type === undefined || given === undefined) return undefined
  const value = unescapedValue(trimmedValue(given))
  if (value === undefined) return undefined
  return `${type.toLowerCase()}=${escapedDnValue(value.replaceAll(/ +/g, ' ').toLowerCase())}`
}

/** Removes the spaces around a value. A space at the end that is escaped belongs to the value. */
function trimmedValue(value: string): string {
  const start = value.trimStart()
  const trimmed = start.trimEnd()
  const backslashes = /\\*$/.exec(trimmed)?.[0].length ?? 0
  return backslashes % 2 === 1 && trimmed.length < start.length ? `${trimmed} ` : trimmed
}

function unescapedValue(value: string): string | undefined {
  const quotedText = /^"(.*)"$/s.exec(value)?.[1]
  const text = quotedText ?? value
  const parts: Buffer[] = []
  for (const [part] of text.matchAll(/\\[\da-f]{2}|\\.|[^\\]+|\\/gis)) {
    if (part === '\\') return undefined
    if (/^\\[\da-f]{2}$/i.test(part)) parts.push(Buffer.from(part.slice(1), 'hex'))
    else parts.push(Buffer.from(part.startsWith('\\') ? part.slice(1) : part))
  }
  return Buffer.concat(parts).toString('utf8')
}

/** Returns a text as the value of an RDN, with the characters escaped that have a meaning in distinguished names. */
export function escapedDnValue(value: string): string {
  return value
    .replaceAll(/["+,;<>\\=]/g, (character) => `\\${character}`)
    .replaceAll('\0', '\\00')
    .replace(/^[ #]/, (character) => `\\${character}`)
    .replace(/ $/, '\\ ')
}

/** Splits at separators that are neither escaped nor in quotation marks. */
function splitUnescaped(text: string, separator: RegExp): string[] {
  const parts = ['']
  let isQuoted = false
  for (const [part] of text.matchAll(/\\.|[^\\]|\\/gs)) {
    if (part === '"') isQuoted = !isQuoted
    if (!isQuoted && part.length === 1 && separator.test(part)) parts.push('')
    else parts[parts.length - 1] += part
  }
  return parts
}
