import { createChangeStore } from '../../platform/cluster/change-feed/change.store.ts'
import {
  type ChangeKind,
  type ChangeStep,
  createChangeRecords,
} from '../../platform/cluster/change-feed/change-records.ts'
import type { Changed, ChangeWriter } from '../../platform/cluster/change-feed/change-writer.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal/refusal.ts'
import { once } from '../../platform/runtime/once.ts'
import { appendToAuditLog } from '../audit-log/audit-log.store.ts'
import type { AuditedChange } from '../audit-log/audit-log-entry.ts'
import { type Operator, SCHEDULE } from '../audit-log/operator.ts'
import { departmentSteps } from '../data-scope/department-steps.ts'
import { concernedDepartments } from '../department/concerned-departments.ts'
import { createDepartmentStore } from '../department/department.store.ts'
import { appendEvent } from '../events/event.store.ts'
import type { NewEvent } from '../events/event.ts'
import type { ExclusionList } from '../permission/exclusion-list.ts'
import { createPolicyStore } from '../permission/policy.store.ts'
import { policySteps } from '../permission/policy-steps.ts'
import { createSessionStore } from '../session/session.store.ts'
import { createAccountStore, type StoredAccount } from '../user/account.store.ts'
import { type Authority, authorityOfAccount, createAuthorities, mayMake } from './authority.ts'
import { createOwnerAccessStore } from './owner-access.store.ts'
import { storedRights } from './rights-source.ts'

/** A change by an operator, in its transaction. */
export interface Operation {
  readonly transaction: Transaction
  readonly operator: Operator
  readonly at: number
  /** The time of the database, by which roles end. */
  readonly databaseTime: number
  /** Returns what the operator may grant. */
  authority(): Promise<Authority>
  /** Returns what a user may grant, who need not be the operator. */
  authorityOf(account: StoredAccount): Authority
  /** Records a change, which all nodes apply after the commit. Without steps, they read what they have of its kind from the database. */
  changes(kind: ChangeKind, steps?: readonly ChangeStep[]): void
  /**
   * Adds an entry to the audit log. Returns its id. The review of the operation gets the change, or a shorter one that says as much about
   * what it decides: all changes are kept in memory until then.
   */
  note(change: AuditedChange, reviewed?: AuditedChange): Promise<number>
  /** Stores an event, after the audit log entry of the change: all transactions lock in the same order. */
  emit(event: NewEvent): Promise<void>
}

export type Operations = ReturnType<typeof createOperations>

type Work<T> = (operation: Operation) => Promise<T>

/** Decides whether the changes of an operation may be committed. It throws unless they may. */
export type ChangeReview = (operation: Operation, noted: readonly AuditedChange[]) => Promise<void>

/** Undoes an operation. What follows runs in a transaction of its own and returns the refusal of the operation. */
export class Undone extends Error {
  readonly followUp: (operation: Operation) => Promise<Refusal>

  constructor(followUp: Undone['followUp']) {
    super('undone')
    this.name = 'Undone'
    this.followUp = followUp
  }
}

/**
 * Creates the only way in which operators change something, over HTTP and by commands.
 * See docs/decisions/0007-administration.md.
 */
