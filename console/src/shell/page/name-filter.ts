/**
 * The value of a log's name filter that selects exactly this name. Without the backslash, a name that ends with an asterisk
 * would select all names that begin with the text before it.
 */
export function exactName(name: string): string {
  return name.endsWith('*') ? `${name.slice(0, -1)}\\*` : name
}

/** Returns the beginning that a value of a log's name filter selects; undefined if it selects one name. */
export function beginningOf(value: string): string | undefined {
  return value.endsWith('*') && !value.endsWith('\\*') ? value.slice(0, -1) : undefined
}

/** Returns the name that a value of a log's name filter selects exactly. */
export function nameOf(value: string): string {
  return value.endsWith('\\*') ? `${value.slice(0, -2)}*` : value
}
