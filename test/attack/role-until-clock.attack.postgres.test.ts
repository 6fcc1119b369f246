import { afterEach, beforeEach, expect, test } from 'vitest'
import { call } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { claimsOf } from '../support/jwt.ts'
import {
  addRole,
  addUser,
  dataOf,
  listOf,
  loginOperator,
  type Operator,
  operatorWith,
  passwordOf,
} from '../support/operator.ts'
import { startTarget, type Target } from './support/target.ts'

// Nothing that has ended with a role until a time comes back with a clock that is set back, or with a node whose clock is behind.

const HOUR_MS = 60 * 60 * 1000

let target: Target
let admin: Operator
let clerk: number
let deputy: number
let mira: number
let ahead = 0

beforeEach(async () => {
  ahead = 0
  target = await startTarget({
    settings: {
      application: { mode: 'dev' },
      administration: { requests: ['deputy'] },
    },
    replacements: { now: () => Date.now() + ahead },
  })
  admin = await loginOperator(target.base)
  clerk = await addRole(admin, 'clerk', [], { dataScope: '5' })
  deputy = await addRole(admin, 'deputy', [
    { method: '*', path: '/api/v1/sys-user' },
    { method: '*', path: '/api/v1/sys-user/*' },
  ])
  mira = await addUser(admin, 'mira', clerk)
})
afterEach(() => target.close())

const loginMira = (base = target.base) =>
  loginOperator(base, { username: 'mira', password: passwordOf('mira') })

/** Makes mira a deputy for so many hours, and logs her in. */
async function deputyFor(hours: number): Promise<Operator> {
  const roleUntil = new Date(Date.now() + ahead + hours * HOUR_MS).toISOString()
  await dataOf(admin.put(`/sys-user/${mira}`, { roleId: deputy, roleUntil }))
  const operator = await loginMira()
  await dataOf(operator.get('/sys-user'))
  return operator
}

async function expectEnded(operator: Operator, base = target.base): Promise<void> {
  const answers = [
    await operator.get('/sys-user'),
    await operator.put(`/sys-user/${mira}`, { nickName: 'x' }),
    await operator.post('/sys-user', { username: 'lasting', password: passwordOf('lasting'), roleId: clerk }),
    await call(`${base}/user/access-request`, { headers: { authorization: `Bearer ${operator.token}` } }),
  ]
  for (const { body } of answers) expect(body).toEqual({ code: 401, msg: expect.any(String) })
  expect(await target.context.users.findByName('lasting')).toBeUndefined()
}

const recordedEnds = async () => {
  const root = operatorWith(target.base, (await loginOperator(target.base)).token)
  return listOf(root, '/audit-log?action=user.role-end')
}
const isRecorded = () => eventually(async () => expect(await recordedEnds()).toHaveLength(1))

test.each([1, 9, 24 * 400])(
  'a clock that is set back by %i hours brings no ended role back',
  async (hours) => {
    const operator = await deputyFor(8)
    ahead += 9 * HOUR_MS
    await expectEnded(operator)
    await isRecorded()
    ahead -= hours * HOUR_MS
    await expectEnded(operator)
    const again = await loginMira()
    expect(claimsOf(again.token)).toMatchObject({ rolekey: 'clerk' })
    expect((await again.get('/sys-user')).body.code).toBe(401)
    // The end is not recorded a second time when the clock comes to it again.
    ahead += hours * HOUR_MS
    expect((await loginMira()).token).not.toBe('')
    expect(await recordedEnds()).toHaveLength(1)
  },
)

test('a role that has ended for a moment, before anybody has recorded it, is not used with a clock that is set back', async () => {
  const operator = await deputyFor(8)
  ahead += 8 * HOUR_MS + 1000
  expect((await operator.get('/sys-user')).body.code).toBe(401)
  ahead -= 9 * HOUR_MS
  await expectEnded(operator)
  expect(claimsOf((await loginMira()).token)).toMatchObject({ rolekey: 'clerk' })
})

test('a role that was approved for hours does not last longer by a clock that is set back after it', async () => {
  const asking = await loginMira()
  const asked = await dataOf(
    asking.post('/user/access-request', { roleId: deputy, hours: 2, reason: 'night shift' }),
  )
  await dataOf(admin.put(`/access-request/${asked.id}`, { decision: 'approve' }))
  const operator = await loginMira()
  await dataOf(operator.get('/sys-user'))
  ahead += 3 * HOUR_MS
  await expectEnded(operator)
  await isRecorded()
  ahead -= 3 * HOUR_MS
  await expectEnded(operator)
  // Neither is the approved request a second time.
  const again = await admin.put(`/access-request/${asked.id}`, { decision: 'approve' })
  expect(again.body.code).not.toBe(200)
  expect(claimsOf((await loginMira()).token)).toMatchObject({ rolekey: 'clerk' })
})

test('a node whose clock is behind refuses what another one has ended', async () => {
  const behind = await startTarget({
    settings: { application: { mode: 'dev' } },
    replacements: { now: Date.now },
    beside: target,
  })
  try {
    const operator = await deputyFor(8)
    const there = operatorWith(behind.base, operator.token)
    await dataOf(there.get('/sys-user'))
    ahead += 9 * HOUR_MS
    await isRecorded()
    await eventually(async () => expect((await there.get('/sys-user')).body.code).toBe(401))
    await expectEnded(there, behind.base)
    const again = await loginMira(behind.base)
    expect(claimsOf(again.token)).toMatchObject({ rolekey: 'clerk' })
    expect((await again.get('/sys-user')).body.code).toBe(401)
  } finally {
    await behind.close()
  }
})
