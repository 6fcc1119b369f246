/** What a clean-up applies to: some items of a report, or explicitly all of them, up to the limit of a clean-up. */
export type CleanUpSelection<T> = 'all' | readonly T[]

/** The result of a clean-up. */
export interface CleanedUp {
  /** How many rules, roles or users were removed, merged or disabled. */
  readonly done: number
  /** How many are still in the report, because a clean-up is limited. */
  readonly left: number
}
