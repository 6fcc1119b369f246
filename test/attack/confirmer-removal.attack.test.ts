import { afterEach, describe, expect, test } from 'vitest'
import { DISABLED } from '../../src/core/user/status.ts'
import { type Answer, bearer, call } from '../support/client.ts'
import { expectSuccess } from '../support/expectations.ts'
import { confirm, confirmationOf, type FourEyesService, startFourEyesService } from '../support/four-eyes.ts'
import { dataOf, type Operator, passwordOf, type Thing } from '../support/operator.ts'

const HOUR_MS = 3_600_000

let service: FourEyesService
afterEach(() => service.close())

const start = async (...more: readonly string[]) => {
  service = await startFourEyesService()
  for (const username of more)
    await service.context.userAdministration.add({
      username,
      password: passwordOf(username),
      roleKey: 'admin',
    })
  return service
}
const reasonOf = ({ body }: Answer) => body.reason
const isAlive = async ({ token }: Operator) =>
  (await call(`${service.base}/getinfo`, bearer(token))).body.code === 200
const stateOf = async (username: string) => {
  const user = await service.context.users.findByName(username)
  return user && [user.status, user.roleId, user.roleUntil, user.pwdChangeDue]
}
/** Makes a user one who has not logged in for years. The sessions stay. */
async function makeIdle(userId: number): Promise<void> {
  const { database } = service.context
  await database.updateTable('user_logins').set({ logged_in_at: 1 }).where('id', '=', userId).execute()
}
/** The same in every request: another time is another change. */
const UNTIL = new Date(Date.now() + HOUR_MS).toISOString()

type Removal = (thief: Operator, ids: { cleo: number; clerk: number }) => Promise<Answer>
const REMOVALS: Readonly<Record<string, Removal>> = {
  disabling: (thief, { cleo }) => thief.put(`/sys-user/${cleo}/status`, { status: DISABLED }),
  'disabling as a change': (thief, { cleo }) => thief.put(`/sys-user/${cleo}`, { status: DISABLED }),
  'disabling one of many': (thief, { cleo }) =>
    thief.put('/sys-user/status', { ids: [cleo], status: DISABLED }),
  'another role': (thief, { cleo, clerk }) => thief.put(`/sys-user/${cleo}`, { roleId: clerk }),
  'another role until a time': (thief, { cleo, clerk }) =>
    thief.put(`/sys-user/${cleo}`, { roleId: clerk, roleUntil: UNTIL }),
  'another role for one of many': (thief, { cleo, clerk }) =>
    thief.put('/sys-user/role', { ids: [cleo], roleId: clerk }),
  'another role for one of many until a time': (thief, { cleo, clerk }) =>
    thief.put('/sys-user/role', { ids: [cleo], roleId: clerk, roleUntil: UNTIL }),
  'a password that is due': (thief, { cleo }) => thief.put(`/sys-user/${cleo}`, { pwdChangeDue: true }),
  'a due password beside a harmless change': (thief, { cleo }) =>
    thief.put(`/sys-user/${cleo}`, { nickName: 'Cleo', pwdChangeDue: true }),
  deletion: (thief, { cleo }) => thief.remove(`/sys-user/${cleo}`),
  'deletion of one of many': (thief, { cleo }) => thief.remove('/sys-user', { ids: [cleo] }),
  'a clean-up of idle users': (thief, { cleo }) =>
    thief.post('/report/idle-users/clean-up', { days: 1, userIds: [cleo] }),
}

describe('one administrator alone removes no other one', () => {
  test.each(Object.entries(REMOVALS))('%s waits for a second administrator', async (_, remove) => {
    const { anna: thief, bela, cleo, idOf, roleIdOf } = await start('dora')
    const ids = { cleo: await idOf('cleo'), clerk: await roleIdOf('clerk') }
    await makeIdle(ids.cleo)
    const before = await stateOf('cleo')
    const id = confirmationOf(await remove(thief, ids))
    expect(await stateOf('cleo')).toEqual(before)
    expect(await isAlive(cleo)).toBe(true)
    const [waiting] = await dataOf<readonly Thing[]>(thief.get('/user/confirmation'))
    expect(waiting?.kinds).toContain('removal-of-confirmer')
    // Neither whoever asks nor whoever is removed confirms it.
    expect(reasonOf(await confirm(thief, id))).toBe('confirmation-own')
    expect(reasonOf(await confirm(cleo, id))).toBe('confirmation-own')
    expectSuccess(await confirm(bela, id))
    expectSuccess(await remove(thief, ids))
    expect(await stateOf('cleo')).not.toEqual(before)
  })

  test('with one session, nobody disables the others until nobody is left to disable the thief', async () => {
    const { anna: thief, bela, cleo, idOf } = await start()
    for (const name of ['cleo', 'bela']) {
      const path = `/sys-user/${await idOf(name)}`
      confirmationOf(await thief.put(`${path}/status`, { status: DISABLED }))
      for (const _ of [1, 2, 3]) confirmationOf(await thief.put(path, { pwdChangeDue: true }))
    }
    expect([await isAlive(bela), await isAlive(cleo)]).toEqual([true, true])
    const id = confirmationOf(await bela.put(`/sys-user/${await idOf('anna')}/status`, { status: DISABLED }))
    expectSuccess(await confirm(cleo, id))
  })
})

test('whoever gets the role back, or has it until a time, is not removed alone either', async () => {
  const { anna: thief, bela, idOf, roleIdOf, context } = await start('dora')
  await context.userAdministration.change('dora', { roleKey: 'clerk', roleUntil: UNTIL })
  const dora = await idOf('dora')
  for (const change of [
    { status: DISABLED },
    { roleId: await roleIdOf('clerk'), roleUntil: null },
    { roleUntil: new Date(Date.now() + 48 * HOUR_MS).toISOString() },
  ])
    confirmationOf(await thief.put(`/sys-user/${dora}`, change))
  confirmationOf(await thief.remove(`/sys-user/${dora}`))
  await context.userAdministration.change('carl', { roleKey: 'admin', roleUntil: UNTIL })
  const carl = `/sys-user/${await idOf('carl')}`
  confirmationOf(await thief.put(carl, { roleId: await roleIdOf('clerk'), roleUntil: null }))
  confirmationOf(await thief.put(`${carl}/status`, { status: DISABLED }))
  // A disabled administrator confirms nothing.
  await context.userAdministration.setStatus('cleo', DISABLED)
  expectSuccess(await bela.remove(`/sys-user/${await idOf('cleo')}`))
})

test('who is no administrator is disabled, demoted and deleted without a second administrator', async () => {
  const { anna, idOf, roleIdOf } = await start()
  const helga = `/sys-user/${await idOf('helga')}`
  expectSuccess(await anna.put(helga, { pwdChangeDue: true }))
  expectSuccess(await anna.put(helga, { roleId: await roleIdOf('clerk') }))
  expectSuccess(await anna.put(`${helga}/status`, { status: DISABLED }))
  expectSuccess(await anna.remove(helga))
})
