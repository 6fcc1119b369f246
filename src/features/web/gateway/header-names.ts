/** Returns a regular expression, as text, that matches the names in lower case. */
export function patternOf(names: readonly string[]): string {
  return names.map((name) => name.toLowerCase().replace('*', '.*')).join('|')
}

/** Returns a function that says whether a header, in lower case, has one of the names. */
export function headerMatcher(names: readonly string[]): (name: string) => boolean {
  const pattern = new RegExp(`^(?:${patternOf(names)})$`)
  return names.length === 0 ? () => false : (name) => pattern.test(name)
}
