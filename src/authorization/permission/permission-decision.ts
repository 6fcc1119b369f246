/** The first decision of the permission check about a call. */
export interface PermissionDecision {
  readonly roleKey: string
  readonly method: string
  /** The path as it was sent, without the query. */
  readonly path: string
  /** The path of the route as it was declared, such as `/api/v1/orders/:id`; undefined if it is not known. */
  readonly route: string | undefined
  readonly allowed: boolean
}
