import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { createUserStore } from '../../src/core/user/user.store.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { bearer, call } from '../support/client.ts'
import { expectRefused, expectSuccess } from '../support/expectations.ts'
import {
  confirm,
  confirmationOf,
  type FourEyesService,
  startFourEyesService,
  withConfirmation,
} from '../support/four-eyes.ts'
import { type IdentityProvider, startIdentityProvider } from '../support/oidc/identity-provider.ts'
import { CLIENT_ID, CLIENT_SECRET, logInWith, PUBLIC_URL } from '../support/oidc/oidc-flow.ts'
import { dataOf, listOf, loginOperator, passwordOf, type Thing } from '../support/operator.ts'

/** Chains of changes, each of which looks harmless, by which one administrator would become two. */

let service: FourEyesService
let provider: IdentityProvider | undefined
afterEach(async () => {
  await service.close()
  await provider?.close()
  provider = undefined
})

const MINUTE_MS = 60_000
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

/** Starts a service with a provider that gives everybody a role, by default `admin`, and that knows `anna` as 4711. */
async function startWithProvider({ createUsers = true, defaultRole = 'admin' } = {}) {
  const started = await startIdentityProvider({
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    redirectUris: [`${PUBLIC_URL}/login/oidc/company`],
  })
  provider = started
  started.logIn({ sub: '4711', claims: { preferred_username: 'anna' } })
  const company = {
    name: 'company',
    issuer: started.issuer,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    createUsers,
    defaultRole,
  }
  service = await startFourEyesService(['grant-administration'], {
    settings: {
      application: { publicUrl: PUBLIC_URL },
      login: { methods: ['password', 'oidc'], oidc: { timeoutSeconds: 60, providers: [company] } },
    },
  })
  return started
}

test('an administrator does not become two by the removal of the own link to an identity provider', async () => {
  const company = await startWithProvider()
  const { anna, bela, cleo, base, idOf } = service
  const own = `/sys-user/${await idOf('anna')}`
  const account = { issuer: company.issuer, subject: '4711' }
  const { id: link } = await dataOf(withConfirmation(cleo, () => bela.post(`${own}/link`, account)))
  const userOf = async () => {
    const { body } = await logInWith(base, 'company', company)
    return (await call(`${base}/getinfo`, bearer(String(body.token)))).body.data as Thing
  }
  expect(await userOf()).toMatchObject({ userId: await idOf('anna') })
  const { body } = await anna.remove(`${own}/link/${link}`)
  expect(body.reason).toBe('confirmation-impossible')
})

test('an administrator does not become two by another own name', async () => {
  const company = await startWithProvider()
  const { anna, bela, cleo, base, idOf } = service
  const own = `/sys-user/${await idOf('anna')}`
  // The account at the provider cannot be created as long as its name is taken.
  expectRefused(await logInWith(base, 'company', company), 400)
  const { body } = await anna.put(own, { username: 'annabel' })
  expect(body.reason).toBe('confirmation-impossible')
  expectRefused(await logInWith(base, 'company', company), 400)
  expectSuccess(await anna.put(own, { nickName: 'Anna', phone: '+49170', username: 'anna' }))
  expectSuccess(await withConfirmation(cleo, () => bela.put(own, { username: 'annabel' })))
})

test('an administrator does not become two by linking another user to the own account at an identity provider', async () => {
  const company = await startWithProvider({ createUsers: false })
  const { anna, bela, base, idOf } = service
  const account = { issuer: company.issuer, subject: '4711' }
  const link = async () => anna.post(`/sys-user/${await idOf('carl')}/link`, account)
  const id = confirmationOf(await link())
  const [waiting] = await dataOf<readonly Thing[]>(anna.get('/user/confirmation'))
  expect(waiting?.kinds).toEqual(['grant-administration'])
  expectRefused(await logInWith(base, 'company', company), 400)
  expectSuccess(await confirm(bela, id))
  expectSuccess(await link())
  expectSuccess(await logInWith(base, 'company', company))
})

test('a link to an account whose mapping gives no administration rights needs no confirmation', async () => {
  const company = await startWithProvider({ createUsers: false, defaultRole: 'clerk' })
  const { anna, idOf } = service
  const account = { issuer: company.issuer, subject: '4711' }
  expectSuccess(await anna.post(`/sys-user/${await idOf('carl')}/link`, account))
})

test('a link of another administrator is removed after a confirmation', async () => {
  service = await startFourEyesService(['delete-log-entries'])
  const { anna, bela, idOf } = service
  const links = `/sys-user/${await idOf('cleo')}/link`
  const account = { issuer: ISSUER, subject: 'cleo' }
  const { id } = await dataOf(withConfirmation(bela, () => anna.post(links, account)))
  const unlink = () => anna.remove(`${links}/${id}`)
  confirmationOf(await unlink())
  expectSuccess(await withConfirmation(bela, unlink))
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

test('the confirmation of an administrator whose role has ended does not count, however many roles end at once', async () => {
  const now = Date.now()
  let ahead = 0
  service = await startFourEyesService(['grant-administration'], { replacements: { now: () => now + ahead } })
  const { anna, base, context, dataDir, idOf, roleIdOf } = service
  const roleUntil = new Date(now + 20 * MINUTE_MS).toISOString()
  await context.userAdministration.change('cleo', { roleKey: 'clerk' })
  await context.userAdministration.change('cleo', { roleKey: 'admin', roleUntil })
  const cleo = await loginOperator(base, { username: 'cleo', password: passwordOf('cleo') })
  const roleId = await roleIdOf('helper')
  const promote = async () => anna.put(`/sys-user/${await idOf('carl')}`, { roleId })
  const id = confirmationOf(await promote())
  expectSuccess(await confirm(cleo, id))
  // One transaction records the first hundred ends.
  const { database, close } = await openDatabase(`sqlite:${join(dataDir, 'castellan.db')}`)
  const users = createUserStore(database)
  const clerk = await roleIdOf('clerk')
  for (let n = 0; n < 100; n++) {
    const earlier = { roleUntil: new Date(now + 19 * MINUTE_MS).toISOString(), formerRoleId: clerk }
    const user = { username: `user-${n}`, passwordHash: '', roleId, status: '2' as const }
    await users.change(await users.insert(user, now), earlier, now)
  }
  await close()
  ahead = 20 * MINUTE_MS
  expect(confirmationOf(await promote())).not.toBe(id)
})
