/**
 * Returns whether a path is spelled as the route was declared: literal text in the same letter case, parameters that are
 * not empty, and no additional slash.
 *
 * @example
 * isSpelledAsRoute('/orders/7', '/orders/:id') // true
 * isSpelledAsRoute('/Orders/7', '/orders/:id') // false
 * isSpelledAsRoute('/orders/', '/orders')      // false
 */
export function isSpelledAsRoute(path: string, route: string): boolean {
  let spelling = spellings.get(route)
  if (!spelling) {
    spelling = spellingOf(route)
    spellings.set(route, spelling)
  }
  return spelling.test(path) || spelling.test(decodeURIComponent(path))
}

/** One entry per route of the app. */
const spellings = new Map<string, RegExp>()

/** The name of a parameter, up to the delimiters of the router. */
const PARAMETER_NAME = /^:[^/(.:?-]+/

/** Returns an expression for the paths of a route. The router itself has checked the regular expressions of parameters. */
function spellingOf(route: string): RegExp {
  let pattern = ''
  let rest = route
  while (rest !== '') {
    const name = PARAMETER_NAME.exec(rest)?.[0]
    if (name !== undefined) {
      rest = withoutRegularExpression(rest.slice(name.length))
      // The router accepts an optional parameter only at the end, together with its slash.
      const isOptional = rest === '?'
      pattern = isOptional ? `${pattern.replace(/\/$/, '')}(?:/[^/]+)?` : `${pattern}[^/]+`
      if (isOptional) rest = ''
    } else if (rest.startsWith('*')) {
      pattern += '.*'
      rest = rest.slice(1)
    } else {
      // The router reads "::" as a colon.
      const isColon = rest.startsWith('::')
      pattern += rest.slice(0, 1).replace(/[\\^$.*+?()[\]{}|]/, '\\$&')
      rest = rest.slice(isColon ? 2 : 1)
    }
  }
  return new RegExp(`^${pattern}$`, 's')
}

/** Removes a regular expression in parentheses from the start of a text. */
function withoutRegularExpression(text: string): string {
  if (!text.startsWith('(')) return text
  let depth = 0
  for (let index = 0; index < text.length; index++) {
    const character = text[index]
    if (character === '\\') index++
    else if (character === '(') depth++
    else if (character === ')' && --depth === 0) return text.slice(index + 1)
  }
  return ''
}
