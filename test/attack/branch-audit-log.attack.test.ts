import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../src/platform/database/database.ts'
import {
  addRole,
  addUser,
  dataOf,
  listOf,
  loginOperator,
  type Operator,
  passwordOf,
  type Thing,
} from '../support/operator.ts'
import { startTarget, type Target } from './support/target.ts'

const HASH = `$2b$10$${'e'.repeat(53)}`
const EVERYTHING = { method: '*', path: '/api/v1/*' }

/** A region with the branches North and South, each with a team and a leader who sees the branch only. */
let target: Target
let admin: Operator
/** Leads the region. */
let ruth: Operator
let nora: Operator
let sara: Operator
let clerk: number
let leading: number
let region: number
let north: number
let south: number
let northTeam: number
let southTeam: number

beforeAll(async () => {
  target = await startTarget({ settings: { application: { mode: 'dev' } } })
  admin = await loginOperator(target.base)
  const addDept = async (deptName: string, parentId = 0) =>
    Number((await dataOf(admin.post('/dept', { deptName, parentId }))).deptId)
  region = await addDept('Region')
  north = await addDept('North', region)
  south = await addDept('South', region)
  northTeam = await addDept('Northern team', north)
  southTeam = await addDept('Southern team', south)
  clerk = await addRole(admin, 'clerk', [], { dataScope: '5' })
  leading = await addRole(admin, 'leader', [EVERYTHING], { dataScope: '4' })
  ruth = await leader('ruth', region)
  nora = await leader('nora', north)
  sara = await leader('sara', south)
})
afterAll(() => target.close())

async function leader(username: string, deptId: number): Promise<Operator> {
  await addUser(admin, username, leading, { deptId })
  return operatorOf(username)
}

const operatorOf = (username: string) =>
  loginOperator(target.base, { username, password: passwordOf(username) })

/** Returns the entries that changes have added, as the operator with all data sees them. */
async function added(work: () => Promise<unknown>): Promise<readonly Thing[]> {
  const newest = Number((await listOf(admin, '/audit-log?pageSize=1'))[0]?.id)
  await work()
  const entries = await listOf(admin, '/audit-log?pageSize=100')
  const found = entries.filter(({ id }) => Number(id) > newest)
  expect(found).not.toEqual([])
  return found
}

/** Returns whether an operator sees entries: in the list, in the CSV file and each by itself. */
async function sees(operator: Operator, entries: readonly Thing[]): Promise<boolean[]> {
  const listed = new Set((await listOf(operator, '/audit-log?pageSize=200')).map(({ id }) => Number(id)))
  const headers = { authorization: `Bearer ${operator.token}` }
  const csv = await (await fetch(`${target.base}/audit-log/export`, { headers })).text()
  const exported = new Set(csv.split(/\r?\n/).map((line) => Number.parseInt(line, 10)))
  const result: boolean[] = []
  for (const entry of entries) {
    const id = Number(entry.id)
    const one = await operator.get(`/audit-log/${id}`)
    const isFound = one.body.code === 200
    const unknown = await operator.get('/audit-log/987654')
    if (!isFound)
      expect(JSON.stringify(one.body)).toBe(JSON.stringify(unknown.body).replace('987654', String(id)))
    expect([listed.has(id), exported.has(id)]).toEqual([isFound, isFound])
    result.push(isFound)
  }
  return result
}

/** Expects that each of the readers sees each of the entries, or none. */
async function expectSeen(entries: readonly Thing[], expected: Readonly<Record<string, boolean>>) {
  const readers: Readonly<Record<string, Operator>> = { admin, ruth, nora, sara }
  const found: Record<string, boolean[]> = {}
  for (const name of Object.keys(expected)) {
    const reader = readers[name] ?? (await operatorOf(name))
    found[name] = [...new Set(await sees(reader, entries))]
  }
  expect(found).toEqual(
    Object.fromEntries(Object.entries(expected).map(([name, isSeen]) => [name, [isSeen]])),
  )
}

