import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Operator } from '../../src/core/audit-log/operator.ts'
import { createDepartmentIndex } from '../../src/core/data-scope/department-index.ts'
import { type ResolvedScope, resolveScope } from '../../src/core/data-scope/resolve-scope.ts'
import type { ScopeChange } from '../../src/core/data-scope/scope-change.ts'
import { createDepartmentStore } from '../../src/core/department/department.store.ts'
import { createPolicyStore } from '../../src/core/permission/policy.store.ts'
import { createRoleStore } from '../../src/core/role/role.store.ts'
import { createSessionStore } from '../../src/core/session/session.store.ts'
import { createAccountStore } from '../../src/core/user/account.store.ts'
import { ALL_USERS } from '../../src/core/user/list/user-scope.ts'
import { createUserStore } from '../../src/core/user/user.store.ts'
import { createScopePreview } from '../../src/features/policy/preview/scope-preview.ts'
import { createDryRunWriter } from '../../src/platform/cluster/change-feed/change-writer.ts'
import type { RootDatabase } from '../../src/platform/database/database.ts'
import { Refusal } from '../../src/platform/refusal/refusal.ts'
import { onEveryDatabase } from './stores.ts'
import { AT } from './stores-data.ts'
import { administrationOf, OPERATOR } from './stores-operators.ts'

/** Returns the scope of each enabled user. */
async function resolvedScopes(database: RootDatabase): Promise<ReadonlyMap<number, ResolvedScope>> {
  const index = createDepartmentIndex(await createDepartmentStore(database).snapshot())
  const users = createAccountStore(database)
  const rows = await database.selectFrom('users').select('id').where('status', '=', '2').execute()
  const scopes = new Map<number, ResolvedScope>()
  for (const { id } of rows) {
    const account = await users.find(id)
    if (account) scopes.set(id, resolveScope(account, index))
  }
  return scopes
}

/** Returns the departments of the rows that each enabled user sees, with 0 for rows without one, and -1 for own rows only. */
async function visibleDepartments(database: RootDatabase): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
  const { departments } = await createDepartmentStore(database).snapshot()
  const all = [0, ...departments.map(({ deptId }) => deptId)]
  return new Map(
    [...(await resolvedScopes(database))].map(([userId, scope]) => {
      if (scope.kind === 'all') return [userId, new Set(all)]
      return [userId, new Set(scope.kind === 'some' ? [-1, ...scope.departments] : [])]
    }),
  )
}

type Visible = Awaited<ReturnType<typeof visibleDepartments>>

/** What an operator sees. */
interface Counted {
  user(userId: number): boolean
  department(deptId: number): boolean
}

const EVERYTHING: Counted = { user: () => true, department: () => true }

/** Returns what an operator with a token sees: the own account, and the users and departments of the own scope. */
async function seenBy(database: RootDatabase, seen: Visible, operatorId: number): Promise<Counted> {
  const departments = seen.get(operatorId) ?? new Set()
  if (departments.has(0)) return EVERYTHING
  const users = await database.selectFrom('users').select(['id', 'dept_id']).execute()
  const ids = new Set(users.filter(({ dept_id }) => departments.has(dept_id)).map(({ id }) => id))
  return { user: (id) => ids.has(id), department: (id) => departments.has(id) }
}

/** Counts what users see after a change and did not see before it, user by user. A user who is changed is not counted as seen. */
async function moreIn(
  database: RootDatabase,
  planned: ScopeChange,
  { after, before, isCounted }: { after: Visible; before: Visible; isCounted: Counted },
) {
  const gained = new Set<number>()
  let users = 0
  for (const [userId, seen] of after) {
    if (!isCounted.user(userId)) continue
    const had = before.get(userId) ?? new Set()
    const more = [...seen].filter((id) => !had.has(id))
    const departments = more.filter((id) => id !== -1)
    for (const id of departments.filter(isCounted.department)) gained.add(id)
    if (departments.length > 0 || (had.size === 0 && more.length > 0)) users++
  }
  const changed = 'user' in planned ? planned.user.userId : 0
  const members = await database.selectFrom('users').select('dept_id').where('id', '!=', changed).execute()
  return {
    users,
    extent: {
      departments: [...gained].filter((id) => id !== 0).length,
      users: members.filter(({ dept_id }) => gained.has(dept_id)).length,
    },
  }
}

const at = fc.nat({ max: 20 })
const dataScope = fc.constantFrom('1', '2', '3', '4', '5')
const change = fc.oneof(
  fc.record({ kind: fc.constant('move' as const), id: at, parent: fc.option(at) }),
  fc.record({
    kind: fc.constant('status' as const),
    id: at,
    status: fc.constantFrom('1' as const, '2' as const),
  }),
  fc.record({
    kind: fc.constant('role' as const),
    id: at,
    dataScope,
    ids: fc.uniqueArray(at, { maxLength: 4 }),
  }),
  fc.record({
    kind: fc.constant('user' as const),
    id: at,
    dept: fc.option(at),
    role: at,
    dataScope: fc.option(dataScope),
  }),
)

