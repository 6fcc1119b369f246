import type { Operator } from '../../../core/audit-log/operator.ts'
import type { KnownRoute } from '../../../core/check/routes/route-classes.ts'
import { type Authority, createAuthorities } from '../../../core/operations/authority.ts'
import type { ExclusionList } from '../../../core/permission/exclusion-list.ts'
import { createPolicyStore } from '../../../core/permission/policy.store.ts'
import { formatRule, isValidRule, type PolicyRule } from '../../../core/permission/policy-rule.ts'
import {
  assertNoContradiction,
  assertValidRules,
  RULES_PER_BATCH,
  requireKnownRoles,
} from '../../../core/permission/rules/policy.ts'
import { policyDifference } from '../../../core/permission/rules/policy-difference.ts'
import { createRoleStore } from '../../../core/role/role.store.ts'
import { ADMIN_ROLE_KEY } from '../../../core/role/role.ts'
import { createRoleHolderStore } from '../../../core/role/role-holder.store.ts'
import { ENABLED } from '../../../core/user/status.ts'
import type { Database } from '../../../platform/database/database.ts'
import { batchesOf } from '../../../platform/database/query/batches.ts'
import { InvalidParameters, Refusal } from '../../../platform/refusal/refusal.ts'
import { createConcurrencyLimit } from '../../../platform/runtime/concurrency-limit.ts'
import { createUsageStore } from '../usage/usage.store.ts'
import { findOpenedRoutes, type OpenedRoute } from './opened-routes.ts'
import { createOperatorLimit } from './operator-limit.ts'
import {
  type MayCall,
  refuseUnknownRoleKey,
  requirePermittedRole,
  requirePermittedRules,
} from './policy-preview-rights.ts'
import { type PolicyChange, previewChange, type UsageChange } from './preview.ts'
import type { ProposedChange } from './proposed-change.ts'

/** Who gains and who loses what by a change, as far as it was used. */
export type PolicyPreview = Awaited<ReturnType<PreviewPolicy>>

export type RoutePreview = Omit<UsageChange, 'lastUsedAt' | 'lastRefusedAt'> & {
  readonly lastUsedAt: string | null
  readonly lastRefusedAt: string | null
}

interface PolicyPreviewOptions {
  readonly database: Database
  readonly exclusionList: ExclusionList
  /** How long usage is kept; 0 if it is not recorded. */
  readonly usageKeepDays: number
  /** Returns the routes that exist. */
  routes(): readonly KnownRoute[]
  /** Stores what this process has recorded up to now. */
  flushUsage?(): Promise<void>
}

export type PreviewPolicy = ReturnType<typeof createPolicyPreview>

const MAX_LISTED = 1000
const MAX_OPENED = 200
const MAX_ROLES_READ_SINGLY = 20
/** Running and waiting previews. */
const MAX_PENDING_PER_OPERATOR = 3

/**
 * Creates the preview of a policy change. It changes nothing. A change that would be refused is refused here too, with the
 * same reason: a preview shows an operator only what the operator may change, and needs the permission for the calls that
 * make the change.
 */
