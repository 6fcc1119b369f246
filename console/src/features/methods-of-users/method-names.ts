/** Returns the names of login methods as a list. A method of a newer service has its own name. */
export function methodNames(methods: readonly string[], names: Readonly<Record<string, string>>): string {
  return methods.map((method) => names[method] ?? method).join(', ')
}
