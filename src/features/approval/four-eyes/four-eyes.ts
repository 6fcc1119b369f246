import { type ChangeReview, type Operation, Undone } from '../../../core/operations/operations.ts'
import { operatorFields } from '../../../core/operations/operator-event.ts'
import { ADMIN_ROLE_KEY } from '../../../core/role/role.ts'
import { createRoleHolderStore } from '../../../core/role/role-holder.store.ts'
import { createAccountStore, type StoredAccount } from '../../../core/user/account.store.ts'
import { isServiceAccount } from '../../../core/user/service-account.ts'
import { type LocalizedText, Refusal } from '../../../platform/refusal/refusal.ts'
import { MINUTE_IN_MS } from '../../../platform/runtime/time-units.ts'
import type { IssuerGrants } from '../../login/external-accounts/user-links.ts'
import { type Concerned, findConcerned, withoutNew } from './concerned.ts'
import { bindingOf, type ConcernedStates, readConcerned } from './concerned-states.ts'
import { createConfirmationStore } from './confirmation.store.ts'
import type { StoredConfirmation } from './confirmation.ts'
import { MIN_CONFIRMERS, reportTooFewConfirmers } from './confirmers.ts'
import { MAX_PLAN_BYTES, type Plan, planOf } from './plan.ts'
import { type Beneficiaries, findProtectedChanges, type ProtectedChanges } from './protected-changes.ts'
import { MAX_REACH_BYTES, reachOf } from './reach.ts'
import { requireEnoughConfirmers } from './removed-confirmers.ts'

export interface FourEyesOptions {
  /** What needs a confirmation. Empty: nothing. */
  readonly operations: readonly string[]
  /** From the request of a confirmation until the change has to be made. */
  readonly minutes: number
  /** The keys of the roles that settings name. */
  readonly rolesInSettings: ReadonlySet<string>
  /** Returns what the mapping of a directory or an identity provider can give. */
  readonly grantsOf: (issuer: string) => IssuerGrants
  /** Called if a command makes a change that needs a confirmation elsewhere. */
  readonly onBypass?: ((kinds: readonly string[]) => void) | undefined
}

/** A change with its plan, and with what it concerns. */
interface Proposal extends ProtectedChanges {
  readonly plan: Plan
  readonly concerned: Concerned
  /** The concerned users and roles, after the change. */
  readonly after: ConcernedStates
}

/** The confirmer has to read them. */
const MAX_WAITING_PER_USER = 20

const PROBLEMS = {
  concerned: {
    en: 'it concerns yourself. Ask another administrator to make it.',
    zh: '更改涉及您本人。请由其他管理员发起。',
  },
  program: {
    en: 'a service account cannot ask for a confirmation.',
    zh: '服务账号不能请求确认。',
  },
  confirmers: {
    en: 'fewer than two enabled users have the role admin without an end. Add one on the machine of the service with: castellan user add NAME --role admin.',
    zh: '角色无期限且启用的管理员少于两名。请在服务所在的机器上添加：castellan user add NAME --role admin。',
  },
  nobody: {
    en: 'no other enabled administrator is left who is not concerned. Use castellan on the machine of the service.',
    zh: '没有其他未涉及且启用的管理员。请在服务所在的机器上使用 castellan 命令。',
  },
  size: {
    en: 'it is too large to be read. Divide it into smaller changes.',
    zh: '更改过大，无法审阅。请拆分为较小的更改。',
  },
  waiting: {
    en: `${MAX_WAITING_PER_USER} confirmations that you have asked for are waiting. Withdraw one of them first.`,
    zh: `您已有 ${MAX_WAITING_PER_USER} 个确认单在等待。请先撤回其中一个。`,
  },
} as const satisfies Record<string, LocalizedText>

/**
 * Creates the review of all changes by which protected ones need a second administrator. The changes that an operation has noted for
 * the audit log are its plan. Without the confirmation of exactly this plan, the transaction is undone. Changes by commands are
 * reported by an event. What follows from logins, mappings and times is not reviewed, but an event reports too few confirmers.
 * See docs/decisions/0078-four-eyes.md.
 */