export function createPolicyPreview(options: PolicyPreviewOptions) {
  const { database, exclusionList, usageKeepDays, routes, flushUsage } = options
  const authorityOf = createAuthorities({ exclusionList })
  const policy = createPolicyStore(database)
  const roles = createRoleStore(database)
  const usageStore = createUsageStore(database)
  // A preview may load the whole policy.
  const limit = createConcurrencyLimit({ concurrency: 1, maxWaiting: 20 })

  async function assertMayDisable(authority: Authority, roleKeys: ReadonlySet<string>, mayCall: MayCall) {
    for (const roleKey of roleKeys) {
      const role = (await roles.findByKey(roleKey)) ?? refuseUnknownRoleKey(roleKey, mayCall)
      requirePermittedRole(role, mayCall)
      if (roleKey === ADMIN_ROLE_KEY) throw new Refusal('admin-role-fixed')
      await authority.current.assertMayChangeRole(role)
    }
  }

  /** A role that was deleted may still have rules, which a replacement can remove. */
  async function requireKnownReplacements(roleKeys: readonly string[], rules: readonly PolicyRule[]) {
    const withRules = new Set(rules.map(({ roleKey }) => roleKey))
    for (const roleKey of roleKeys) {
      if (!withRules.has(roleKey) && !(await roles.findByKey(roleKey)))
        throw new Refusal('role-unknown', { role: `"${roleKey}"` })
    }
  }

  /** Returns the roles whose users can log in. A change of other roles has no effect now. */
  async function enabledAmong(roleKeys: Iterable<string>): Promise<Set<string>> {
    const enabled = new Set<string>()
    for (const roleKey of roleKeys) {
      if ((await roles.findByKey(roleKey))?.status === ENABLED) enabled.add(roleKey)
    }
    return enabled
  }

  async function preview(operator: Operator, proposed: ProposedChange, mayCall: MayCall) {
    const { add, remove, replace = [], disableRoles = [] } = proposed
    await assertValidRules(add, 'add')
    assertNoOtherRoles(add, remove, replace)
    await assertNoContradiction({ add, remove })
    const authority = await authorityOf({ transaction: database, operator })
    const disabledRoles = new Set(disableRoles)
    await assertMayDisable(authority, disabledRoles, mayCall)
    if (replace.length === 0) {
      // Before rules are read, so that a refusal does not reveal which rules exist.
      await requireKnownRoles({ transaction: database }, add)
      if (add.length > 0) await authority.assertMayChangeRules(add)
      await authority.current.assertMayChangeRules(await validAmong(remove))
    }
    const mentioned = new Set([...add, ...remove].map(({ roleKey }) => roleKey))
    for (const roleKey of [...disabledRoles, ...(replace === 'all' ? [] : replace)]) mentioned.add(roleKey)
    const rules =
      replace === 'all' ? await policy.all() : await readOfRoles(mentioned, policy.all, policy.listByRole)
    if (replace !== 'all') await requireKnownReplacements(replace, rules)
    const { added, removed, unknown } = await policyDifference(rules, { add, remove, replace })
    if (unknown) throw new Refusal('rule-unknown', { rule: formatRule(unknown) })
    if (replace.length > 0) {
      await requireKnownRoles({ transaction: database }, added)
      const addedAndValid = await validAmong(added)
      if (addedAndValid.length > 0) await authority.assertMayChangeRules(addedAndValid)
      await authority.current.assertMayChangeRules(await validAmong(removed))
    }

    await flushUsage?.()
    const changedRoles = new Set([...added, ...removed].map(({ roleKey }) => roleKey))
    const enabled = await enabledAmong(new Set([...changedRoles, ...disabledRoles]))
    const change: PolicyChange = { added, removed, disabledRoles }
    const usageOf = (roleKey: string) => usageStore.list({ roleKey })
    const read = await readOfRoles(enabled, () => usageStore.list(), usageOf)
    const usages = read.filter(({ roleKey }) => enabled.has(roleKey))
    const { gains, losses } = await previewChange({
      usages,
      rules,
      exclusions: exclusionList.entries,
      change,
    })
    const { routes: opened, closedParents } = await findOpenedRoutes({
      known: routes(),
      rules,
      added: added.filter(({ roleKey }) => !disabledRoles.has(roleKey)),
      exclusions: exclusionList.entries,
    })
    const countOf = (origin: OpenedRoute['origin']) =>
      opened.filter((route) => route.origin === origin).length
    const administering = opened.filter(({ administers }) => administers).map(({ roleKey }) => roleKey)
    const gainsByRole = countByRole(gains)
    const lossesByRole = countByRole(losses)
    const since = await usageStore.recordedSince()
    // Otherwise the rule for previews alone would reveal how many users there are.
    const maySeeUsers = mayCall('GET', '/api/v1/sys-user')
    const users = maySeeUsers
      ? await createRoleHolderStore(database).countEnabledByRole([...enabled])
      : undefined
    return {
      /** How long usage is kept; 0 if it is not recorded. */
      keepDays: usageKeepDays,
      /** When the oldest recorded usage began; null if nothing was recorded. */
      recordedSince: since === undefined ? null : new Date(since).toISOString(),
      addedRules: added.length,
      removedRules: removed.length,
      gainCount: gains.length,
      lossCount: losses.length,
      roles: [...enabled].toSorted().map((roleKey) => ({
        roleKey,
        /** Null if the operator may not list users. */
        enabledUsers: users ? (users.get(roleKey) ?? 0) : null,
        gainCount: gainsByRole.get(roleKey) ?? 0,
        lossCount: lossesByRole.get(roleKey) ?? 0,
      })),
      /** The most frequent calls first. */
      gains: gains.slice(0, MAX_LISTED).map(withTimes),
      losses: losses.slice(0, MAX_LISTED).map(withTimes),
      /** The routes that become callable, whether or not they were called: those of the administration first. */
      opened: opened.slice(0, MAX_OPENED),
      openedCounts: { service: countOf('service'), app: countOf('app'), upstream: countOf('upstream') },
      /** The roles that become able to change users, roles, departments or rules. */
      administeringRoles: [...new Set(administering)],
      /** The paths `/x` that stay closed to a role that gets `/x/*`. */
      closedParents: closedParents.slice(0, MAX_OPENED),
    }
  }

  const limitPerOperator = createOperatorLimit({ maxPending: MAX_PENDING_PER_OPERATOR })
  return (
    operator: Operator,
    /** Parses the change. It is called when the preview begins, because many large changes may be waiting. */
    readChange: () => Promise<ProposedChange>,
    { mayCall }: { readonly mayCall: MayCall },
  ) =>
    limitPerOperator(operator, () =>
      limit(async () => {
        const change = await readChange()
        requirePermittedRules(change, mayCall)
        return preview(operator, change, mayCall)
      }),
    )
}