export function createOperations(options: {
  readonly changes: ChangeWriter
  readonly exclusionList: ExclusionList
  /** Makes the changes that are due, as the service, before anything is checked. */
  readonly beforeWork?: (operation: Operation) => Promise<void>
  /** Runs in every transaction that changes users, roles, rules or departments. */
  readonly beforeCommit?: (operation: Operation) => Promise<void>
  /** Runs in every transaction, after everything else. Required, so that nobody forgets that changes may need a confirmation. */
  readonly review: ChangeReview
  readonly now: () => number
  readonly databaseNow?: (() => number) | undefined
}) {
  const {
    changes,
    exclusionList,
    beforeWork = async () => {},
    beforeCommit = async () => {},
    review,
    now,
    databaseNow = now,
  } = options
  const authorityOf = createAuthorities({ exclusionList })
  return {
    /** Makes a change in one transaction with its audit log entries. Changes are made one after another. */
    async run<T extends object>(operator: Operator, work: Work<T>): Promise<Changed<T>> {
      try {
        return await runReviewed(operator, work)
      } catch (error) {
        if (!(error instanceof Undone)) throw error
        const { refusal } = await runReviewed(operator, async (operation) => ({
          refusal: await error.followUp(operation),
        }))
        throw refusal
      }
    },
  }

  async function runReviewed<T extends object>(operator: Operator, work: Work<T>): Promise<Changed<T>> {
    const records = createChangeRecords()
    const { value, version } = await changes.write(records, async (transaction) => {
      records.clear()
      // First of all, so that what an operator may do is decided by what is still true when it is done.
      await createChangeStore(transaction).lock()
      const times = { at: now(), databaseTime: databaseNow() }
      const operationOf = (who: Operator, noted: AuditedChange[]) =>
        operationBy(who, { transaction, changes: records.add, ...times }, noted)
      const notedFirst: AuditedChange[] = []
      const scheduled = operationOf(SCHEDULE, notedFirst)
      await beforeWork(scheduled)
      if ([...records].length > 0) await beforeCommit(scheduled)
      await review(scheduled, notedFirst)
      await requireOpenSession(transaction, operator)
      const noted: AuditedChange[] = []
      const operation = operationOf(operator, noted)
      await requirePermission(operation, exclusionList)
      const result = await work(operation)
      if ([...records].length > 0) await beforeCommit(operation)
      await review(operation, [...noted])
      if (records.has('policy')) {
        records.add('policy', [policySteps.count(await createPolicyStore(transaction).count())])
      }
      if (records.has('department')) {
        records.add('department', [departmentSteps.count(await createDepartmentStore(transaction).count())])
      }
      return result
    })
    return { ...value, version }
  }

  function operationBy(
    operator: Operator,
    context: Pick<Operation, 'transaction' | 'changes' | 'at' | 'databaseTime'>,
    noted: AuditedChange[],
  ): Operation {
    const { transaction, at } = context
    const authority = once(() => authorityOf({ transaction, operator }))
    const owner = once(() => createOwnerAccessStore(transaction).ownerOf(operator.userId))
    return {
      ...context,
      operator,
      authority,
      authorityOf: (account) =>
        authorityOfAccount(account, { transaction, exclusionList, rights: storedRights(transaction) }),
      async note(change, reviewed = change) {
        const deptIds = await concernedDepartments(transaction, change)
        noted.push(reviewed)
        const by = { ...operator, owner: await owner() }
        return appendToAuditLog(transaction, by, [{ ...change, deptIds }], at)
      },
      async emit(event) {
        await appendEvent(transaction, event, at)
      },
    }
  }
}

/**
 * Their session was good when the request began. It may have been ended since: a body can take its time to arrive, and so can
 * a place in the queue.
 */
async function requireOpenSession(
  transaction: Transaction,
  { source, sessionId, userId }: Operator,
): Promise<void> {
  if (source !== 'http') return
  if (!(await createSessionStore(transaction).isOf(userId, sessionId))) throw new Refusal('token-revoked')
}

/**
 * Throws if the operator's role no longer permits the call. The policy in memory may lag behind the database, and a
 * rule may have been removed while the request waited for the transaction.
 */
async function requirePermission(
  { transaction, databaseTime, operator: { call, userId } }: Operation,
  exclusionList: ExclusionList,
): Promise<void> {
  if (!call) return
  const account = await createAccountStore(transaction).find(userId)
  if (!account) throw new Refusal('token-revoked')
  // If many roles end at the same time, some ends are recorded in a later transaction.
  if (account.roleUntil !== undefined && account.roleUntil <= databaseTime) throw new Refusal('role-ended')
  const rights = storedRights(transaction)
  if (!(await mayMake(call, account, { rights, exclusionList }))) throw new Refusal('permission-denied')
}
