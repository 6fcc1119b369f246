import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { createDepartmentIndex, type DepartmentIndex } from '../../src/core/data-scope/department-index.ts'
import { createDepartments } from '../../src/core/data-scope/departments.ts'
import { createDepartmentStore } from '../../src/core/department/department.store.ts'
import { createRoleStore } from '../../src/core/role/role.store.ts'
import { ALL_USERS } from '../../src/core/user/list/user-scope.ts'
import { createUserStore } from '../../src/core/user/user.store.ts'
import { createChangeStore } from '../../src/platform/cluster/change-feed/change.store.ts'
import { createChangeFeed } from '../../src/platform/cluster/change-feed/change-feed.ts'
import { createChangeWriter } from '../../src/platform/cluster/change-feed/change-writer.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { scaled } from '../support/scale.ts'
import { GENEROUS_LIMITS, onEveryDatabase, type Place } from './stores.ts'
import { AT, addRole, addUser } from './stores-data.ts'
import { administrationOf, OPERATOR, outcomeOf } from './stores-operators.ts'

const DEPARTMENT = {
  parentId: 0,
  deptName: 'Sales',
  sort: 0,
  leader: '',
  phone: '',
  email: '',
  status: '2',
} as const

async function openNode({ url }: Place) {
  const { database, close } = await openDatabase(url, { migrate: false, limits: GENEROUS_LIMITS })
  const store = createDepartmentStore(database)
  let loads = 0
  const departments = createDepartments({
    store: {
      ...store,
      snapshot: () => {
        loads++
        return store.snapshot()
      },
    },
    changes: createChangeStore(database),
    onProblem: () => {},
    onReadFailed: (error) => {
      throw error
    },
  })
  const feed = createChangeFeed({
    database,
    updates: {
      policy: async () => {},
      department: departments.update,
      role: async () => {},
      revocation: async () => {},
    },
    now: Date.now,
    // Each test decides when a node applies changes.
    pollMilliseconds: 1e8,
    onProblem: () => {},
  })
  onTestFinished(async () => {
    await feed.close()
    await close()
  })
  await feed.start()
  return {
    database,
    store,
    feed,
    departments,
    loads: () => loads,
    administration: administrationOf(database, Date.now, feed),
  }
}

type Node = Awaited<ReturnType<typeof openNode>>

/** Returns everything that can be observed of an index. */
function contentOf(index: DepartmentIndex, ids: readonly number[], roleIds: readonly number[]): object {
  return {
    size: index.size,
    places: ids.map((id) => [
      id,
      index.tree.find(id),
      index.tree.problemOf(id),
      index.tree
        .below(id)
        .map(({ deptId }) => deptId)
        .toSorted((one, other) => one - other),
    ]),
    roles: roleIds.map((id) => [id, index.ofRole(id)]),
  }
}

async function expectLoaded(node: Node): Promise<void> {
  const stored = await node.store.snapshot()
  const ids = [...stored.departments.map(({ deptId }) => deptId), 999_999]
  const roleIds = (await createRoleStore(node.database).all()).map(({ roleId }) => roleId)
  const fresh = createDepartmentIndex(stored)
  expect(contentOf(node.departments.current(), ids, roleIds)).toEqual(contentOf(fresh, ids, roleIds))
  const users = await node.database.selectFrom('users').select(['id', 'dept_id']).execute()
  for (const { id, dept_id } of users) {
    // Unknown, or right.
    expect([undefined, dept_id]).toContain(node.departments.ofUser(id))
    await node.departments.readUser(id)
    expect(node.departments.ofUser(id)).toBe(dept_id)
  }
}

const at = fc.nat({ max: 30 })
const status = fc.constantFrom('1' as const, '2' as const)
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('add' as const), parent: at, status }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('move' as const), id: at, parent: at }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('change' as const), id: at, status }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('delete' as const), id: at }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('user' as const), user: at, id: at }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('role' as const), ids: fc.array(at) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete role' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete old changes' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cycle by hand' as const), id: at }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('unknown step' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
/** Whether the other node applies the change now, or together with later ones. */
const steps = fc.array(fc.tuple(step, fc.boolean()), { minLength: 8, maxLength: 25, size: 'max' })

