/** What an action means to those who review changes, besides what its entry says. */
export interface AuditedAction {
  /** The thing is new. The field with its id, which the database assigns. */
  readonly creates?: string
  /** Something new belongs to the thing. The field with its id, which the database assigns. */
  readonly adds?: string
  /** The user gets the rights of the role. */
  readonly grants?: true
  /** The user gets or loses what a login requires. */
  readonly changesCredentials?: true
  readonly removesSecondFactor?: true
  /** The user gains nothing. */
  readonly givesNothing?: true
  /** The user may have been enabled. */
  readonly enables?: true
  /** The users in `before` are disabled. */
  readonly disablesUsers?: true
}