test('an entry about users of two branches is shown to whoever sees both, whatever the branch of the operator', async () => {
  await addUser(admin, 'nils', clerk, { deptId: northTeam })
  await addUser(admin, 'sven', clerk, { deptId: southTeam })
  const sessionsOf = async (username: string) => {
    await operatorOf(username)
    return (await listOf(ruth, `/session?username=${username}`)).map(({ sessionId }) => sessionId)
  }
  await leader('nadja', north)
  const both = [...(await sessionsOf('nils')), ...(await sessionsOf('sven'))]
  const ended = await added(() => dataOf(ruth.remove('/session', { ids: both })))
  expect(ended).toMatchObject([{ action: 'session.end-many' }])
  await expectSeen(ended, { admin: true, ruth: true, nora: false, sara: false })

  const northern = [...(await sessionsOf('nils')), ...(await sessionsOf('nils'))]
  const inNorth = await added(() => dataOf(ruth.remove('/session', { ids: northern })))
  await expectSeen(inNorth, { admin: true, ruth: true, nora: true, sara: false, nadja: true })
})

test('colleagues of an operator with more branches do not see the entries about the others', async () => {
  const departments = { dataScope: '2', deptIds: [north, northTeam, south, southTeam] }
  const role = await addRole(admin, 'both', [EVERYTHING], departments)
  await addUser(admin, 'nate', role, { deptId: north })
  const nate = await operatorOf('nate')
  const changed = await added(() => dataOf(nate.put(`/dept/${southTeam}`, { leader: 'Nate' })))
  await expectSeen(changed, { nate: true, ruth: true, nora: false, sara: true })
  await addUser(admin, 'nico', clerk, { deptId: northTeam })
  await addUser(admin, 'sissi', clerk, { deptId: southTeam })
  const ids: unknown[] = []
  for (const username of ['nico', 'sissi']) {
    await operatorOf(username)
    ids.push((await listOf(nate, `/session?username=${username}`))[0]?.sessionId)
  }
  const ended = await added(() => dataOf(nate.remove('/session', { ids })))
  await expectSeen(ended, { nate: true, ruth: true, nora: false, sara: false })
})

test('entries about a department are shown where it is, not where the operator is', async () => {
  const changed = await added(() => dataOf(ruth.put(`/dept/${southTeam}`, { leader: 'Sven' })))
  await expectSeen(changed, { admin: true, ruth: true, nora: false, sara: true })
  const created = await added(() => dataOf(sara.post('/dept', { deptName: 'New team', parentId: south })))
  await expectSeen(created, { admin: true, ruth: true, nora: false, sara: true })
  const id = Number((await listOf(admin, '/dept?deptName=New team'))[0]?.deptId)
  const moved = await added(() => dataOf(ruth.put(`/dept/${id}`, { parentId: north })))
  expect(moved).toMatchObject([{ action: 'dept.update' }])
  await expectSeen(moved, { admin: true, ruth: true, nora: false, sara: false })
  await expectSeen(created, { nora: true })
})

test('an operator with all data does not bring the entries of a branch to others', async () => {
  await addUser(admin, 'norman', 1, { deptId: north })
  const norman = await operatorOf('norman')
  const changed = await added(() => dataOf(norman.put(`/dept/${southTeam}`, { leader: 'Norman' })))
  await expectSeen(changed, { norman: true, ruth: true, nora: false, sara: true })
  const role = await added(() => dataOf(norman.put(`/role/${clerk}`, { remark: 'x', deptIds: [north] })))
  await expectSeen(role, { norman: true, ruth: false, nora: false, sara: false })
})

test('an operator who is moved keeps the own entries, and brings none to the new colleagues', async () => {
  const paul = await leader('paul', south)
  const entries = await added(async () => {
    await addUser(paul, 'sonja', clerk, { deptId: southTeam })
    await dataOf(paul.put(`/dept/${southTeam}`, { phone: '1' }))
    await dataOf(
      paul.remove('/session', { userIds: [(await listOf(paul, '/sys-user?username=sara'))[0]?.userId] }),
    )
  })
  sara = await operatorOf('sara')
  const [{ userId } = {}] = await listOf(admin, '/sys-user?username=paul')
  const moved = await added(() => dataOf(admin.put(`/sys-user/${userId}`, { deptId: north })))
  await expectSeen(entries, { admin: true, ruth: true, nora: false, sara: true, paul: true })
  await expectSeen(moved, { admin: true, ruth: true, nora: false, sara: false, paul: false })
})

