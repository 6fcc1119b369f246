/** The methods that a rule can name. `*` means every method. */
export const METHODS: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
export const ANY_METHOD = '*'

/**
 * Returns what is wrong with the method of a rule and what to write instead, or nothing if it is valid.
 *
 * @example
 * findMethodProblem('GET')  // undefined
 * findMethodProblem('HEAD') // 'the method "HEAD" cannot be used: write "GET", which covers it'
 */
export function findMethodProblem(text: string): string | undefined {
  if (text === ANY_METHOD || METHODS.includes(text)) return undefined
  const advice = adviceFor(text.trim().toUpperCase())
  return `the method ${JSON.stringify(text.slice(0, 32))} cannot be used: ${advice}`
}

function adviceFor(upperCase: string): string {
  if (upperCase === 'HEAD') return 'write "GET", which covers it'
  if (upperCase === ANY_METHOD || METHODS.includes(upperCase)) return `write "${upperCase}"`
  return `write one of ${METHODS.join(', ')}, or "*" for every method`
}

/** Returns the method that permission is checked for. `HEAD` is `GET` without the response body. */
export function effectiveMethod(method: string): string {
  return method === 'HEAD' ? 'GET' : method
}

/** Returns whether some request matches both methods. */
export function methodsOverlap(a: string, b: string): boolean {
  return a === ANY_METHOD || b === ANY_METHOD || effectiveMethod(a) === effectiveMethod(b)
}
