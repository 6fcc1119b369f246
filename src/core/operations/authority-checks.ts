import { Refusal } from '../../platform/refusal/refusal.ts'
import type { ResolvedScope } from '../data-scope/resolve-scope.ts'
import type { PolicyRule } from '../permission/policy-rule.ts'
import type { Role } from '../role/role.ts'
import type { UserData } from '../user/list/user-batch.store.ts'

/**
 * What an operator may grant: nobody can grant more than they have. Each function throws a refusal for anything beyond that. What
 * is granted has no end, so that an operator whose role ends also needs the authority of the role without an end.
 */
export interface Authority extends AuthorityChecks {
  /** The authority of the role that the operator has now, for what grants nothing: finding, disabling, ending, removing. */
  readonly current: AuthorityChecks
  /** Returns the authority for what ends at this time: what ends after the operator's role needs as much as what has no end. */
  until(end: number): AuthorityChecks
}

/** The checks of an authority. */
export interface AuthorityChecks {
  /** The operator's own department, which a new user gets by default; 0 for none. */
  readonly ownDepartment: number
  /** Returns the users and departments that the operator may see and change. */
  scope(): Promise<ResolvedScope>
  /** Checks rules that are added or removed. */
  assertMayChangeRules(rules: readonly PolicyRule[]): Promise<void>
  /** Checks a role that may be assigned to some user. */
  assertMayAssignRole(role: Role): Promise<void>
  /** Checks a user before or after a change: the department, the role, and the data that the user may see. */
  assertMayManageUser(user: UserToCheck): Promise<void>
  /** Checks a change that concerns the users of all departments. */
  requireAllData(): Promise<void>
  /** Checks a call that the operator must be permitted to make, in addition to the one of the request. */
  assertMayCall(call: { readonly method: string; readonly path: string }): Promise<void>
  /** Checks a role that is changed or deleted. */
  assertMayChangeRole(role: Role): Promise<void>
}

/** What decides about the data of a user. The id is missing for a new user. */
export type UserToCheck = UserData & { readonly userId?: number }

/** Returns the authority of an operator whose role has no end. */
export function withoutEnd(checks: AuthorityChecks): Authority {
  return { ...checks, current: checks, until: () => checks }
}

interface EndingRole {
  readonly userId: number
  /** When the role ends, in the time of the database. */
  readonly end: number
  /** Returns the checks of the role without an end. Throws if it does not permit the call. */
  readonly permanent: () => Promise<AuthorityChecks>
}

/**
 * Returns the authority of an operator whose role ends. What has no end must be possible with the role without an end too: it would
 * otherwise outlast the rights with which it was granted.
 */
export function limitedByEnd(current: AuthorityChecks, { userId, end, permanent }: EndingRole): Authority {
  const ends = () => new Refusal('own-role-ends', { until: new Date(end).toISOString() })

  async function ofPermanent<T>(use: (checks: AuthorityChecks) => Promise<T>): Promise<T> {
    try {
      return await use(await permanent())
    } catch (error) {
      throw error instanceof Refusal ? ends() : error
    }
  }

  /** The current role is asked first: its refusal says more. */
  const byBoth =
    <Subject>(check: (checks: AuthorityChecks, subject: Subject) => Promise<void>) =>
    async (subject: Subject): Promise<void> => {
      await check(current, subject)
      await ofPermanent((checks) => check(checks, subject))
    }

  const lasting: AuthorityChecks = {
    ownDepartment: current.ownDepartment,
    async scope() {
      return intersectionOf(await current.scope(), await ofPermanent((checks) => checks.scope()))
    },
    assertMayChangeRules: byBoth((checks, rules) => checks.assertMayChangeRules(rules)),
    assertMayAssignRole: byBoth((checks, role) => checks.assertMayAssignRole(role)),
    async assertMayManageUser(user) {
      await current.assertMayManageUser(user)
      // The own role is no grant, and other checks keep it from being changed.
      if (user.userId !== userId) await ofPermanent((checks) => checks.assertMayManageUser(user))
    },
    async requireAllData() {
      await current.requireAllData()
      await ofPermanent((checks) => checks.requireAllData())
    },
    assertMayCall: byBoth((checks, call) => checks.assertMayCall(call)),
    assertMayChangeRole: byBoth((checks, role) => checks.assertMayChangeRole(role)),
  }
  return { ...lasting, current, until: (wanted) => (wanted > end ? lasting : current) }
}

function intersectionOf(one: ResolvedScope, other: ResolvedScope): ResolvedScope {
  if (one.kind === 'all' || other.kind === 'none') return other
  if (other.kind === 'all' || one.kind === 'none') return one
  const departments = one.departments.filter((id) => other.departments.includes(id))
  // Both are scopes of the same user.
  const userId = one.userId ?? other.userId
  return { kind: 'some', departments, ...(userId === undefined ? {} : { userId }) }
}
