import type { Operator } from '../../../core/audit-log/operator.ts'
import type { Operation, Operations } from '../../../core/operations/operations.ts'
import { operatorFields } from '../../../core/operations/operator-event.ts'
import { requireFound } from '../../../core/operations/require-found.ts'
import { createRoleStore } from '../../../core/role/role.store.ts'
import type { Role } from '../../../core/role/role.ts'
import { createAccountStore } from '../../../core/user/account.store.ts'
import { onlyUser } from '../../../core/user/list/user-scope.ts'
import { isServiceAccount } from '../../../core/user/service-account.ts'
import { ENABLED } from '../../../core/user/status.ts'
import { permanentRoleOf } from '../../../core/user/temporary-role.ts'
import type { User } from '../../../core/user/user.ts'
import { existingUser, noteUser } from '../../../core/user/user-operation.ts'
import type { UserAdministration } from '../../../core/user/users.ts'
import { assertNoProblem, Refusal } from '../../../platform/refusal/refusal.ts'
import { HOUR_IN_MS } from '../../../platform/runtime/time-units.ts'
import { createAccessRequestStore } from './access-request.store.ts'
import {
  type AccessRequest,
  MAX_RECENT_REQUESTS,
  MAX_WAITING_REQUESTS,
  problemOfRequestText,
  REQUEST_LIFETIME_MS,
} from './access-request.ts'
import { readRoleState, stateHashOf } from './request-state.ts'

export interface Decision {
  readonly decision: 'approve' | 'refuse'
  readonly note?: string | undefined
}

interface AccessRequestOptions {
  readonly operations: Operations
  readonly userAdministration: Pick<UserAdministration, 'changeWithin'>
  /** The keys of the roles that users may ask for. */
  readonly requestableRoles: readonly string[]
}

/** The call with which operators give roles. */
const CHANGE_USER = { method: 'PUT', path: '/api/v1/sys-user/:id' }

/** Returns those of the roles that a user may ask for, of the ones that the settings name. */
export function requestableBy(user: User | undefined, named: readonly (Role | undefined)[]): readonly Role[] {
  if (!user || isServiceAccount(user)) return []
  const permanentRole = permanentRoleOf(user)
  return named.flatMap((role) => (role?.status === ENABLED && role.roleId !== permanentRole ? [role] : []))
}

export type AccessRequestAdministration = ReturnType<typeof createAccessRequestAdministration>

/** Creates the requests of users for a role, and the decisions about them. See docs/decisions/0077-access-on-request.md. */
export function createAccessRequestAdministration(options: AccessRequestOptions) {
  const { operations, userAdministration, requestableRoles } = options

  /** Returns a role that users may ask for. Any other one is refused in the same way, whether it exists or not. */
  async function requestableRole({ transaction }: Operation, roleId: number): Promise<Role> {
    const role = await createRoleStore(transaction).find(roleId)
    if (!role || !requestableRoles.includes(role.roleKey) || role.status !== ENABLED)
      throw new Refusal('role-not-requestable')
    return role
  }

  async function approve(operation: Operation, request: AccessRequest): Promise<void> {
    const { databaseTime } = operation
    const { userId, roleId, hours, status } = request
    if (status === 'outdated') throw new Refusal('request-outdated')
    if (!requestableRoles.includes(request.roleKey)) throw new Refusal('role-not-requestable')
    const end = databaseTime + hours * HOUR_IN_MS
    await (await operation.authority()).until(end).assertMayCall(CHANGE_USER)
    const roleUntil = new Date(end).toISOString()
    await userAdministration.changeWithin(operation, userId, { roleId, roleUntil })
  }

  return {
    /** Asks for a role for some hours, as the operator. */
    async ask(
      operator: Operator,
      { roleId, hours, reason }: Pick<AccessRequest, 'roleId' | 'hours' | 'reason'>,
    ) {
      assertNoProblem(problemOfRequestText('reason', reason))
      return operations.run(operator, async (operation) => {
        const { transaction, databaseTime } = operation
        const { userId } = operator
        // Throws if the operator was disabled meanwhile.
        await operation.authority()
        const user = await existingUser(operation, userId)
        assertNoServiceAccount(user)
        const role = await requestableRole(operation, roleId)
        if (roleId === permanentRoleOf(user)) throw new Refusal('role-held')
        const requests = createAccessRequestStore(transaction)
        await withdrawVoid(operation, userId)
        assertMayRequestMore(await requests.ofUser(userId, databaseTime), roleId, databaseTime)
        const stateHash = stateHashOf(await readRoleState(transaction, roleId), user)
        const id = await requests.insert({ userId, roleId, hours, reason, stateHash }, databaseTime)
        const { username } = user
        const { roleKey } = role
        const after = { accessRequestId: id, roleId, roleKey, hours, reason }
        await noteUser(operation, 'user.request-role', user, { after })
        const fields = { accessRequestId: id, username, userId, roleKey, hours, reason }
        await operation.emit({ kind: 'access.requested', fields })
        return requestOf(operation, operator.userId, id)
      })
    },

    /** Withdraws a waiting request of the operator. */
    async withdraw(operator: Operator, id: number) {
      return operations.run(operator, async (operation) => {
        await withdrawOne(operation, await requestOf(operation, operator.userId, id))
        return requestOf(operation, operator.userId, id)
      })
    },

    /**
     * Approves or refuses a request of somebody else. An approval is the change of the user's role, made by the operator with the
     * authority that the operator has at that moment.
     */
    async decide(operator: Operator, id: number, { decision, note = '' }: Decision) {
      assertNoProblem(problemOfRequestText('note', note))
      return operations.run(operator, async (operation) => {
        const { transaction, databaseTime } = operation
        const scope = await (await operation.authority()).current.scope()
        const requests = createAccessRequestStore(transaction)
        const request = requireFound(await requests.find(scope, id, databaseTime), 'access request', id)
        if (request.userId === operator.userId) throw new Refusal('own-request')
        const decider = await createAccountStore(transaction).find(operator.userId)
        if (decider) assertNoServiceAccount(decider)
        const status = decision === 'approve' ? 'approved' : 'refused'
        await record(operation, request, { status, note })
        if (decision === 'approve') await approve(operation, request)
        await noteDecision(operation, `user.request-${decision}`, request, note)
        const { username, userId, roleKey, hours } = request
        const asked = { accessRequestId: id, username, userId, roleKey, hours }
        const fields = { ...asked, decision: status, ...operatorFields(operator) }
        await operation.emit({ kind: 'access.decided', fields })
        return requestOf(operation, userId, id)
      })
    },
  }
}

