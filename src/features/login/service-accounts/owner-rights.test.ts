import { expect, onTestFinished, test } from 'vitest'
import { SERVICE } from '../../../core/audit-log/operator.ts'
import { createOperations } from '../../../core/operations/operations.ts'
import { createExclusionList } from '../../../core/permission/exclusion-list.ts'
import { createPolicyStore } from '../../../core/permission/policy.store.ts'
import { createRoleStore } from '../../../core/role/role.store.ts'
import { SERVICE_METHOD } from '../../../core/user/service-account.ts'
import { createUserStore } from '../../../core/user/user.store.ts'
import { createChangeWriter } from '../../../platform/cluster/change-feed/change-writer.ts'
import { openDatabase } from '../../../platform/database/database.ts'
import { followOwners } from './owner-rights.ts'
import { createServiceAccountStore } from './service-account.store.ts'

/** Creates owners with one account each, of two different roles. */
async function createAccounts(count: number) {
  let queries = 0
  const { database, close } = await openDatabase('sqlite::memory:', { onQuery: () => queries++ })
  onTestFinished(close)
  const [users, accounts] = [createUserStore(database), createServiceAccountStore(database)]
  const addRole = (roleKey: string) =>
    createRoleStore(database).insert({ roleKey, roleName: roleKey, dataScope: '1', status: '2' }, 0)
  const ownerRole = await addRole('owner')
  const robotRoles = [await addRole('reader'), await addRole('writer')]
  const rules = [
    { roleKey: 'reader', path: '/posts', method: 'GET' },
    { roleKey: 'writer', path: '/posts', method: 'POST' },
  ]
  await createPolicyStore(database).insert([
    ...rules,
    ...rules.map((rule) => ({ ...rule, roleKey: 'owner' })),
  ])
  const robots: number[] = []
  for (let i = 0; i < count; i++) {
    const owner = { username: `owner-${i}`, passwordHash: 'x', roleId: ownerRole, status: '2' } as const
    const robot = { ...owner, username: `robot-${i}`, roleId: robotRoles[i % 2] ?? 0 }
    const ownerId = await users.insert(owner, 0)
    const id = await users.insert({ ...robot, loginMethods: [SERVICE_METHOD] }, 0)
    await accounts.insert(id, { ownerId, accepted: true, expiresAt: 0, networks: [] })
    robots.push(id)
  }
  const operations = createOperations({
    changes: createChangeWriter(database, () => 0),
    exclusionList: createExclusionList([]),
    beforeCommit: followOwners,
    review: async () => {},
    now: () => 0,
  })
  return {
    robots,
    /** Makes a change, and returns the number of its queries. */
    async change(removed?: string): Promise<number> {
      const before = queries
      await operations.run(SERVICE, async ({ transaction, changes }) => {
        if (removed !== undefined)
          await createPolicyStore(transaction).remove(
            rules.filter(({ roleKey }) => roleKey === removed).map((rule) => ({ ...rule, roleKey: 'owner' })),
          )
        changes('policy')
        return {}
      })
      return queries - before
    },
    async enabled(): Promise<number[]> {
      return (await accounts.enabledByOwner()).map(({ userId }) => userId)
    },
  }
}

test('a change costs the same number of queries, however many accounts have owners with the same rights', async () => {
  const few = await createAccounts(4)
  const many = await createAccounts(100)
  expect(await many.change()).toBe(await few.change())
  expect(await many.enabled()).toEqual(many.robots)
})

test('only the accounts whose owners lack a right are disabled', async () => {
  const { robots, change, enabled } = await createAccounts(6)
  await change('writer')
  expect(await enabled()).toEqual(robots.filter((_, i) => i % 2 === 0))
})
