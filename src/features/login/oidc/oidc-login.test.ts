import { expect, test } from 'vitest'
import { createPendingLogins } from '../../../core/login/pending-login.ts'
import { createMemoryStore } from '../../../platform/cluster/short-lived/memory-store.ts'
import { createOidcLogin } from './oidc-login.ts'
import type { Provider } from './providers/provider.ts'
import { ProviderOutage, ProviderRefusal } from './providers/provider-error.ts'
import { oidcProvider } from './settings/oidc-provider.ts'

/** Logs in with a provider that fails with this error. */
async function logInWith(error: Error) {
  const { logIn, problems } = createLogin({}, () => Promise.reject(error))
  return { begun: logIn(), problems }
}

function createLogin(keys: object, identityOf: Provider['identityOf']) {
  const entry = { name: 'company', issuer: 'https://sso.example.com', clientId: 'c', defaultRole: 'viewer' }
  const outcome = oidcProvider.read({ ...entry, ...keys })
  if (!('value' in outcome)) throw new Error(JSON.stringify(outcome.problems))
  const problems: string[] = []
  const departments: (number | undefined)[] = []
  const { start, method } = createOidcLogin({
    providers: [
      {
        setting: outcome.value,
        provider: {
          authorizationUrl: async ({ state }) => new URL(`https://sso.example.com/?state=${state}`),
          identityOf,
        },
      },
    ],
    pendingLogins: createPendingLogins(createMemoryStore({ maxEntries: 10, now: () => 0 })),
    externalAccounts: {
      async login({ deptId }) {
        departments.push(deptId)
        return undefined
      },
    },
    usernameOf: async () => undefined,
    lifetimeSeconds: 60,
    onProblem: (text) => problems.push(text),
  })
  async function logIn() {
    const { url, browser } = await start('company')
    const state = new URL(url).searchParams.get('state') ?? ''
    return method.begin(
      { username: '', uuid: '', code: 'x', body: { state }, browser },
      { address: '127.0.0.1', userAgent: '' },
    )
  }
  return { logIn, problems, departments }
}

test('what the provider refuses is a refused login, with its cause in the log', async () => {
  const { begun, problems } = await logInWith(new ProviderRefusal('not a member'))
  expect(await (await begun).verify()).toBeUndefined()
  expect(problems).toEqual(['a login with the identity provider company is refused: not a member'])
})

test('an outage is not a refused login', async () => {
  const { begun } = await logInWith(new ProviderOutage('busy'))
  await expect(begun).rejects.toMatchObject({ reason: 'provider-unavailable' })
})

test('an error of the program is not a refused login', async () => {
  const { begun, problems } = await logInWith(new TypeError('a fault'))
  await expect(begun).rejects.toThrow(TypeError)
  expect(problems).toEqual([])
})

test('a mapping to a department by an address that is not confirmed is ignored and reported once, without the address', async () => {
  const mapped = [
    { claim: 'email', value: 'boss@example.com', department: 7 },
    { claim: 'groups', value: 'sales', department: 8 },
  ]
  const claims: object[] = [
    { email: 'boss@example.com', groups: ['sales'] },
    { email: 'boss@example.com', email_verified: false },
    { email: 'boss@example.com', email_verified: true },
    { email: 'other@example.com' },
  ]
  const sent = claims.values()
  const { logIn, problems, departments } = createLogin({ departments: mapped }, async () => {
    const issuer = 'https://sso.example.com'
    return { issuer, subject: 'boss', claims: { ...sent.next().value } }
  })
  for (const _ of claims) await (await logIn()).verify()
  expect(departments).toEqual([8, 0, 7, 0])
  expect(problems).toEqual([
    'a mapping of the identity provider company to a department is ignored: the provider does not confirm its claim email with the value true of email_verified',
  ])
})
