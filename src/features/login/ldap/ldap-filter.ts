/** Returns a value as it is written in a search filter (RFC 4515). The client library decodes escapes of ASCII only. */
function escapedFilterValue(value: string): string {
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
