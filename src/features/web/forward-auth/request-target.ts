const TOKEN_PARAMETER = 'token'
/** The characters of a JWT. */
const PLAIN_TOKEN = /^token(?:=[\w.-]*)?$/

/**
 * Returns the target of a request without the parameter `token` of its query. All other bytes are the same, so that the
 * upstream service reads the path that was checked.
 *
 * @example
 * withoutToken('/api/v1/orders?a=1&token=eyJ&b=%20') // '/api/v1/orders?a=1&b=%20'
 */
export function withoutToken(target: string): string {
  const parameters = parametersOf(target)
  const kept = parameters.filter((parameter) => !isToken(parameter))
  if (kept.length === parameters.length) return target
  const path = target.slice(0, target.indexOf('?'))
  return kept.length === 0 ? path : `${path}?${kept.join('&')}`
}

/**
 * Whether a proxy that knows only the literal text `token=` can remove the token from the query: the parameter comes at
 * most once, and neither its name nor its value needs decoding.
 */
export function isTokenRemovable(target: string): boolean {
  const [token, ...others] = parametersOf(target).filter(isToken)
  return others.length === 0 && (token === undefined || PLAIN_TOKEN.test(token))
}

/** Returns the parameters of the query, as they were sent. */
function parametersOf(target: string): string[] {
  const start = target.indexOf('?')
  return start === -1 ? [] : target.slice(start + 1).split('&')
}

/**
 * The name may be encoded: the reader of the token decodes it, and so may an upstream service. Some parsers ignore a
 * question mark at the beginning of the query (`??token=`).
 */
function isToken(parameter: string): boolean {
  const [given = ''] = parameter.split('=', 1)
  const name = given.replaceAll(/%([0-7][\da-f])/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return name.replace(/^\?+/, '') === TOKEN_PARAMETER
}

/** Whether a target consists of visible ASCII characters. Node's parser also accepts a tab in the query. */
export function isSendable(target: string): boolean {
  return /^[!-~]+$/.test(target)
}
