import { afterEach, beforeEach, expect, test } from 'vitest'
import { createRoleStore } from '../accounts/role/role.store.ts'
import type { Role } from '../accounts/role/role.ts'
import { createUserStore } from '../accounts/user/user.store.ts'
import { createExclusionList } from '../authorization/permission/exclusion-list.ts'
import { createPolicyStore } from '../authorization/permission/policy.store.ts'
import { type DatabaseHandle, openDatabase } from '../database/database.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Refusal } from '../foundation/refusal/refusal.ts'
import { type Operator, SERVICE } from '../logs/audit-log/operator.ts'
import { type Authority, createAuthorities } from './authority.ts'

const authorityOf = createAuthorities({ exclusionList: createExclusionList([]) })

let handle: DatabaseHandle
beforeEach(async () => {
  handle = await openDatabase('sqlite::memory:')
  for (const [roleKey, dataScope] of [
    ['chief', '4'],
    ['clerk', '5'],
    ['wide', '1'],
    ['strong', '5'],
  ] as const) {
    await createRoleStore(handle.database).insert({ roleKey, roleName: roleKey, dataScope, status: '2' }, 0)
  }
  await createPolicyStore(handle.database).insert([
    { roleKey: 'chief', path: '/post/*', method: '*' },
    // Not of our language, as only a hand can write it: one’s own role is one’s own all the same.
    { roleKey: 'chief', path: '/by-hand.*', method: 'GET' },
    { roleKey: 'clerk', path: '/post/:id', method: 'GET' },
    { roleKey: 'strong', path: '/post/:id', method: 'GET' },
    { roleKey: 'strong', path: '/user', method: 'GET' },
  ])
})
afterEach(() => handle.close())

async function role(roleKey: string): Promise<Role> {
  const found = await createRoleStore(handle.database).findByKey(roleKey)
  if (!found) throw new Error('no such role')
  return found
}

/** Why somebody of this role may not; undefined where they may. */
async function refusal(roleKey: string, ask: (authority: Authority) => Promise<void>): Promise<unknown> {
  const { roleId } = await role(roleKey)
  const user = { username: roleKey, passwordHash: 'x', roleId, status: '2' } as const
  const userId = await createUserStore(handle.database).insert(user, 0)
  const operator: Operator = { ...SERVICE, userId, username: roleKey, roleId, source: 'http' }
  return inTransaction(handle.database, async (transaction) =>
    ask(await authorityOf({ transaction, operator })),
  ).then(
    () => undefined,
    ({ reason, details: { excess } }: Refusal) =>
      typeof excess === 'object' ? excess.en : (excess ?? reason),
  )
}

test.each([
  ['clerk', undefined],
  ['chief', undefined],
  ['admin', 'admin-only'],
  ['wide', 'data scope 1'],
  ['strong', 'a rule of the role "strong"'],
])('a chief assigns the role %s: %s', async (roleKey, expected) => {
  const given = await role(roleKey)
  expect(await refusal('chief', (authority) => authority.refuseRole(given))).toBe(expected)
  expect(await refusal('admin', (authority) => authority.refuseRole(given))).toBeUndefined()
})

test.each([
  ['clerk', undefined],
  ['chief', 'own-role'],
  ['admin', 'admin-only'],
  ['wide', 'data scope 1'],
  ['strong', 'a rule of the role "strong"'],
])('a chief changes the role %s: %s', async (roleKey, expected) => {
  const changed = await role(roleKey)
  expect(await refusal('chief', (authority) => authority.refuseChangeOf(changed))).toBe(expected)
  expect(await refusal('admin', (authority) => authority.refuseChangeOf(changed))).toBeUndefined()
})

test('a refusal names a rule of another role to an operator who may read rules', async () => {
  const reading = { roleKey: 'chief', path: '/api/v1/policy', method: 'GET' }
  await createPolicyStore(handle.database).insert([reading])
  const strong = await role('strong')
  expect(await refusal('chief', (authority) => authority.refuseChangeOf(strong))).toBe('GET /user')
})
