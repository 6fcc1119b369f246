const GUID_BYTES = 16

/**
 * Returns the id of an entry that never changes, as a text in lower case. Active Directory's `objectGUID` is binary: it is
 * shown as its tools show it. Returns undefined if the value cannot be an id.
 */
export function subjectOf(attribute: string, value: Buffer): string | undefined {
  if (isObjectGuid(attribute)) return value.length === GUID_BYTES ? guidText(value) : undefined
  const text = value.toString('utf8')
  return /^[\x21-\x7e]{1,255}$/.test(text) ? text.toLowerCase() : undefined
}

/** The first three groups of a GUID have the byte order of Intel processors. */
function guidText(bytes: Buffer): string {
  const hex = (part: Buffer) => part.toString('hex')
  const reversed = (start: number, end: number) => hex(Buffer.from(bytes.subarray(start, end)).reverse())
  return [
    reversed(0, 4),
    reversed(4, 6),
    reversed(6, 8),
    hex(bytes.subarray(8, 10)),
    hex(bytes.subarray(10)),
  ].join('-')
}

/** Returns what the directory compares an id with: the bytes of a GUID for `objectGUID`, the text itself otherwise. */
export function subjectValue(attribute: string, subject: string): Buffer {
  if (!isObjectGuid(attribute)) return Buffer.from(subject)
  const bytes = Buffer.from(subject.replaceAll('-', ''), 'hex')
  return Buffer.concat([
    Buffer.from(bytes.subarray(0, 4)).reverse(),
    Buffer.from(bytes.subarray(4, 6)).reverse(),
    Buffer.from(bytes.subarray(6, 8)).reverse(),
    bytes.subarray(8),
  ])
}

/** Only Active Directory has this attribute. */
export function isObjectGuid(attribute: string): boolean {
  return attribute.toLowerCase() === 'objectguid'
}
