import { afterEach, beforeEach, expect, test } from 'vitest'
import { enrolUser } from '../support/authenticator.ts'
import { type Clock, createClock } from '../support/clock.ts'
import { expectSuccess } from '../support/expectations.ts'
import {
  confirm,
  confirmationOf,
  type FourEyesService,
  startFourEyesService,
  withConfirmation,
} from '../support/four-eyes.ts'
import { dataOf, passwordOf } from '../support/operator.ts'

/** The reset of a second factor needs a confirmation, and so does what has the same effect: another user with the same name. */

let service: FourEyesService
let clock: Clock
let carl: number
beforeEach(async () => {
  clock = createClock()
  service = await startFourEyesService(['reset-second-factor'], { replacements: { now: clock.now } })
  carl = await service.idOf('carl')
  await enrolUser(service.base, 'carl', clock)
})
afterEach(() => service.close())

const newCarl = async () => ({
  username: 'carl',
  password: passwordOf('a thief'),
  roleId: await service.roleIdOf('clerk'),
})

test('a user with a second factor is not deleted and added again by one administrator', async () => {
  const { anna, bela, idOf } = service
  const id = confirmationOf(await anna.remove(`/sys-user/${carl}`))
  expect(await dataOf<unknown[]>(anna.get('/user/confirmation'))).toMatchObject([
    { id, kinds: ['reset-second-factor'] },
  ])
  confirmationOf(await anna.remove('/sys-user', { ids: [await idOf('helga'), carl] }))
  expect((await anna.post('/sys-user', await newCarl())).body.reason).toBe('username-taken')
  expectSuccess(await confirm(bela, id))
  expectSuccess(await anna.remove(`/sys-user/${carl}`))
  expect(await idOf('carl')).toBe(0)
})

test('a user with a second factor is not renamed, so that another user gets the name, by one administrator', async () => {
  const { anna, bela } = service
  const rename = () => anna.put(`/sys-user/${carl}`, { username: 'carl-2' })
  confirmationOf(await rename())
  expect((await anna.post('/sys-user', await newCarl())).body.reason).toBe('username-taken')
  expectSuccess(await withConfirmation(bela, rename))
})

test('users without a second factor are deleted and renamed by one administrator', async () => {
  const { anna, idOf } = service
  const helga = await idOf('helga')
  expectSuccess(await anna.put(`/sys-user/${helga}`, { username: 'helga-2' }))
  expectSuccess(await anna.remove(`/sys-user/${helga}`))
  expectSuccess(await anna.put(`/sys-user/${carl}`, { nickName: 'Carl' }))
})
