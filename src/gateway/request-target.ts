const TOKEN_PARAMETER = 'token'

/**
 * Returns the target of a request without the parameter `token` of its query. All other bytes are the same, so that the
 * upstream service reads the path that was checked.
 *
 * @example
 * withoutToken('/api/v1/orders?a=1&token=eyJ&b=%20') // '/api/v1/orders?a=1&b=%20'
 */
export function withoutToken(target: string): string {
  const start = target.indexOf('?')
  if (start === -1) return target
  const parameters = target.slice(start + 1).split('&')
  const kept = parameters.filter((parameter) => !isToken(parameter))
  if (kept.length === parameters.length) return target
  const path = target.slice(0, start)
  return kept.length === 0 ? path : `${path}?${kept.join('&')}`
}

/** The name may be encoded: the reader of the token decodes it, and so may an upstream service. */
function isToken(parameter: string): boolean {
  const end = parameter.indexOf('=')
  const name = end === -1 ? parameter : parameter.slice(0, end)
  if (name === TOKEN_PARAMETER) return true
  if (!name.includes('%')) return false
  return (
    name.replaceAll(/%([0-7][\da-f])/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    ) === TOKEN_PARAMETER
  )
}

/** Whether a target consists of visible ASCII characters. Node's parser also accepts a tab in the query. */
export function isSendable(target: string): boolean {
  return /^[!-~]+$/.test(target)
}
