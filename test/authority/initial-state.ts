import fc from 'fast-check'
import type { Operator } from '../../src/core/audit-log/operator.ts'
import { createSessionStore } from '../../src/core/session/session.store.ts'
import { allRows, COMMAND_LINE, type Fixture, UNUSABLE_HASH } from './administration-fixture.ts'
import { hasAccess, isEnabled } from './program-invariants.ts'
import { grant } from './requests.ts'

/** Roles, their rules and users, as an admin has created them. */
const fields = {
  admins: fc.integer({ min: 1, max: 2 }),
  /** The data scope of the administrators of a branch. */
  branchScope: fc.constantFrom('4', '4', '3', '2'),
  roles: fc.array(
    fc.record({
      dataScope: fc.constantFrom('1', '1', '2', '3', '4', '5'),
      grants: fc.array(grant, { minLength: 1, maxLength: 5 }),
      holders: fc.integer({ min: 1, max: 2 }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  /** The parents of the departments, and the departments and data scopes of the users. */
  departments: fc.array(fc.nat({ max: 3 }), { minLength: 2, maxLength: 5 }),
  memberships: fc.array(
    fc.record({ department: fc.nat({ max: 4 }), dataScope: fc.constantFrom('', '', '', '1', '3', '4', '5') }),
    { minLength: 6, maxLength: 8 },
  ),
  /** Rules of keys without a role, as manual changes of the table leave them. */
  orphans: fc.array(fc.record({ roleKey: fc.constantFrom('k4', 'k5'), grant }), { maxLength: 2 }),
  /** Whether the administrators of a branch are in the first department. */
  hasLeaders: fc.constant<boolean>(false),
}

export const initialState = fc.record(fields)

/** With more departments, most of them below one another, and with administrators above them. */
export const branchState = fc.record({
  ...fields,
  departments: fc.array(fc.nat({ max: 5 }), { minLength: 4, maxLength: 7 }),
  hasLeaders: fc.constant<boolean>(true),
})

export type InitialState = typeof initialState extends fc.Arbitrary<infer T> ? T : never

/** A role that has permissions to grant. */
const delegatingRole = {
  grants: [
    { path: '/a/*', method: '*' },
    { path: '/:x', method: 'GET' },
    // Without it, roles cannot be copied.
    { path: '/api/v1/policy', method: 'POST' },
  ],
  holders: 2,
}

/** The key of the role with the data scope of a branch. */
const BRANCH_ROLE = 'k1'

export async function createInitialState(fixture: Fixture, state: InitialState): Promise<void> {
  const { database, administration } = fixture
  const { userImport, roleAdministration, policyAdministration } = administration
  const user = (username: string, roleKey: string) => ({ username, roleKey, passwordHash: UNUSABLE_HASH })
  const admins = Array.from({ length: state.admins }, (_, n) => user(`admin ${n}`, 'admin'))
  await userImport.add(COMMAND_LINE, admins)
  const scopes = ['1', state.branchScope]
  const roles = [...scopes.map((dataScope) => ({ ...delegatingRole, dataScope })), ...state.roles]
  for (const [i, { dataScope, grants, holders }] of roles.entries()) {
    const roleKey = `k${i}`
    const rules = grants.map((one) => ({ roleKey, ...one }))
    const users = Array.from({ length: holders }, (_, n) => user(`holder ${n} of ${roleKey}`, roleKey))
    await roleAdministration.add(COMMAND_LINE, { roleKey, roleName: roleKey, dataScope })
    await policyAdministration.add(COMMAND_LINE, rules)
    await userImport.add(COMMAND_LINE, users)
  }
  const ids = [0]
  for (const parent of state.departments) {
    const department = { deptName: 'x', parentId: ids[parent % ids.length] ?? 0 }
    ids.push((await administration.departmentAdministration.add(COMMAND_LINE, department)).deptId)
  }
  const { users, roles: stored } = await allRows(database)
  for (const { id } of stored.filter((role) => role.data_scope === '2')) {
    const deptIds = ids.filter((deptId) => deptId > 0 && deptId % 2 === id % 2)
    await roleAdministration.change(COMMAND_LINE, id, { deptIds })
  }
  for (const [i, { department, dataScope }] of state.memberships.entries()) {
    const change = { deptId: ids[department % ids.length] ?? 0, dataScope }
    await administration.userAdministration.change(COMMAND_LINE, users[i % users.length]?.id ?? 0, change)
  }
  const leaders = state.hasLeaders ? users.filter(({ username }) => username.endsWith(BRANCH_ROLE)) : []
  for (const { id } of leaders)
    await administration.userAdministration.change(COMMAND_LINE, id, { deptId: ids[1], dataScope: '' })
  for (const { roleKey, grant: one } of state.orphans) {
    const insert = database.insertInto('policy_rules').values({ role_key: roleKey, ...one })
    await insert.onConflict((on) => on.doNothing()).execute()
  }
}

/** Adds accounts of programs with the role that has permissions to grant. */
export async function createPrograms({ database, administration }: Fixture): Promise<void> {
  const { roles, users } = await allRows(database)
  const roleId = roles.find(({ role_key }) => role_key === 'k0')?.id ?? 0
  const ownerId = users.find(({ username }) => username === 'admin 0')?.id ?? 0
  for (const username of ['robot a', 'robot b'])
    await administration.serviceAccountAdministration.add(COMMAND_LINE, { username, roleId, ownerId })
}

/** Adds two departments, and somebody who changes the users of one of them and those below it. */
export async function createBranch({ administration }: Fixture): Promise<void> {
  const { departmentAdministration, roleAdministration, policyAdministration, userImport } = administration
  for (const deptName of ['branch', 'other'])
    await departmentAdministration.add(COMMAND_LINE, { deptName, parentId: 0 })
  const roleKey = 'keeper'
  await roleAdministration.add(COMMAND_LINE, { roleKey, roleName: roleKey, dataScope: '4' })
  await policyAdministration.add(COMMAND_LINE, [{ roleKey, method: 'PUT', path: '/api/v1/sys-user/:id' }])
  await userImport.add(COMMAND_LINE, [{ username: roleKey, roleKey, passwordHash: UNUSABLE_HASH }])
}

/** Lets the roles that have permissions to grant change users, which an approval requires, and adds a program. */
export async function createApprovers(fixture: Fixture): Promise<void> {
  const rule = { method: 'PUT', path: '/api/v1/sys-user/:id' }
  const rules = ['k0', BRANCH_ROLE].map((roleKey) => ({ roleKey, ...rule }))
  await fixture.administration.policyAdministration.add(COMMAND_LINE, rules)
  await createPrograms(fixture)
}

/** Gives the roles `admin` and `k0` for some hours to users who get less back. */
export async function createDeputies({ database, administration, now }: Fixture): Promise<void> {
  const { roles, users } = await allRows(database)
  const deputies = { 'holder 1 of k0': 'admin', 'holder 0 of k2': 'k0' }
  for (const [username, roleKey] of Object.entries(deputies)) {
    const userId = users.find((user) => user.username === username)?.id ?? 0
    const roleId = roles.find(({ role_key }) => role_key === roleKey)?.id ?? 0
    const change = { roleId, roleUntil: new Date(now() + 5 * 3_600_000).toISOString() }
    await administration.userAdministration.change(COMMAND_LINE, userId, change)
  }
}

/** Creates a session that has just begun and returns its operator, or nothing if the user may not log in. */
export async function login(
  { database, now }: Pick<Fixture, 'database' | 'now'>,
  n: number,
): Promise<Operator[]> {
  const rows = await allRows(database)
  const user = rows.users[n % rows.users.length]
  const program = rows.programs.find(({ id }) => id === user?.id)
  if (!user || !isEnabled(rows, user.id)) return []
  if (program && (program.accepted === 0 || !hasAccess(rows, program.owner_id))) return []
  const client = { nonce: 'x', signer: '', ipaddr: '', browser: '', os: '', platform: '' }
  const times = { issuedAt: now(), expiresAt: now() + 3_600_000 }
  const { id: userId, role_id: roleId, username } = user
  const sessionId = await createSessionStore(database).insert({ userId, roleId, ...client, ...times })
  const from = { source: 'http', ipaddr: '', requestId: '' } as const
  return [{ userId, username, roleId, sessionId, loggedInAt: now(), ...from }]
}

/** Creates a session for every user. */
export async function logInAll(fixture: Fixture): Promise<Operator[]> {
  const operators: Operator[] = []
  const { users } = await allRows(fixture.database)
  for (const n of users.keys()) operators.push(...(await login(fixture, n)))
  return operators
}
