/** Returns a value as it is written in a search filter (RFC 4515). The client library decodes escapes of ASCII only. */
export function escapedFilterValue(value: string): string {
  return value.replaceAll(
    /[*()\\\0]/g,
    (character) => `\\${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  )
}

/**
 * Returns the filter of a setting with values instead of its placeholders. Each value is escaped, so it cannot change the
 * filter.
 *
 * @example
 * filledFilter('(uid={username})', { username: 'a*' })  // '(uid=a\\2a)'
 */
export function filledFilter(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    return value === undefined ? placeholder : escapedFilterValue(value)
  })
}

/** A comparison of the username with an attribute in a filter, such as `(mail={username}@example.com)`. */
export interface NameComparison {
  readonly attribute: string
  readonly value: string
}

/** Returns the comparisons of a filter with the username. */
export function nameComparisons(template: string): NameComparison[] {
  const found = template.matchAll(/\(([a-z][\w-]*)(?::[\w.-]+:)?=([^()*]*\{username\}[^()*]*)\)/gi)
  return [...found].map(([, attribute = '', value = '']) => ({ attribute, value }))
}
