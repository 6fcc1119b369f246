import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { scaled } from '../../../../test/support/scale.ts'
import { SERVICE } from '../../../core/audit-log/operator.ts'
import { createDepartmentStore } from '../../../core/department/department.store.ts'
import { createOperations } from '../../../core/operations/operations.ts'
import { createExclusionList } from '../../../core/permission/exclusion-list.ts'
import { createPolicyStore } from '../../../core/permission/policy.store.ts'
import { ADMIN_ROLE_KEY, DATA_SCOPES, problemOfRole } from '../../../core/role/role.ts'
import { createChangeWriter } from '../../../platform/cluster/change-feed/change-writer.ts'
import { type DatabaseHandle, openDatabase } from '../../../platform/database/database.ts'
import { METHODS } from '../../../platform/http/call/method.ts'
import type { DeclaredRole } from './declared-role.ts'
import { createDeclaredRoleAdministration, readStoredRoles } from './declared-roles.ts'
import { readRoleFiles } from './role-files.ts'
import { planRoles } from './role-plan.ts'
import { writeRoleFiles } from './write-role-files.ts'

const DEPARTMENTS = [1, 2, 3]
const AT_THE_TOP = { parentId: 0, sort: 0, leader: '', phone: '', email: '', status: '2' } as const

let handle: DatabaseHandle
let folder: string

beforeEach(async () => {
  handle = await openDatabase('sqlite::memory:')
  const departments = createDepartmentStore(handle.database)
  for (const deptId of DEPARTMENTS) {
    const deptName = `Department ${deptId}`
    await departments.insert({ ...AT_THE_TOP, deptName }, 0)
  }
  folder = mkdtempSync(join(tmpdir(), 'castellan-declared-'))
})
afterEach(async () => {
  await handle.close()
  rmSync(folder, { recursive: true })
})

const planOf = async (declared: readonly DeclaredRole[], prune: boolean) =>
  planRoles(declared, await readStoredRoles(handle.database), { prune })

async function apply(declared: readonly DeclaredRole[], prune: boolean): Promise<void> {
  const exclusionList = createExclusionList([])
  const changes = createChangeWriter(handle.database, Date.now)
  const { apply } = createDeclaredRoleAdministration(
    createOperations({ changes, exclusionList, review: async () => {}, now: Date.now }),
  )
  await apply({ ...SERVICE, source: 'command' }, declared, { prune, seen: await planOf(declared, prune) })
}

const text = (maxLength: number) =>
  fc.oneof(fc.string({ maxLength }), fc.string({ maxLength, unit: 'binary' }))
const segment = fc.constantFrom('orders', ':id', 'a-b', 'x=1,y', '%C3%A4', "it's", '~')
const endpoint = fc.record({
  method: fc.constantFrom('*', ...METHODS),
  path: fc
    .tuple(fc.array(segment, { minLength: 1, maxLength: 3 }), fc.constantFrom('', '/*'))
    .map(([segments, end]) => `/${segments.join('/')}${end}`),
})
const role: fc.Arbitrary<DeclaredRole> = fc.record({
  roleKey: fc.constantFrom('a', 'A', 'b:c', 'b_c', 'null', 'yes', '1', '0x1F', '1e3', '0-0-0', 'd.e', 'con'),
  roleName: text(20).filter((roleName) => problemOfRole({ roleName }) === undefined),
  dataScope: fc.constantFrom(...DATA_SCOPES),
  deptIds: fc.subarray(DEPARTMENTS),
  status: fc.constantFrom('1' as const, '2' as const),
  remark: text(40).filter((remark) => problemOfRole({ remark }) === undefined),
  rules: fc.uniqueArray(endpoint, { maxLength: 6, selector: ({ method, path }) => `${method} ${path}` }),
})
const roles = fc.uniqueArray(role, { minLength: 1, maxLength: 5, selector: ({ roleKey }) => roleKey })

test('applied twice, exported, read and applied again, roles and rules stay the same', async () => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(roles, fc.boolean(), async (declared, prune) => {
      await apply(declared, prune)
      expect((await planOf(declared, prune)).roles).toEqual([])

      const exported = join(folder, String(run++))
      writeRoleFiles(exported, await readStoredRoles(handle.database))
      const read = readRoleFiles(exported)
      expect(await planOf(read, true)).toEqual({ roles: [], unmanaged: [] })
      for (const { roleKey, roleName, deptIds, remark } of declared)
        expect(read).toContainEqual(expect.objectContaining({ roleKey, roleName, deptIds, remark }))
    }),
    { numRuns: scaled(8, 25) },
  )
})

test('rules that were stored for a key before its role existed are removed if they are not declared', async () => {
  const policy = createPolicyStore(handle.database)
  await policy.insert([
    { roleKey: 'ghost', method: 'GET', path: '/a' },
    { roleKey: 'ghost', method: 'GET', path: '/b' },
    { roleKey: 'other', method: 'BREW', path: '/c' },
  ])
  const ghost: DeclaredRole = {
    roleKey: 'ghost',
    roleName: 'Ghost',
    dataScope: '5',
    deptIds: [],
    status: '2',
    remark: '',
    rules: [{ method: 'GET', path: '/a' }],
  }
  await apply([ghost], false)
  expect(await policy.listByRole('ghost')).toEqual([{ roleKey: 'ghost', method: 'GET', path: '/a' }])
  expect((await planOf([ghost], false)).unmanaged).toEqual(['other'])
  await apply([ghost], true)
  expect(await policy.listByRole('other')).toEqual([])
})

test('the role admin and its rules are never part of a plan', async () => {
  await createPolicyStore(handle.database).insert([{ roleKey: ADMIN_ROLE_KEY, method: 'GET', path: '/a' }])
  expect(await planOf([], true)).toEqual({ roles: [], unmanaged: [] })
})
