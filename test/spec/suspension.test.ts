// docs/specification.md, 17a

import { afterEach, describe, expect, test } from 'vitest'
import { DISABLED, ENABLED } from '../../src/core/user/status.ts'
import { type Answer, bearer, call, tryLogin } from '../support/client.ts'
import { expectRefused } from '../support/expectations.ts'
import { type FourEyesService, startFourEyesService } from '../support/four-eyes.ts'
import { dataOf, listOf, loginOperator, type Operator, passwordOf, type Thing } from '../support/operator.ts'
import { startService, type TestService } from '../support/service.ts'

const HOUR_MS = 3_600_000

let service: TestService
afterEach(() => service.close())

async function start(operations?: readonly string[]): Promise<FourEyesService> {
  const started = await startFourEyesService(operations)
  service = started
  return started
}
const reasonOf = ({ body }: Answer) => body.reason
const isAlive = async ({ token }: Operator) =>
  (await call(`${service.base}/getinfo`, bearer(token))).body.code === 200
const logIn = (username: string) => loginOperator(service.base, { username, password: passwordOf(username) })
const loginOf = (username: string) => tryLogin(service.base, { username, password: passwordOf(username) })
const suspend = (operator: Operator, id: number) => operator.post(`/sys-user/${id}/suspension`, {})
const decide = (operator: Operator, id: number, decision: 'restore' | 'keep') =>
  operator.put(`/sys-user/${id}/suspension`, { decision })
const statusOf = async (username: string) => (await service.context.users.findByName(username))?.status

test('suspending disables both at once, and a third administrator decides about each', async () => {
  const { anna, bela, cleo, idOf } = await start()
  const [annaId, belaId] = [await idOf('anna'), await idOf('bela')]
  const wrong = await tryLogin(service.base, { username: 'nobody', password: passwordOf('nobody') })

  const suspended = await dataOf(suspend(anna, belaId))
  expect(suspended).toMatchObject({
    username: 'bela',
    status: DISABLED,
    suspension: { withUserId: annaId, withUsername: 'anna', byUserId: annaId },
  })
  for (const operator of [anna, bela]) expect(await isAlive(operator)).toBe(false)
  for (const name of ['anna', 'bela']) expect((await loginOf(name)).body).toEqual(wrong.body)
  expect(await isAlive(cleo)).toBe(true)

  // The third one sees both, and who has suspended whom.
  const { fourEyes } = await dataOf<{ fourEyes: Thing }>(cleo.get('/system'))
  expect(fourEyes).toMatchObject({
    confirmers: 3,
    suspended: [
      { userId: annaId, username: 'anna', withUserId: belaId, withUsername: 'bela', byUserId: annaId },
      { userId: belaId, username: 'bela', withUserId: annaId, withUsername: 'anna', byUserId: annaId },
    ],
  })
  expect(await listOf(cleo, '/sys-user?username=anna')).toMatchObject([
    { suspension: { withUserId: belaId, withUsername: 'bela', byUserId: annaId } },
  ])

  expect(await dataOf(decide(cleo, belaId, 'restore'))).toMatchObject({ status: ENABLED })
  const kept = await dataOf(decide(cleo, annaId, 'keep'))
  expect(kept).toMatchObject({ status: DISABLED })
  expect(kept).not.toHaveProperty('suspension')
  await logIn('bela')
  expectRefused(await loginOf('anna'), 400)
  for (const id of [annaId, belaId]) expect(reasonOf(await decide(cleo, id, 'restore'))).toBe('not-suspended')
})

test('the audit log and critical events say who has suspended whom, and who has decided', async () => {
  const { anna, cleo, idOf } = await start()
  await dataOf(suspend(anna, await idOf('bela')))
  await dataOf(decide(cleo, await idOf('bela'), 'restore'))
  await dataOf(decide(cleo, await idOf('anna'), 'keep'))
  expect(await listOf(cleo, '/audit-log?action=user.suspend')).toMatchObject([
    { operator: 'anna', target: 'anna', after: { status: DISABLED, suspendedWith: 'bela' } },
    { operator: 'anna', target: 'bela', after: { status: DISABLED, suspendedWith: 'anna' } },
  ])
  expect(await listOf(cleo, '/audit-log?action=user.restore')).toMatchObject([
    { operator: 'cleo', target: 'bela', before: { status: DISABLED }, after: { status: ENABLED } },
  ])
  expect(await listOf(cleo, '/audit-log?action=user.keep-disabled')).toMatchObject([
    { operator: 'cleo', target: 'anna' },
  ])
  expect(await listOf(cleo, '/event?kind=admin.suspended')).toMatchObject([
    { severity: 'critical', fields: { username: 'bela', operator: 'anna' } },
  ])
  expect(await listOf(cleo, '/event?kind=admin.suspension-decided')).toMatchObject([
    { severity: 'critical', fields: { username: 'anna', operator: 'cleo', change: 'kept-disabled' } },
    { severity: 'critical', fields: { username: 'bela', operator: 'cleo', change: 'restored' } },
  ])
})