async function make({ database, store, administration }: Node, next: Step): Promise<unknown> {
  const { departmentAdministration, userAdministration, roleAdministration } = administration
  const nodes = await store.nodes()
  const idAt = (n: number) => nodes[n % Math.max(1, nodes.length)]?.deptId ?? 0
  const role = await createRoleStore(database).findByKey('clerk')
  switch (next.kind) {
    case 'add':
      return departmentAdministration.add(OPERATOR, {
        deptName: 'x',
        parentId: next.parent % 4 === 0 ? 0 : idAt(next.parent),
        status: next.status,
      })
    case 'move':
      return departmentAdministration.change(OPERATOR, idAt(next.id), {
        parentId: next.parent % 4 === 0 ? 0 : idAt(next.parent),
      })
    case 'change':
      return departmentAdministration.change(OPERATOR, idAt(next.id), { status: next.status, leader: 'Ada' })
    case 'delete':
      return departmentAdministration.remove(OPERATOR, [idAt(next.id)])
    case 'user': {
      const users = await database.selectFrom('users').select('id').orderBy('id').execute()
      const userId = users[next.user % users.length]?.id ?? 0
      return userAdministration.change(OPERATOR, userId, { deptId: next.id % 3 === 0 ? 0 : idAt(next.id) })
    }
    case 'role': {
      const deptIds = next.ids.map(idAt).filter((id) => id > 0)
      if (role) return roleAdministration.change(OPERATOR, role.roleId, { deptIds })
      return roleAdministration.add(OPERATOR, { roleKey: 'clerk', roleName: 'clerk', deptIds })
    }
    case 'delete role':
      return roleAdministration.remove(OPERATOR, [role?.roleId ?? 0])
    case 'delete old changes':
      return createChangeStore(database).deleteExpired(Number.MAX_SAFE_INTEGER)
    case 'cycle by hand': {
      await store.change(idAt(next.id), { parentId: idAt(next.id) }, AT)
      // Comes into force with the next change without steps.
      return createChangeWriter(database, Date.now).write([{ kind: 'department' }], async () => {})
    }
    case 'unknown step':
      return createChangeWriter(database, Date.now).write(
        [{ kind: 'department', steps: [['merge', '1']] }],
        (transaction) => transaction.updateTable('departments').set({ status: '1' }).execute(),
      )
  }
}

