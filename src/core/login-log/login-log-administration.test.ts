import { expect, test } from 'vitest'
import { sessionOf } from '../../../test/contract/stores-data.ts'
import { createChangeWriter } from '../../platform/cluster/change-feed/change-writer.ts'
import { openDatabase } from '../../platform/database/database.ts'
import { type Operator, SERVICE } from '../audit-log/operator.ts'
import { createOperations } from '../operations/operations.ts'
import { createExclusionList } from '../permission/exclusion-list.ts'
import { createRoleStore } from '../role/role.store.ts'
import { createSessionStore } from '../session/session.store.ts'
import { createUserStore } from '../user/user.store.ts'
import { createLoginLogStore } from './login-log.store.ts'
import { createLoginLogAdministration } from './login-log-administration.ts'
import { createLoginLogEntry } from './login-log-entry.ts'

const NOW = 1000

// The check before the request uses the departments in memory, which may be older than those in the database.
test('entries are removed only if the operator still has all data in the transaction', async () => {
  const { database, close } = await openDatabase('sqlite::memory:')
  try {
    const role = { roleKey: 'leader', roleName: 'leader', dataScope: '4', status: '2' } as const
    const roleId = await createRoleStore(database).insert(role, NOW)
    const user = { username: 'leader', passwordHash: 'x', roleId, status: '2' } as const
    const userId = await createUserStore(database).insert(user, NOW)
    const sessionId = await createSessionStore(database).insert(sessionOf(userId))
    const operator: Operator = { ...SERVICE, userId, roleId, sessionId, source: 'http' }
    const log = createLoginLogStore(database)
    const attempt = { username: 'x', status: '2', address: '', userAgent: '', msg: '', method: 'password' }
    await log.insertMany([createLoginLogEntry({ ...attempt, reason: 'logged-in', at: new Date(NOW) })])
    const administration = createLoginLogAdministration(
      createOperations({
        changes: createChangeWriter(database, () => NOW),
        exclusionList: createExclusionList([]),
        review: async () => {},
        now: () => NOW,
      }),
    )
    await expect(administration.remove(operator, [1])).rejects.toMatchObject({ reason: 'all-data-required' })
    expect(await log.find({ kind: 'all' }, 1)).toMatchObject({ username: 'x' })
    expect(await administration.remove(SERVICE, [1])).toMatchObject({ removed: 1 })
  } finally {
    await close()
  }
})
