import type { InputProblem, LocalizedText } from '../../refusal/refusal.ts'

/** The methods that a rule can name. `*` means every method. */
export const METHODS: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
export const ANY_METHOD = '*'

/**
 * Returns what is wrong with the method of a rule and what to write instead, or nothing if it is valid.
 *
 * @example
 * findMethodProblem('GET')  // undefined
 * findMethodProblem('HEAD') // { en: 'the method "HEAD" cannot be used: write "GET", which covers it', … }
 */
export function findMethodProblem(text: string): InputProblem | undefined {
  if (text === ANY_METHOD || METHODS.includes(text)) return undefined
  const { en, zh } = adviceFor(text.trim().toUpperCase())
  const quoted = JSON.stringify(text.slice(0, 32))
  return {
    field: 'method',
    en: `the method ${quoted} cannot be used: ${en}`,
    zh: `方法 ${quoted} 无法使用：${zh}`,
  }
}

function adviceFor(upperCase: string): LocalizedText {
  if (upperCase === 'HEAD') return { en: 'write "GET", which covers it', zh: '请写“GET”，它包含此方法' }
  if (upperCase === ANY_METHOD || METHODS.includes(upperCase)) {
    return { en: `write "${upperCase}"`, zh: `请写“${upperCase}”` }
  }
  return {
    en: `write one of ${METHODS.join(', ')}, or "*" for every method`,
    zh: `请写 ${METHODS.join('、')} 之一，所有方法请写“*”`,
  }
}

/** Returns the method that permission is checked for. `HEAD` is `GET` without the response body. */
export function effectiveMethod(method: string): string {
  return method === 'HEAD' ? 'GET' : method
}

/** Returns the methods for the header `Allow`. Every route for `GET` also handles `HEAD`. */
export function allowedMethods(methods: readonly string[]): string[] {
  return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))].sort()
}

/** Returns whether some request matches both methods. */
export function methodsOverlap(a: string, b: string): boolean {
  return a === ANY_METHOD || b === ANY_METHOD || effectiveMethod(a) === effectiveMethod(b)
}
