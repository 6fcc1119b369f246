/** Headers of a single connection (RFC 9110, 7.6.1). A proxy does not forward them. */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authentication-info',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Returns the names of the headers that are not forwarded: the standard ones and those that `Connection` lists. */
export function hopByHopHeaders(rawHeaders: readonly string[]): ReadonlySet<string> {
  const listed: string[] = []
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() === 'connection')
      listed.push(...namesIn(rawHeaders[index + 1] ?? ''))
  }
  const others = listed.filter((name) => !HOP_BY_HOP.has(name) && !isKept(name))
  return others.length === 0 ? HOP_BY_HOP : new Set([...HOP_BY_HOP, ...others])
}

/** Returns the names in a `Connection` header. */
function namesIn(connection: string): string[] {
  return connection.split(',').map((name) => name.trim().toLowerCase())
}

/** Options that are not names of headers, and the length, without which the message would be read differently. */
function isKept(name: string): boolean {
  return name === 'close' || name === '' || name === 'content-length'
}
