import { expect, test } from 'vitest'
import { createMemoryStore } from '../../cluster/short-lived/memory-store.ts'
import { oidcProvider } from '../../settings/oidc/oidc-provider.ts'
import { createPendingLogins } from '../login/pending-login.ts'
import { createOidcLogin } from './oidc-login.ts'
import { ProviderOutage, ProviderRefusal } from './provider-error.ts'

/** Logs in with a provider that fails with this error. */
async function logInWith(error: Error) {
  const entry = { name: 'company', issuer: 'https://sso.example.com', clientId: 'c', defaultRole: 'viewer' }
  const outcome = oidcProvider.read(entry)
  if (!('value' in outcome)) throw new Error(JSON.stringify(outcome.problems))
  const problems: string[] = []
  const { start, method } = createOidcLogin({
    providers: [
      {
        setting: outcome.value,
        provider: {
          authorizationUrl: async ({ state }) => new URL(`https://sso.example.com/?state=${state}`),
          identityOf: () => Promise.reject(error),
        },
      },
    ],
    pendingLogins: createPendingLogins(createMemoryStore({ maxEntries: 10, now: () => 0 })),
    externalAccounts: { login: async () => undefined },
    usernameOf: async () => undefined,
    lifetimeSeconds: 60,
    onProblem: (text) => problems.push(text),
  })
  const { url, browser } = await start('company')
  const state = new URL(url).searchParams.get('state') ?? ''
  const fields = { username: '', password: '', uuid: '', iss: '', credential: undefined }
  const begun = method.begin(
    { ...fields, code: 'x', secret: '', assertion: '', state, browser },
    { address: '127.0.0.1', userAgent: '' },
  )
  return { begun, problems }
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