function assertNoServiceAccount(account: Parameters<typeof isServiceAccount>[0]): void {
  if (isServiceAccount(account)) throw new Refusal('service-account-request')
}

/** Throws if a user who has made these requests may not ask for the role now. They are the newest ones. */
function assertMayRequestMore(
  requests: readonly AccessRequest[],
  roleId: number,
  databaseTime: number,
): void {
  const waiting = requests.filter(({ status }) => status === 'waiting')
  if (waiting.some((request) => request.roleId === roleId)) throw new Refusal('role-requested')
  const recent = requests.filter(
    ({ createdAt }) => Date.parse(createdAt) > databaseTime - REQUEST_LIFETIME_MS,
  )
  if (waiting.length >= MAX_WAITING_REQUESTS || recent.length >= MAX_RECENT_REQUESTS)
    throw new Refusal('request-limit', { waiting: MAX_WAITING_REQUESTS, recent: MAX_RECENT_REQUESTS })
}

/** Returns a request of one user. */
async function requestOf({ transaction, databaseTime }: Operation, userId: number, id: number) {
  const request = await createAccessRequestStore(transaction).find(onlyUser(userId), id, databaseTime)
  return requireFound(request, 'access request', id)
}

/** Ends the wait of a request, or throws if it has ended. */
async function record(
  { transaction, operator, databaseTime }: Operation,
  { id }: AccessRequest,
  decision: { readonly status: 'approved' | 'refused' | 'withdrawn'; readonly note: string },
): Promise<void> {
  const decided = { ...decision, decidedBy: operator.username }
  if (!(await createAccessRequestStore(transaction).decide(id, decided, databaseTime)))
    throw new Refusal('request-decided')
}

async function withdrawOne(operation: Operation, request: AccessRequest): Promise<void> {
  await record(operation, request, { status: 'withdrawn', note: '' })
  await noteDecision(operation, 'user.request-withdraw', request, '')
}

/** Withdraws the waiting requests of a user that nobody can approve, because the role or the user has changed since. */
async function withdrawVoid(operation: Operation, userId: number): Promise<void> {
  const requests = createAccessRequestStore(operation.transaction)
  for (const request of await requests.ofUser(userId, operation.databaseTime)) {
    if (request.status === 'outdated') await withdrawOne(operation, request)
  }
}

/** The target is the user who asked. The operator is the one who decided. */
async function noteDecision(
  operation: Operation,
  action: `user.request-${'approve' | 'refuse' | 'withdraw'}`,
  request: AccessRequest,
  note: string,
): Promise<void> {
  const { id, roleId, roleKey, hours, reason } = request
  const after = { accessRequestId: id, roleId, roleKey, hours, reason, ...(note === '' ? {} : { note }) }
  await noteUser(operation, action, request, { after })
}
