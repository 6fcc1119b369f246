import type { RefusalGroupPage, StoredRefusalGroup } from '../../authorization/explain/refusal-list.store.ts'
import type { Call } from '../../authorization/permission/call.ts'
import { type NeededCall, Refusal } from '../../foundation/refusal/refusal.ts'
import type { Access, Subject } from '../access-check.ts'

/** Refused requests with the same reason, role, method and route. */
export interface RefusalGroup {
  readonly reason: string
  /** The role in the tokens; absent for requests without a valid token. */
  readonly roleKey?: string
  readonly method: string
  /** The declared path of the route, or the path with `:id` in place of ids. */
  readonly route: string
  /** The number of requests. */
  readonly count: number
  /** The number of users who sent them. */
  readonly users: number
  /** The newest request. */
  readonly newest: {
    readonly requestId: string
    readonly refusedAt: string
    readonly path: string
    /** Present if the policy allowed the request, and its handler required the permission for this call too. */
    readonly needed?: NeededCall
  }
  /**
   * Present if the permission was denied: whether the role may make the newest request, or the needed call, now (`allowed`), or
   * a rule would allow it (`missing-rule`).
   */
  readonly now?: 'allowed' | 'missing-rule'
}

/** Decides about a call of a role. The search for similar rules is left out: a page has many groups. */
type CheckAccess = (subject: Subject, call: Call) => Promise<Pick<Access, 'allowed' | 'missingRule'>>

/** Returns a page of groups, each with whether a rule would allow its newest request. */
export async function describeGroups<Page extends Pick<RefusalGroupPage, 'list'>>(
  page: Page,
  checkAccess: CheckAccess,
): Promise<Omit<Page, 'list'> & { readonly list: readonly RefusalGroup[] }> {
  const list: RefusalGroup[] = []
  for (const group of page.list) list.push(await describe(group, checkAccess))
  return { ...page, list }
}

async function describe(
  { newest, roleKey, pattern, ...group }: StoredRefusalGroup,
  checkAccess: CheckAccess,
): Promise<RefusalGroup> {
  const { requestId, refusedAt, method, path, needed } = newest
  const now =
    group.reason === 'permission-denied' && roleKey !== ''
      ? await stateOf({ roleKey }, needed ?? { method, path }, checkAccess)
      : undefined
  return {
    ...group,
    ...(roleKey === '' ? {} : { roleKey }),
    route: pattern,
    newest: { requestId, refusedAt: new Date(refusedAt).toISOString(), path, ...(needed ? { needed } : {}) },
    ...(now === undefined ? {} : { now }),
  }
}

async function stateOf(subject: Subject, call: Call, checkAccess: CheckAccess): Promise<RefusalGroup['now']> {
  try {
    const { allowed, missingRule } = await checkAccess(subject, call)
    if (allowed) return 'allowed'
    return missingRule === undefined ? undefined : 'missing-rule'
  } catch (error) {
    // The role was deleted, or no rule can allow the call, such as one with an unusual method.
    if (!(error instanceof Refusal)) throw error
    return undefined
  }
}