describe('a suspension is refused', () => {
  test('with only two administrators, and names the command', async () => {
    const { anna, idOf, context } = await start()
    await context.userAdministration.setStatus('cleo', DISABLED)
    const refused = await suspend(anna, await idOf('bela'))
    expect(refused.body).toMatchObject({
      code: 409,
      reason: 'suspension-impossible',
      msg: expect.stringContaining('castellan user disable NAME'),
    })
    expect([await statusOf('anna'), await statusOf('bela')]).toEqual([ENABLED, ENABLED])
  })

  test('if the third administrator has the role until a time', async () => {
    const { anna, idOf, context } = await start()
    const roleUntil = new Date(Date.now() + HOUR_MS).toISOString()
    await context.userAdministration.change('carl', { roleKey: 'admin', roleUntil })
    await context.userAdministration.setStatus('cleo', DISABLED)
    expect(reasonOf(await suspend(anna, await idOf('bela')))).toBe('suspension-impossible')
  })

  test('for oneself, for users who are no administrators, and for disabled ones: they are disabled', async () => {
    const { anna, idOf, context } = await start()
    await context.userAdministration.setStatus('cleo', DISABLED)
    for (const name of ['anna', 'carl', 'helga', 'cleo'])
      expect(reasonOf(await suspend(anna, await idOf(name)))).toBe('suspension-impossible')
    expect((await suspend(anna, await idOf('carl'))).body.msg).toContain('Disable the user')
    expect(reasonOf(await suspend(anna, 9999))).toBe('not-found')
  })

  test('by somebody who is no administrator, also with the permission', async () => {
    const { idOf } = await start()
    const helga = await logIn('helga')
    for (const name of ['anna', 'carl'])
      expect(reasonOf(await suspend(helga, await idOf(name)))).toBe('admin-only')
    expect(await isAlive(helga)).toBe(true)
  })

  test('without four eyes, where nothing needs a confirmation', async () => {
    service = await startService({
      async prepare({ userAdministration }) {
        for (const username of ['anna', 'bela', 'cleo'])
          await userAdministration.add({ username, password: passwordOf(username), roleKey: 'admin' })
      },
    })
    const refused = await suspend(await logIn('anna'), await service.context.userIdOf('bela'))
    expect(refused.body).toMatchObject({
      reason: 'suspension-impossible',
      msg: expect.stringContaining('Disable the user'),
    })
  })
})

describe('the two of four eyes', () => {
  test('include suspended administrators until somebody decides, and the last one is not kept disabled over HTTP', async () => {
    const { anna, cleo, idOf } = await start()
    await dataOf(suspend(anna, await idOf('bela')))
    expect(await listOf(cleo, '/event?kind=four-eyes.too-few-confirmers')).toEqual([])
    await dataOf(decide(cleo, await idOf('bela'), 'keep'))
    expect(reasonOf(await decide(cleo, await idOf('anna'), 'keep'))).toBe('too-few-confirmers')
    expect(await listOf(cleo, '/event?kind=four-eyes.too-few-confirmers')).toEqual([])
    await dataOf(decide(cleo, await idOf('anna'), 'restore'))
  })

  test('are no limit of a command, which decides alone about both', async () => {
    const { anna, cleo, idOf, context } = await start()
    await dataOf(suspend(anna, await idOf('bela')))
    const { suspensionAdministration, operator } = context
    for (const name of ['anna', 'bela'])
      await suspensionAdministration.decide(operator, await idOf(name), 'keep')
    expect([await statusOf('anna'), await statusOf('bela')]).toEqual([DISABLED, DISABLED])
    expect(await dataOf(cleo.get('/system'))).toMatchObject({ fourEyes: { confirmers: 1, suspended: [] } })
  })
})