onEveryDatabase((place) => {
  test('the preview of a change counts what the change does, and changes nothing', async () => {
    const { database } = place
    const administration = administrationOf(database, Date.now)
    const departments = createDepartmentStore(database)
    const previewScope = createScopePreview({
      database,
      users: createUserStore(database),
      roles: createRoleStore(database),
      dryRun: administrationOf(database, Date.now, createDryRunWriter(database)),
      index: async () => createDepartmentIndex(await departments.snapshot()),
    })
    const deptIds: number[] = []
    for (let n = 0; n < 9; n++) {
      const parentId = n < 2 ? 0 : (deptIds[Math.floor((n - 1) / 2)] ?? 0)
      const columns = {
        parentId,
        deptName: `d${n}`,
        sort: 0,
        leader: '',
        phone: '',
        email: '',
        status: '2',
      } as const
      deptIds.push(await departments.insert(columns, AT))
    }
    const roleIds: number[] = []
    for (const scope of ['1', '2', '3', '4', '5'] as const) {
      const role = {
        roleKey: `r${scope}`,
        roleName: scope,
        dataScope: scope,
        status: '2',
        remark: '',
      } as const
      roleIds.push(await createRoleStore(database).insert({ ...role, deptIds: deptIds.slice(0, 3) }, AT))
      await createPolicyStore(database).insert([{ roleKey: role.roleKey, path: '/api/v1/*', method: '*' }])
    }
    const userIds: number[] = []
    for (let n = 0; n < 12; n++) {
      const deptId = n % 4 === 0 ? 0 : deptIds[n % deptIds.length]
      const roleId = roleIds[n % roleIds.length] ?? 0
      const status = n === 7 ? '1' : '2'
      const user = { username: `u${n}`, passwordHash: 'x', roleId, deptId, status } as const
      userIds.push(await createUserStore(database).insert(user, AT))
    }
    const of = (ids: readonly number[], n: number) => ids[n % ids.length] ?? 0
    const changeOf = (next: typeof change extends fc.Arbitrary<infer C> ? C : never): ScopeChange => {
      switch (next.kind) {
        case 'move':
          return {
            department: {
              deptId: of(deptIds, next.id),
              parentId: next.parent === null ? 0 : of(deptIds, next.parent),
            },
          }
        case 'status':
          return { department: { deptId: of(deptIds, next.id), status: next.status } }
        case 'role':
          return {
            role: {
              roleId: of(roleIds, next.id),
              dataScope: next.dataScope,
              deptIds: [...new Set(next.ids.map((n) => of(deptIds, n)))],
            },
          }
        case 'user':
          return {
            user: {
              userId: of(userIds, next.id),
              deptId: next.dept === null ? 0 : of(deptIds, next.dept),
              roleId: of(roleIds, next.role),
              dataScope: next.dataScope ?? '',
            },
          }
      }
    }
    const make = (operator: Operator, planned: ScopeChange): Promise<unknown> => {
      if ('user' in planned) {
        const { userId, ...fields } = planned.user
        return administration.userAdministration.change(operator, userId, fields)
      }
      if ('role' in planned) {
        const { roleId, ...fields } = planned.role
        return administration.roleAdministration.change(operator, roleId, fields)
      }
      const { deptId, ...fields } = planned.department
      return administration.departmentAdministration.change(operator, deptId, fields)
    }
    const logIn = async (userId: number): Promise<Operator> => {
      const account = await createAccountStore(database).find(userId)
      const { roleId = 0, username = '' } = account ?? {}
      const client = { nonce: 'x', signer: '', ipaddr: '', browser: '', os: '', platform: '' }
      const times = { issuedAt: Date.now(), expiresAt: Date.now() + 3_600_000 }
      const sessionId = await createSessionStore(database).insert({ userId, roleId, ...client, ...times })
      return { userId, username, roleId, sessionId, source: 'http', ipaddr: '', requestId: '' }
    }
    const refusalOf = (work: Promise<unknown>) =>
      work.then(
        () => undefined,
        (error: unknown) => (error instanceof Refusal ? error.reason : Promise.reject(error)),
      )

    const [given] = fc.sample(fc.array(change, { minLength: 60, maxLength: 60 }), 1)
    for (const [n, next] of (given ?? []).entries()) {
      const planned = changeOf(next)
      const before = await visibleDepartments(database)
      const own = n % 2 === 0 ? undefined : (await resolvedScopes(database)).get(of(userIds, n))
      const operator = own ? await logIn(of(userIds, n)) : OPERATOR
      const isCounted = own ? await seenBy(database, before, operator.userId) : EVERYTHING
      const previewed = await previewScope(operator, planned, own ?? ALL_USERS).catch((error: unknown) =>
        error instanceof Refusal ? error.reason : Promise.reject(error),
      )
      expect(await visibleDepartments(database), 'the preview has changed something').toEqual(before)
      const refused = await refusalOf(make(operator, planned))
      if (typeof previewed === 'string' || refused !== undefined) {
        expect(previewed, JSON.stringify(planned)).toBe(refused)
        continue
      }
      const after = await visibleDepartments(database)
      const more = await moreIn(database, planned, { after, before, isCounted })
      const less = await moreIn(database, planned, { after: before, before: after, isCounted })
      expect(previewed, JSON.stringify(planned)).toEqual({
        usersGaining: more.users,
        usersLosing: less.users,
        gained: more.extent,
        lost: less.extent,
      })
    }
  })
})
