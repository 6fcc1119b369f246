/** The columns of a table of the app that decide who may see a row. */
export interface ScopeColumns {
  /** The column with the department of a row, such as `orders.dept_id`. */
  readonly department: string
  /** The column with the user who owns a row, such as `orders.created_by`. */
  readonly owner: string
}

const COLUMN = /^(?:[A-Za-z_][A-Za-z0-9_]{0,62}\.){0,2}[A-Za-z_][A-Za-z0-9_]{0,62}$/

/** Throws unless both are names of columns. They become part of SQL texts. */
export function assertColumns({ department, owner }: ScopeColumns): void {
  for (const [field, name] of Object.entries({ department, owner })) {
    if (typeof name !== 'string' || !COLUMN.test(name))
      throw new TypeError(
        `dataScope: ${field} must be the name of a column, such as orders.dept_id, but it is ${JSON.stringify(name)}`,
      )
  }
  // By their names in a row, which has no names of tables: one value would be both the department and the owner.
  if (propertyOf(department) === propertyOf(owner))
    throw new TypeError('dataScope: department and owner must be different columns')
}

/** Returns the name of a column without its table: the name of the property in a row. */
export function propertyOf(column: string): string {
  return column.slice(column.lastIndexOf('.') + 1)
}
