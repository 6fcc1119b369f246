/** Returns whether the header `Accept-Encoding` contains an encoding. */
export function acceptsEncoding(acceptEncoding = '', name: string): boolean {
  return acceptEncoding.split(',').some((part) => {
    const [encoding = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    return encoding === name && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })
}