onEveryDatabase((place) => {
  test('a department is stored, changed and removed', async () => {
    const store = createDepartmentStore(place.database)
    const id = await store.insert({ ...DEPARTMENT, deptName: 'Vertrieb “Süd” 销售', leader: '' }, AT)
    expect(await store.find(ALL_USERS, id)).toMatchObject({
      deptId: id,
      parentId: 0,
      deptName: 'Vertrieb “Süd” 销售',
      revision: 1,
      createdAt: new Date(AT).toISOString(),
    })
    await store.change(id, { leader: 'Ada', parentId: 7 }, AT + 1)
    expect(await store.find(ALL_USERS, id)).toMatchObject({
      parentId: 7,
      leader: 'Ada',
      sort: 0,
      revision: 2,
    })
    await store.remove(id)
    expect(await store.find(ALL_USERS, id)).toBeUndefined()
    const next = await store.insert(DEPARTMENT, AT)
    expect(next).toBeGreaterThan(id)
  })

  test('departments are sorted by parent, place and id', async () => {
    const store = createDepartmentStore(place.database)
    const top = await store.insert({ ...DEPARTMENT, sort: 1 }, AT)
    const last = await store.insert({ ...DEPARTMENT, parentId: top, sort: 2 }, AT)
    const first = await store.insert({ ...DEPARTMENT, parentId: top, sort: 1 }, AT)
    const second = await store.insert({ ...DEPARTMENT, parentId: top, sort: 1 }, AT)
    const page = { pageIndex: 1, pageSize: 10 }
    const ids = async (filter: object) =>
      (await store.page(ALL_USERS, filter, { by: 'tree', descending: false }, page)).list.map(
        ({ deptId }) => deptId,
      )
    expect(await ids({})).toEqual([top, first, second, last])
    expect(await ids({ parentId: top })).toEqual([first, second, last])
    expect(await ids({ deptName: '\0' })).toEqual([])
    expect((await store.nodes()).map(({ deptId }) => deptId)).toEqual([top, first, second, last])
  })

  test('a department is in use while it has departments below it, users or roles', async () => {
    const store = createDepartmentStore(place.database)
    const [above, busy, idle] = [
      await store.insert(DEPARTMENT, AT),
      await store.insert(DEPARTMENT, AT),
      await store.insert(DEPARTMENT, AT),
    ]
    await store.insert({ ...DEPARTMENT, parentId: above }, AT)
    const userId = await addUser(place.database, 'ada', { deptId: busy })
    expect(await Promise.all([above, busy, idle].map(store.isInUse))).toEqual([true, true, false])
    const roleId = await addRole(place.database, 'clerk')
    await createRoleStore(place.database).change(roleId, { deptIds: [idle, above, idle] }, AT)
    expect(await store.isInUse(idle)).toBe(true)
    expect((await store.snapshot()).roles).toEqual(new Map([[roleId, [above, idle]]]))
    await createUserStore(place.database).change(userId, { deptId: 0 }, AT)
    expect(await store.isInUse(busy)).toBe(false)
    expect([await store.ofUser(userId), await store.ofUser(999_999)]).toEqual([0, undefined])
  })

  test('after any changes, the departments on every node are the stored ones', async () => {
    for (const name of ['ada', 'bo', 'cy']) await addUser(place.database, name)
    const writer = await openNode(place)
    const other = await openNode(place)
    const counts = { changes: 0, loads: 0 }
    await fc.assert(
      fc.asyncProperty(steps, async (plan) => {
        await createChangeWriter(place.database, Date.now).write(
          [{ kind: 'department' }],
          async (transaction) => {
            await transaction.deleteFrom('departments').execute()
            await transaction.updateTable('users').set({ dept_id: 0 }).execute()
            await transaction.deleteFrom('roles').where('role_key', '!=', 'admin').execute()
          },
        )
        await writer.feed.catchUp()
        for (const [next, appliesNow] of plan) {
          const [loads, before] = [writer.loads(), writer.feed.version]
          await outcomeOf(make(writer, next))
          await writer.feed.catchUp()
          counts.loads += writer.loads() - loads
          counts.changes += writer.feed.version - before
          await expectLoaded(writer)
          if (!appliesNow) continue
          await other.feed.catchUp()
          await expectLoaded(other)
        }
        await other.feed.catchUp()
        await expectLoaded(other)
      }),
      { numRuns: place.dialect === 'sqlite' ? scaled(8, 20) : scaled(3, 6), seed: 5 },
    )
    // Most changes are applied, not loaded; otherwise the property would compare a load with a load.
    expect(counts.loads).toBeGreaterThan(0)
    expect(counts.loads).toBeLessThan(counts.changes / 2)
  })

  test('what was read of a user before a change does not replace the change', async () => {
    const node = await openNode(place)
    const { deptId } = await node.administration.departmentAdministration.add(OPERATOR, { deptName: 'Sales' })
    const userId = await addUser(node.database, 'ada')
    const reading = node.departments.readUser(userId)
    await node.administration.userAdministration.change(OPERATOR, userId, { deptId })
    await reading
    expect(node.departments.ofUser(userId)).toBe(deptId)
  })

  test('moving 10,000 departments changes one row and carries one step', async () => {
    const node = await openNode(place)
    const { departmentAdministration } = node.administration
    const from = await departmentAdministration.add(OPERATOR, { deptName: 'from' })
    const to = await departmentAdministration.add(OPERATOR, { deptName: 'to' })
    const moved = await departmentAdministration.add(OPERATOR, { deptName: 'moved', parentId: from.deptId })
    const row = { dept_name: 'leaf', sort: 0, leader: '', phone: '', email: '', status: '2' }
    const leaf = { ...row, parent_id: moved.deptId, created_at: AT, updated_at: AT }
    for (let batch = 0; batch < 100; batch++)
      await node.database
        .insertInto('departments')
        .values(Array.from({ length: 100 }, () => leaf))
        .execute()
    await createChangeWriter(node.database, Date.now).write([{ kind: 'department' }], async () => {})
    await node.feed.catchUp()
    const loads = node.loads()
    await departmentAdministration.change(OPERATOR, moved.deptId, { parentId: to.deptId })
    const { tree } = node.departments.current()
    expect([tree.below(from.deptId).length, tree.below(to.deptId).length, node.loads() - loads]).toEqual([
      1, 10_002, 0,
    ])
    const { payload } = await node.database
      .selectFrom('changes')
      .select('payload')
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(JSON.parse(payload)).toEqual([
      ['set', String(moved.deptId), String(to.deptId), '2'],
      ['count', '10003'],
    ])
    const changed = await node.database
      .selectFrom('departments')
      .select('id')
      .where('revision', '>', 1)
      .execute()
    expect(changed).toEqual([{ id: moved.deptId }])
  })
})