/** Reads rules or usage of some roles. Of many roles, everything is read at once. */
async function readOfRoles<Item>(
  roleKeys: ReadonlySet<string>,
  readAll: () => Promise<readonly Item[]>,
  readOf: (roleKey: string) => Promise<readonly Item[]>,
): Promise<readonly Item[]> {
  if (roleKeys.size > MAX_ROLES_READ_SINGLY) return readAll()
  const lists = []
  for (const roleKey of roleKeys) lists.push(await readOf(roleKey))
  return lists.flat()
}

async function validAmong(rules: readonly PolicyRule[]): Promise<PolicyRule[]> {
  const valid: PolicyRule[] = []
  for await (const batch of batchesOf(rules, RULES_PER_BATCH)) valid.push(...batch.filter(isValidRule))
  return valid
}

/** Throws for a change that could be read in two ways. */
function assertNoOtherRoles(
  add: readonly PolicyRule[],
  remove: readonly PolicyRule[],
  replace: 'all' | readonly string[],
): void {
  if (replace !== 'all' && replace.length === 0) return
  if (remove.length > 0) {
    throw new InvalidParameters({
      en: 'a policy that replaces another has no rules to remove: leave them out.',
      zh: '替换整个策略时不需要列出要删除的规则。',
    })
  }
  const other = replace === 'all' ? undefined : add.find(({ roleKey }) => !replace.includes(roleKey))
  if (other === undefined) return
  throw new InvalidParameters({
    en: `the rule ${formatRule(other)} belongs to a role that is not replaced.`,
    zh: `规则 ${formatRule(other)} 所属的角色不在替换范围内。`,
  })
}

function countByRole(changes: readonly UsageChange[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { roleKey } of changes) counts.set(roleKey, (counts.get(roleKey) ?? 0) + 1)
  return counts
}

function withTimes({ lastUsedAt, lastRefusedAt, ...entry }: UsageChange): RoutePreview {
  return { ...entry, lastUsedAt: toIso(lastUsedAt), lastRefusedAt: toIso(lastRefusedAt) }
}

function toIso(time: number | undefined): string | null {
  return time === undefined ? null : new Date(time).toISOString()
}
