import { afterEach, expect, test } from 'vitest'
import { expectSuccess } from '../support/expectations.ts'
import {
  confirm,
  confirmationOf,
  type FourEyesService,
  startFourEyesService,
  withConfirmation,
} from '../support/four-eyes.ts'
import { dataOf, listOf, loginOperator, passwordOf } from '../support/operator.ts'

/** Chains of changes, each of which looks harmless, by which one administrator would become two. */

let service: FourEyesService
afterEach(() => service.close())

const ISSUER = 'https://sso.example'

test('what a new administrator logs in with does not change between the confirmation and the grant', async () => {
  service = await startFourEyesService(['grant-administration'])
  const { anna, bela, idOf, roleIdOf } = service
  const carl = `/sys-user/${await idOf('carl')}`
  const roleId = await roleIdOf('admin')
  const promote = () => anna.put(carl, { roleId })
  const id = confirmationOf(await promote())
  expectSuccess(await confirm(bela, id))
  // The account of the thief at the identity provider.
  expectSuccess(await anna.post(`${carl}/link`, { issuer: ISSUER, subject: 'thief' }))
  const again = confirmationOf(await promote())
  expect(again).not.toBe(id)
  expectSuccess(await confirm(bela, again))
  expectSuccess(await anna.put(`${carl}/password`, { password: passwordOf('thief') }))
  expect(confirmationOf(await promote())).not.toBe(again)
  expectSuccess(await withConfirmation(bela, promote))
})

test('the approver of a requested role, the user who gets it and the confirmer are three', async () => {
  service = await startFourEyesService(['grant-administration'], {
    settings: { administration: { requests: ['admin'], fourEyes: { operations: ['grant-administration'] } } },
  })
  const { anna, bela, base, advance, roleIdOf, idOf } = service
  const carl = await loginOperator(base, { username: 'carl', password: passwordOf('carl') })
  const roleId = await roleIdOf('admin')
  const { id: request } = await dataOf(
    carl.post('/user/access-request', { roleId, hours: 2, reason: 'incident' }),
  )
  const approve = () => anna.put(`/access-request/${request}`, { decision: 'approve' })
  const id = confirmationOf(await approve())
  expect(await listOf(anna, '/access-request')).toMatchObject([{ status: 'waiting' }])
  // The approval of somebody else is another change.
  expect(confirmationOf(await bela.put(`/access-request/${request}`, { decision: 'approve' }))).not.toBe(id)
  expect((await confirm(anna, id)).body.reason).toBe('confirmation-own')
  expect((await confirm(carl, id)).headers.get('x-castellan-reason')).toBe('permission-denied')
  expectSuccess(await confirm(bela, id))
  advance(5000)
  expectSuccess(await approve())
  const user = await dataOf(anna.get(`/sys-user/${await idOf('carl')}`))
  expect(user).toMatchObject({ roleId, formerRoleId: await roleIdOf('clerk') })
})