export function createFourEyes(options: FourEyesOptions): ChangeReview {
  const { minutes, onBypass } = options
  return async (operation, noted) => {
    const { transaction, at, operator } = operation
    const { source } = operator
    if (noted.some(({ action }) => /^(?:user|role)\./.test(action)))
      await reportTooFewConfirmers(transaction, at)
    if (source !== 'http' && source !== 'command') return
    if (source === 'http') await requireEnoughConfirmers(operation, noted)
    const found = await findProtectedChanges(operation, noted, options)
    if (found.kinds.length === 0) return
    if (source === 'http') {
      const concerned = await findConcerned(operation, noted, found.usersWithMoreData)
      const after = await readConcerned(transaction, concerned)
      const plan = planOf(operator, noted, { ...found, states: bindingOf(after, concerned) })
      return requireConfirmation(operation, { ...found, plan, concerned, after })
    }
    const kinds = found.kinds.join(', ')
    await operation.emit({
      kind: 'four-eyes.bypassed',
      fields: { kinds, ...operatorFields(operation.operator) },
    })
    onBypass?.(found.kinds)
  }

  async function requireConfirmation(operation: Operation, proposal: Proposal) {
    const { plan, beneficiaries } = proposal
    const { transaction, databaseTime, operator } = operation
    const initiator = await createAccountStore(transaction).find(operator.userId)
    if (!initiator || isServiceAccount(initiator)) throw impossible('program')
    if (isConcerned(initiator, beneficiaries)) throw impossible('concerned')
    const store = createConfirmationStore(transaction)
    const confirmed = await store.findByPlan(operator.userId, plan.digest, 'confirmed', databaseTime)
    if (!confirmed || !(await isStillConfirmed(operation, confirmed, beneficiaries))) {
      throw new Undone((next) => ask(next, proposal))
    }
    if (!(await store.use(confirmed.id))) throw new Refusal('confirmation-decided')
    await operation.note({
      action: 'confirmation.use',
      targetId: confirmed.id,
      target: targetOf(plan),
      after: { confirmedBy: confirmed.decidedBy },
    })
  }

  /** Stores a confirmation, unless the same one is waiting. Returns the refusal that names it. */
  async function ask(operation: Operation, proposal: Proposal): Promise<Refusal> {
    const { plan, kinds, beneficiaries, concerned, after } = proposal
    const { transaction, databaseTime, operator } = operation
    const { userId, username } = operator
    if (Buffer.byteLength(plan.changes) > MAX_PLAN_BYTES) throw impossible('size')
    // Here the change is undone: a new administrator who is only asked for does not count.
    const { length } = await createRoleHolderStore(transaction).confirmerIds()
    if (length < MIN_CONFIRMERS) throw impossible('confirmers')
    const store = createConfirmationStore(transaction)
    const admins = await store.enabledAdmins()
    if (!admins.some((admin) => mayConfirm(admin, { userId, beneficiaries }))) throw impossible('nobody')
    const waiting = await store.findByPlan(userId, plan.digest, 'waiting', databaseTime)
    if (waiting) return required(waiting.id)
    if ((await store.countWaiting(userId, databaseTime)) >= MAX_WAITING_PER_USER) throw impossible('waiting')
    const before = await readConcerned(transaction, withoutNew(concerned))
    const reach = JSON.stringify(reachOf(before, after, concerned))
    if (Buffer.byteLength(reach) > MAX_REACH_BYTES) throw impossible('size')
    const expiresAt = databaseTime + minutes * MINUTE_IN_MS
    const confirmationId = await store.insert(
      { userId, username, plan, reach, kinds, beneficiaries, expiresAt },
      databaseTime,
    )
    await operation.note({
      action: 'confirmation.ask',
      targetId: confirmationId,
      target: targetOf(plan),
      after: { kinds },
    })
    await operation.emit({
      kind: 'confirmation.asked',
      fields: { confirmationId, kinds: kinds.join(', '), ...operatorFields(operator) },
    })
    return required(confirmationId)
  }

  function required(confirmationId: number): Refusal {
    return new Refusal('confirmation-required', { confirmationId, minutes })
  }
}

/** Returns whether a user is an enabled administrator who has neither asked for the change nor is concerned by it. */
export function mayConfirm(
  account: StoredAccount,
  { userId, beneficiaries }: Pick<StoredConfirmation, 'userId' | 'beneficiaries'>,
): boolean {
  if (!account.enabled || account.roleKey !== ADMIN_ROLE_KEY || isServiceAccount(account)) return false
  return account.userId !== userId && !isConcerned(account, beneficiaries)
}

export function targetOf({ method, path }: Pick<Plan, 'method' | 'path'>): string {
  return `${method} ${path}`
}

/** The confirmer may have lost the role, or be concerned now, for example as the new owner of a service account. */
async function isStillConfirmed(
  { transaction, databaseTime, operator: { userId } }: Operation,
  { decidedById }: StoredConfirmation,
  beneficiaries: Beneficiaries,
): Promise<boolean> {
  const confirmer = await createAccountStore(transaction).find(decidedById)
  // If many roles end at the same time, some ends are recorded in a later transaction.
  if (confirmer?.roleUntil !== undefined && confirmer.roleUntil <= databaseTime) return false
  return confirmer !== undefined && mayConfirm(confirmer, { userId, beneficiaries })
}

function isConcerned({ userId, roleId, formerRoleId }: StoredAccount, { userIds, roleIds }: Beneficiaries) {
  return userIds.includes(userId) || roleIds.includes(roleId) || roleIds.includes(formerRoleId)
}

function impossible(problem: keyof typeof PROBLEMS): Refusal {
  return new Refusal('confirmation-impossible', { problem: PROBLEMS[problem] })
}
