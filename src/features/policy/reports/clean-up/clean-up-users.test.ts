import { afterEach, beforeEach, expect, test } from 'vitest'
import { SERVICE } from '../../../../core/audit-log/operator.ts'
import { createAuthorities } from '../../../../core/operations/authority.ts'
import { createExclusionList } from '../../../../core/permission/exclusion-list.ts'
import { createRoleStore } from '../../../../core/role/role.store.ts'
import { createUserActivityStore } from '../../../../core/session/user-activity.store.ts'
import { createUserStore } from '../../../../core/user/user.store.ts'
import { type DatabaseHandle, openDatabase } from '../../../../platform/database/database.ts'
import { inTransaction } from '../../../../platform/database/query/transaction.ts'
import { DAY_IN_MS } from '../../../../platform/runtime/time-units.ts'
import { createReports, type Reports } from '../reports.ts'
import { disableIdle } from './clean-up-users.ts'

const NOW = 100 * DAY_IN_MS
const authorityOf = createAuthorities({ exclusionList: createExclusionList([]) })

let handle: DatabaseHandle
beforeEach(async () => {
  handle = await openDatabase('sqlite::memory:')
})
afterEach(() => handle.close())

test('a user who logs in before the users are locked is not disabled', async () => {
  const { database } = handle
  const role = { roleKey: 'clerk', roleName: 'clerk', dataScope: '5', status: '2' } as const
  const roleId = await createRoleStore(database).insert(role, 0)
  const users = createUserStore(database)
  const add = (username: string) => users.insert({ username, passwordHash: 'x', roleId, status: '2' }, 0)
  const [idle, active] = [await add('idle'), await add('active')]
  const notes: unknown[] = []

  const result = await inTransaction(database, async (transaction) => {
    const reports = createReports({
      database: transaction,
      usageKeepDays: 90,
      rolesInSettings: new Set(),
      now: () => NOW,
    })
    let reads = 0
    const withLogin: Reports = {
      ...reports,
      async idleUsers(scope, options) {
        const found = await reports.idleUsers(scope, options)
        if (reads++ === 0) {
          expect(found.map(({ userId }) => userId)).toEqual([idle, active])
          await createUserActivityStore(transaction).recordLogin(active, NOW)
        }
        return found
      },
    }
    const operation = {
      transaction,
      operator: SERVICE,
      at: NOW,
      authority: () => authorityOf({ transaction, operator: SERVICE }),
      authorityOf: () => {
        throw new Error('a clean-up asks for the operator only')
      },
      databaseTime: 0,
      changes: () => {},
      note: async (change: unknown) => notes.push(change),
      emit: async () => {},
    }
    return disableIdle(operation, withLogin, { days: 30, selected: 'all' })
  })

  expect(result).toEqual({ done: 1, left: 0 })
  expect((await users.find(idle))?.status).toBe('1')
  expect((await users.find(active))?.status).toBe('2')
  expect(notes).toMatchObject([{ action: 'user.disable', target: 'idle' }])
})
