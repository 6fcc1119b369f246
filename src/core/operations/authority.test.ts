import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type DatabaseHandle, openDatabase } from '../../platform/database/database.ts'
import { inTransaction } from '../../platform/database/query/transaction.ts'
import type { Refusal } from '../../platform/refusal/refusal.ts'
import { type Operator, SERVICE } from '../audit-log/operator.ts'
import { createDepartmentStore } from '../department/department.store.ts'
import { createExclusionList } from '../permission/exclusion-list.ts'
import { createPolicyStore } from '../permission/policy.store.ts'
import { createRoleStore } from '../role/role.store.ts'
import type { Role } from '../role/role.ts'
import { createUserStore } from '../user/user.store.ts'
import { type Authority, createAuthorities } from './authority.ts'

const authorityOf = createAuthorities({ exclusionList: createExclusionList([]) })

let handle: DatabaseHandle
beforeEach(async () => {
  handle = await openDatabase('sqlite::memory:')
  for (const [roleKey, dataScope] of [
    ['chief', '1'],
    ['clerk', '5'],
    ['wide', '1'],
    ['strong', '5'],
    ['leader', '4'],
    ['listing', '2'],
  ] as const) {
    await createRoleStore(handle.database).insert({ roleKey, roleName: roleKey, dataScope, status: '2' }, 0)
  }
  await createPolicyStore(handle.database).insert([
    { roleKey: 'chief', path: '/post/*', method: '*' },
    // Not of our language, as only a hand can write it: one’s own role is one’s own all the same.
    { roleKey: 'chief', path: '/by-hand.*', method: 'GET' },
    { roleKey: 'leader', path: '/post/*', method: '*' },
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
async function refusal(
  roleKey: string,
  ask: (authority: Authority) => Promise<void>,
  membership: { readonly deptId?: number; readonly dataScope?: string } = {},
): Promise<unknown> {
  const { roleId } = await role(roleKey)
  const user = { username: roleKey, passwordHash: 'x', roleId, status: '2', ...membership } as const
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
  ['wide', undefined],
  ['strong', 'a rule of the role "strong"'],
])('a chief assigns the role %s: %s', async (roleKey, expected) => {
  const given = await role(roleKey)
  expect(await refusal('chief', (authority) => authority.assertMayAssignRole(given))).toBe(expected)
  expect(await refusal('admin', (authority) => authority.assertMayAssignRole(given))).toBeUndefined()
})

test.each([
  ['clerk', undefined],
  ['chief', 'own-role'],
  ['admin', 'admin-only'],
  ['wide', undefined],
  ['strong', 'a rule of the role "strong"'],
])('a chief changes the role %s: %s', async (roleKey, expected) => {
  const changed = await role(roleKey)
  expect(await refusal('chief', (authority) => authority.assertMayChangeRole(changed))).toBe(expected)
  expect(await refusal('admin', (authority) => authority.assertMayChangeRole(changed))).toBeUndefined()
})

test('a refusal names a rule of another role to an operator who may read rules', async () => {
  const reading = { roleKey: 'chief', path: '/api/v1/policy', method: 'GET' }
  await createPolicyStore(handle.database).insert([reading])
  const strong = await role('strong')
  expect(await refusal('chief', (authority) => authority.assertMayChangeRole(strong))).toBe('GET /user')
})

describe('administrators of a branch', () => {
  let north: number
  let below: number
  let disabled: number
  let south: number
  beforeEach(async () => {
    const departments = createDepartmentStore(handle.database)
    const add = (deptName: string, parentId: number, status: '1' | '2' = '2') =>
      departments.insert({ deptName, parentId, status, sort: 0, leader: '', phone: '', email: '' }, 0)
    north = await add('north', 0)
    below = await add('below', north)
    disabled = await add('disabled', north, '1')
    south = await add('south', 0)
  })

  const place = (name: string) => ({ north, below, disabled, south, nowhere: 0 })[name] ?? -1

  test.each([
    ['clerk', '', 'north', undefined],
    ['clerk', '', 'below', undefined],
    ['clerk', '', 'disabled', undefined],
    ['clerk', '', 'south', 'department'],
    ['clerk', '', 'nowhere', 'users without a department'],
    ['clerk', '3', 'below', undefined],
    ['clerk', '4', 'north', undefined],
    ['clerk', '1', 'north', 'the data scope "all data"'],
    ['clerk', '9', 'north', 'the data scope "9"'],
    ['leader', '', 'below', undefined],
    ['leader', '1', 'below', 'the data scope "all data"'],
    ['wide', '', 'north', 'the data scope "all data"'],
    ['wide', '5', 'north', undefined],
    ['strong', '', 'north', 'a rule of the role "strong"'],
    ['admin', '', 'north', 'admin-only'],
  ])(
    'the leader of a branch and a user with role %s, scope "%s" in %s: %s',
    async (roleKey, dataScope, name, expected) => {
      const { roleId } = await role(roleKey)
      const refused = await refusal(
        'leader',
        (authority) => authority.assertMayManageUser({ roleId, deptId: place(name), dataScope }),
        { deptId: north },
      )
      if (expected === 'department') expect(refused).toBe(`users of the department with the ID ${south}`)
      else expect(refused).toBe(expected)
    },
  )

  test('the departments that a role lists must be in the scope of the operator', async () => {
    const listing = await role('listing')
    const roles = createRoleStore(handle.database)
    const ask = () =>
      refusal('leader', (authority) => authority.assertMayAssignRole(listing), { deptId: north })
    await roles.change(listing.roleId, { deptIds: [below, south] }, 0)
    expect(await ask()).toBe('the data scope "custom departments"')
  })

  test('an operator whose own scope is narrower than the role cannot hand out the role without it', async () => {
    const { roleId } = await role('wide')
    const narrowed = { deptId: north, dataScope: '4' }
    const asking = (dataScope: string) => (authority: Authority) =>
      authority.assertMayManageUser({ roleId, deptId: below, dataScope })
    expect(await refusal('wide', asking(''), narrowed)).toBe('the data scope "all data"')
  })

  test('an operator with own data only can change nobody else, and assign no role', async () => {
    const { roleId } = await role('clerk')
    const clerk = await role('clerk')
    expect(
      await refusal(
        'clerk',
        (authority) => authority.assertMayManageUser({ roleId, deptId: north, dataScope: '' }),
        {
          deptId: north,
        },
      ),
    ).toBe(`users of the department with the ID ${north}`)
    await handle.database.deleteFrom('users').execute()
    expect(
      await refusal('clerk', (authority) => authority.assertMayAssignRole(clerk), { deptId: north }),
    ).toBe('the data scope "own data only"')
  })

  test.each(['leader', 'clerk'])('%s cannot change roles, even with the same rules', async (roleKey) => {
    const listing = await role('listing')
    const ask = (authority: Authority) => authority.assertMayChangeRole(listing)
    expect(await refusal(roleKey, ask, { deptId: north })).toBe('all-data-required')
  })

  test('a disabled department limits its members to nothing', async () => {
    const { roleId } = await role('clerk')
    const ask = (authority: Authority) =>
      authority.assertMayManageUser({ roleId, deptId: disabled, dataScope: '' })
    expect(await refusal('leader', ask, { deptId: disabled })).toBe(
      `users of the department with the ID ${disabled}`,
    )
  })
})
