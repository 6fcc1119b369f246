import type { CDPSession, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { login } from '../support/client.ts'
import { CAPTCHA_TEXT } from '../support/service.ts'
import { describeInBrowser } from './support/browser-test.ts'

/** The functions that a front end without a library would have. They run in the page. */
const FRONT_END = `
  async function send(path, body, token) {
    const headers = { 'content-type': 'application/json', ...(token ? { authorization: 'Bearer ' + token } : {}) }
    const response = await fetch('/api/v1' + path, { method: 'POST', headers, body: JSON.stringify(body) })
    return response.json()
  }
  async function register(token, name) {
    const { uuid, options } = (await send('/user/passkey/options', {}, token)).data
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
    const credential = (await navigator.credentials.create({ publicKey })).toJSON()
    return send('/user/passkey', { uuid, name, credential }, token)
  }
  async function logIn(code) {
    const captcha = await (await fetch('/api/v1/getCaptcha')).json()
    const { uuid, options } = (await send('/login/passkey', { uuid: captcha.uuid, code })).data
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
    const credential = (await navigator.credentials.get({ publicKey })).toJSON()
    return send('/login', { method: 'passkey', uuid, credential })
  }`

/** Gives a tab an authenticator that confirms everything without a dialog. */
async function addAuthenticator(page: Page): Promise<{ session: CDPSession; authenticatorId: string }> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { session, authenticatorId }
}

describeInBrowser(
  'passkeys',
  (stage) => {
    test('a browser registers a passkey and logs in with it; a copy with an old counter is refused', async () => {
      const { console: service, visitor } = stage()
      const user = await service.addUser('keyholder')
      const token = await login(service.base, user)
      const { page, open } = await visitor()
      await open('/login')
      const { session, authenticatorId } = await addAuthenticator(page)
      const run = (call: string) =>
        page.evaluate<Record<string, unknown>>(`(async () => {${FRONT_END}
        return ${call}.catch((error) => ({ error: error.name }))
      })()`)
      const logIn = () => run(`logIn(${JSON.stringify(CAPTCHA_TEXT)})`)
      const register = () => run(`register(${JSON.stringify(token)}, 'Browser')`)
      try {
        expect(await register()).toMatchObject({ code: 200, data: { name: 'Browser', lastUsedAt: null } })
        // The authenticator has a passkey that the options exclude.
        expect(await register()).toEqual({ error: 'InvalidStateError' })
        for (let i = 0; i < 3; i++)
          expect(await logIn()).toMatchObject({ code: 200, token: expect.any(String) })

        const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId })
        const [credential] = credentials
        if (!credential) throw new Error('the authenticator has no passkey')
        expect(credential).toMatchObject({ isResidentCredential: true, rpId: 'localhost' })
        const { credentialId } = credential
        const copy = { ...credential, signCount: 0 }
        await session.send('WebAuthn.removeCredential', { authenticatorId, credentialId })
        await session.send('WebAuthn.addCredential', { authenticatorId, credential: copy })
        expect(await logIn()).toMatchObject({ code: 400, reason: 'credentials-wrong' })
        const events = await service.asAdmin('GET', '/event?kind=passkey.copied')
        expect(events.data).toMatchObject({
          list: [{ fields: { username: 'keyholder', passkey: 'Browser' } }],
        })
      } finally {
        await session.send('WebAuthn.disable')
        await session.detach()
      }
    })
  },
  async (publicUrl) => ({ application: { publicUrl }, login: { methods: ['password', 'passkey'] } }),
)