test('entries about a user stay with the department that the user had', async () => {
  let id = 0
  const before = await added(async () => {
    id = await addUser(sara, 'stella', clerk, { deptId: southTeam })
    await dataOf(sara.put(`/sys-user/${id}`, { nickName: 'Stella', email: 'stella@example.com' }))
  })
  const moved = await added(() => dataOf(ruth.put(`/sys-user/${id}`, { deptId: northTeam })))
  const after = await added(() => dataOf(nora.put(`/sys-user/${id}`, { nickName: 'S.' })))
  await expectSeen(before, { admin: true, ruth: true, nora: false, sara: true })
  await expectSeen(moved, { admin: true, ruth: true, nora: false, sara: false })
  await expectSeen(after, { admin: true, ruth: true, nora: true, sara: false })
  const deleted = await added(() => dataOf(nora.remove(`/sys-user/${id}`)))
  await leader('nadine', north)
  await expectSeen(deleted, { admin: true, ruth: true, nora: true, sara: false, nadine: true })
})

test('an entry about a service account is shown to whoever sees its owners too', async () => {
  const userId = async (username: string) =>
    (await listOf(admin, `/sys-user?username=${username}`))[0]?.userId
  const robot = { username: 'robot', roleId: clerk, deptId: northTeam }
  const created = await added(() => dataOf(ruth.post('/service-account', robot)))
  await expectSeen(created, { admin: true, ruth: true, nora: false, sara: false })
  const account = `/service-account/${await userId('robot')}`
  const ownerId = await userId('nora')
  const given = await added(() => dataOf(ruth.put(account, { ownerId })))
  await expectSeen(given, { admin: true, ruth: true, nora: false, sara: false })
  const changed = await added(() => dataOf(ruth.put(account, { networks: ['10.0.0.0/8'] })))
  await expectSeen(changed, { admin: true, ruth: true, nora: true, sara: false })
})

test('an import and a clean-up concern the departments of all of their users', async () => {
  const imported = (departments: readonly number[], name: string) =>
    added(() =>
      target.context.userAdministration.importMany(
        departments.map((deptId, i) => ({
          username: `${name}-${i}`,
          roleKey: 'clerk',
          passwordHash: HASH,
          deptId,
        })),
      ),
    )
  const inBoth = await imported([northTeam, southTeam, northTeam], 'both')
  await expectSeen(inBoth, { admin: true, ruth: true, nora: false, sara: false })
  const inNorth = await imported([northTeam, north], 'northern')
  await expectSeen(inNorth, { admin: true, ruth: true, nora: true, sara: false })
  const withoutDepartment = await imported([northTeam, 0], 'some')
  await expectSeen(withoutDepartment, { admin: true, ruth: false, nora: false, sara: false })

  await createdLongAgo()
  const cleanUp = async (...usernames: string[]) => {
    const users = await listOf(ruth, '/sys-user?pageSize=100')
    const userIds = usernames.map((username) => users.find((user) => user.username === username)?.userId)
    return added(() => dataOf(ruth.post('/report/idle-users/clean-up', { days: 30, userIds })))
  }
  const disabled = await cleanUp('both-0', 'both-1')
  expect(disabled).toMatchObject([{ action: 'user.disable' }])
  await expectSeen(disabled, { admin: true, ruth: true, nora: false, sara: false })
  await expectSeen(await cleanUp('northern-0', 'northern-1'), { ruth: true, nora: true, sara: false })
})

/** Makes the users who have never logged in idle. */
async function createdLongAgo(): Promise<void> {
  const { database, close } = await openDatabase(target.databaseUrl, { migrate: false })
  try {
    await database.updateTable('users').set({ created_at: 1 }).where('username', 'like', '%-_').execute()
  } finally {
    await close()
  }
}

test('an operator with own data sees entries about the own account, and the own entries', async () => {
  const role = await addRole(admin, 'own', [EVERYTHING], { dataScope: '5' })
  const id = await addUser(admin, 'olga', role, { deptId: north })
  const olga = await operatorOf('olga')
  const about = await added(() => dataOf(nora.put(`/sys-user/${id}`, { nickName: 'Olga' })))
  await expectSeen(about, { nora: true, sara: false })
  expect(await sees(olga, about)).toEqual([true])
  const foreign = await added(() => dataOf(nora.put(`/dept/${northTeam}`, { phone: '2' })))
  expect(await sees(olga, foreign)).toEqual([false])
})
