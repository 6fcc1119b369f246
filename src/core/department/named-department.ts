/** A department that a setting names. */
export interface NamedDepartment {
  /** The setting, with the provider if there are several. */
  readonly key: string
  readonly deptId: number
}

/** Returns the departments that the mappings of a setting name, each once. */
export function namedDepartments(
  key: string,
  mappings: readonly { readonly department: number }[],
): readonly NamedDepartment[] {
  const ids = new Set(mappings.map(({ department }) => department))
  return [...ids].map((deptId) => ({ key, deptId }))
}
