import { LRUCache } from 'lru-cache'
import type { ChangeStore } from '../../platform/cluster/change-feed/change.store.ts'
import type { ChangeStep } from '../../platform/cluster/change-feed/change-records.ts'
import { createSnapshot } from '../../platform/cluster/change-feed/snapshot.ts'
import { batchesOf } from '../../platform/database/query/batches.ts'
import { createOutageLog } from '../../platform/runtime/outage-log.ts'
import type { DepartmentStore } from '../department/department.store.ts'
import { createDepartmentIndex } from './department-index.ts'

/** The departments in force, and the departments of the users whose tokens this node has verified. */
export type Departments = ReturnType<typeof createDepartments>

interface DepartmentsOptions {
  readonly store: Pick<DepartmentStore, 'snapshot' | 'ofUser' | 'ofUsers'>
  readonly changes: Pick<ChangeStore, 'listCarried'>
  /** Called with a change that could not be applied. */
  readonly onProblem: (problem: string) => void
  /** Called once per outage with an error that prevented the department of a user from being read. */
  readonly onReadFailed: (error: unknown) => void
}

/** As many as there are verified tokens in memory. */
const MAX_USERS = 100_000

/** Creates departments of which nothing is known until the first update. */
export function createDepartments({ store, changes, onProblem, onReadFailed }: DepartmentsOptions) {
  // With `max`, the memory of all entries would be allocated at the start.
  const users = new LRUCache<number, number>({ maxSize: MAX_USERS, sizeCalculation: () => 1 })
  const pending = new Map<number, Promise<void>>()
  /** Increases with every change of the departments of users. */
  let userChanges = 0
  const outage = createOutageLog(onReadFailed)

  const snapshot = createSnapshot({
    kind: 'department',
    initial: createDepartmentIndex({ departments: [], roles: new Map() }),
    async load() {
      const stored = await store.snapshot()
      await readKnownUsers()
      return { value: createDepartmentIndex(stored), version: stored.version }
    },
    apply: (index, steps) => index.apply(steps),
    changes,
    onMisfit: (version, problem) =>
      onProblem(
        `change ${version} of the departments could not be applied, so all departments are read: ${problem}`,
      ),
    onReplaced: (_, steps) => changeUsers(steps),
  })

  function changeUsers(steps: readonly ChangeStep[] | undefined): void {
    userChanges++
    for (const [name, ...values] of steps ?? []) {
      if (name !== 'user') continue
      const [userId = Number.NaN, deptId = Number.NaN] = values.map(Number)
      if (users.has(userId)) users.set(userId, deptId)
    }
  }

  /** The users stay known meanwhile: requests that are being handled must not lose their rows. */
  async function readKnownUsers(): Promise<void> {
    for await (const batch of batchesOf([...users.keys()])) {
      const stored = await store.ofUsers(batch)
      for (const userId of batch) users.set(userId, stored.get(userId))
    }
  }

  async function read(userId: number): Promise<void> {
    try {
      let changesBefore: number
      let deptId: number | undefined
      do {
        changesBefore = userChanges
        deptId = await store.ofUser(userId)
        // What was read before a change may be older than the change.
      } while (changesBefore !== userChanges)
      outage.recovered()
      if (deptId !== undefined) users.set(userId, deptId)
    } catch (error) {
      outage.failed(error)
    } finally {
      pending.delete(userId)
    }
  }

  return {
    ...snapshot,
    /** Returns the department of a user, 0 for none, or undefined if it has not been read. */
    ofUser: (userId: number): number | undefined => users.get(userId),
    /** Reads the department of a user. Returns nothing if it is known. A failure is reported, and the user stays unknown. */
    readUser(userId: number): Promise<void> | undefined {
      if (users.get(userId) !== undefined) return undefined
      const reading = pending.get(userId) ?? read(userId)
      pending.set(userId, reading)
      return reading
    },
  }
}
