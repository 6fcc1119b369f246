import { expect, test } from 'vitest'
import type { Role } from './role.ts'
import { createRolesInForce } from './roles-in-force.ts'

const roleOf = (roleId: number, roleName = `role ${roleId}`): Role => ({
  roleId,
  roleName,
  roleKey: `role-${roleId}`,
  dataScope: '5',
  deptIds: [],
  status: '2',
  remark: '',
  revision: 1,
  createdAt: '',
  updatedAt: '',
})

function createStored(...roles: Role[]) {
  const stored = new Map(roles.map((role) => [role.roleId, role]))
  const read: string[] = []
  const store = {
    async all() {
      read.push('all')
      return [...stored.values()]
    },
    async findMany(ids: readonly number[]) {
      read.push(ids.join(' '))
      return new Map(ids.flatMap((id) => (stored.has(id) ? [[id, stored.get(id) ?? roleOf(id)]] : [])))
    },
  }
  return { stored, read, store }
}

test('roles come from memory', async () => {
  const { read, store } = createStored(roleOf(1), roleOf(2))
  const roles = createRolesInForce(store)
  await roles.update()
  expect(await roles.find(1)).toEqual(roleOf(1))
  expect([...(await roles.findMany([2, 1])).keys()]).toEqual([2, 1])
  expect(await roles.all()).toEqual([roleOf(1), roleOf(2)])
  expect(read).toEqual(['all'])
})

test('a role that another node has just added is read from the database, and an unknown one is not found', async () => {
  const { stored, read, store } = createStored(roleOf(1))
  const roles = createRolesInForce(store)
  await roles.update()
  stored.set(7, roleOf(7))
  expect(await roles.find(7)).toEqual(roleOf(7))
  expect([...(await roles.findMany([1, 7, 9])).keys()]).toEqual([1, 7])
  expect(await roles.find(9)).toBeUndefined()
  expect(read).toEqual(['all', '7', '7 9', '9'])
})

test('an update replaces changed roles and removes deleted ones', async () => {
  const { stored, store } = createStored(roleOf(1), roleOf(2))
  const roles = createRolesInForce(store)
  await roles.update()
  stored.set(1, roleOf(1, 'new name'))
  stored.delete(2)
  await roles.update()
  expect(await roles.all()).toEqual([roleOf(1, 'new name')])
  expect(await roles.find(2)).toBeUndefined()
})

test('a failed update keeps the last roles, and the next one works', async () => {
  const { stored, store } = createStored(roleOf(1))
  let failing = false
  const roles = createRolesInForce({
    ...store,
    all: () => (failing ? Promise.reject(new Error('no database')) : store.all()),
  })
  await roles.update()
  stored.set(1, roleOf(1, 'new name'))
  failing = true
  await expect(roles.update()).rejects.toThrow('no database')
  expect((await roles.find(1))?.roleName).toBe('role 1')
  failing = false
  await roles.update()
  expect((await roles.find(1))?.roleName).toBe('new name')
})

test('two updates at the same time end with the roles of the one that started last', async () => {
  const loads: ((roles: Role[]) => void)[] = []
  const roles = createRolesInForce({
    all: () => new Promise((resolve) => loads.push(resolve)),
    findMany: async () => new Map(),
  })
  const first = roles.update()
  const second = roles.update()
  await Promise.resolve()
  expect(loads).toHaveLength(1)
  loads[0]?.([roleOf(1, 'older')])
  await first
  await Promise.resolve()
  loads[1]?.([roleOf(1, 'newer')])
  await second
  expect((await roles.find(1))?.roleName).toBe('newer')
})
