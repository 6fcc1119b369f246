/** The result of a clean-up. */
export interface CleanedUp {
  /** How many rules, roles or users were removed, merged or disabled. */
  readonly done: number
  /** How many are still in the report, because a clean-up is limited. */
  readonly left: number
}
