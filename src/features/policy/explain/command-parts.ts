import type { FindRoute } from '../../../core/check/routes/route-registry.ts'
import type { Call } from '../../../core/permission/call.ts'
import type { ExclusionList } from '../../../core/permission/exclusion-list.ts'
import { createPermission } from '../../../core/permission/permission.ts'
import type { PolicyStore } from '../../../core/permission/policy.store.ts'
import { createPolicyIndex } from '../../../core/permission/policy-index.ts'
import type { PolicyRule } from '../../../core/permission/policy-rule.ts'
import type { RoleStore } from '../../../core/role/role.store.ts'
import type { ServiceContext } from '../../../core/service/context.ts'
import type { SessionStore } from '../../../core/session/session.store.ts'
import { userOfToken } from '../../../core/session/token-subject.ts'
import { ALL_USERS } from '../../../core/user/list/user-scope.ts'
import type { UserStore } from '../../../core/user/user.store.ts'
import type { UsageStore } from '../usage/usage.store.ts'
import { type Access, type AskedSubject, checkAccess } from './access-check.ts'
import type { RefusalStore } from './refusal.store.ts'
import { findRefusals, type RefusalQuestion } from './refusal-lookup.ts'

interface Parts extends Pick<ServiceContext, 'settings'> {
  readonly users: UserStore
  readonly roles: RoleStore
  readonly policyStore: PolicyStore
  readonly sessionStore: SessionStore
  readonly usage: UsageStore
  readonly refusals: RefusalStore
  readonly exclusionList: ExclusionList
}

/** Creates what commands use to explain decisions. They read the policy from the database. */
export function createExplainCommandParts(parts: Parts) {
  const { settings, users, roles, policyStore, sessionStore, usage, refusals, exclusionList } = parts
  const permissionOf = (rules: readonly PolicyRule[]) => {
    const index = createPolicyIndex(rules)
    return createPermission({ exclusionList, policy: { current: () => index } })
  }
  /** Explains whether a role, a user or the user of a token may make a call. */
  const explainAccess = async (asked: AskedSubject, call: Call, findRoute?: FindRoute): Promise<Access> => {
    const subject =
      'tokenId' in asked
        ? await userOfToken(ALL_USERS, asked.tokenId, { sessions: sessionStore, now: Date.now })
        : asked
    return checkAccess(subject, call, {
      users,
      roles,
      findRoute,
      explain: async (roleKey, { path, method }) =>
        permissionOf(await policyStore.listByRole(roleKey)).explain({ roleKey }, path, method),
      nearest: async (roleKey, { path, method }) =>
        permissionOf(await policyStore.all()).nearest({ roleKey }, path, method),
      calledRoutes: usage.routesOf,
    })
  }
  return {
    checkAccess: explainAccess,
    /** Explains refused requests. */
    findRefusals: (question: RefusalQuestion, findRoute?: FindRoute) =>
      findRefusals(question, {
        store: refusals,
        users,
        keepMinutes: settings.explain.keepMinutes,
        now: Date.now,
        language: 'en',
        scope: ALL_USERS,
        checkAccess: (subject, call) => explainAccess(subject, call, findRoute),
      }),
  }
}
