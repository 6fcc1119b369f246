/** The checks that `protect` has put in front of handlers. */
const checks = new WeakSet<object>()

/** Marks a handler as the check of a protected route, so that lists of open routes can leave the route out. */
export function markAsCheck<Handler extends object>(check: Handler): Handler {
  checks.add(check)
  return check
}

export function isCheck(handler: object): boolean {
  return checks.has(handler)
}
