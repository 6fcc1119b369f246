import { readFile } from 'node:fs/promises'
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { type IdentityProvider, startIdentityProvider } from '../support/oidc/identity-provider.ts'
import { CLIENT_ID, CLIENT_SECRET } from '../support/oidc/oidc-flow.ts'
import { CAPTCHA_TEXT } from '../support/service.ts'
import { describeInBrowser, eventually } from './support/browser-test.ts'
import { addVirtualAuthenticator } from './support/virtual-authenticator.ts'

const MINUTE_IN_MILLISECONDS = 60_000
const STEP_IN_MILLISECONDS = 30_000

let mailServer: MailServer | undefined
let provider: IdentityProvider | undefined

async function settings(publicUrl: string) {
  mailServer = await startMailServer()
  provider = await startIdentityProvider({
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    redirectUris: [`${publicUrl}/login/oidc/company`],
  })
  return {
    application: { publicUrl },
    login: {
      methods: ['password', 'oidc', 'code', 'passkey'],
      secondFactor: { requiredRoles: ['role-of-obliged'] },
      code: {
        smtp: {
          host: '127.0.0.1',
          port: mailServer.port,
          tls: 'none' as const,
          from: 'castellan@example.com',
        },
      },
      oidc: {
        providers: [
          {
            name: 'company',
            label: 'Company',
            preset: 'keycloak',
            issuer: provider.issuer,
            clientId: CLIENT_ID,
            clientSecret: CLIENT_SECRET,
            roles: [{ claim: 'groups', value: 'staff', role: 'role-of-linked' }],
          },
          // The type of a setting is that of its checked value, which has more members.
        ] as never,
      },
    },
  }
}

describeInBrowser(
  'login methods',
  (stage) => {
    afterAll(async () => {
      await mailServer?.close()
      await provider?.close()
    })
    const showCaptcha = async (page: Page) => {
      await page.getByLabel('Captcha', { exact: true }).focus()
      await page.locator('.captcha img').waitFor()
    }

    /** Returns a code that is valid for at least a minute. The code before it must be two steps old. */
    const totp = (secret: string): string =>
      TOTP.generate({
        secret: Secret.fromBase32(secret),
        timestamp: stage().console.now() + STEP_IN_MILLISECONDS,
      })

    test('the login page offers the enabled methods in the order of the settings', async () => {
      const { page, open } = await stage().visitor()
      await open('/login')
      await eventually(() => page.locator('.login-others button').allTextContents()).toEqual([
        'Log in with Company',
        'Log in with a one-time code',
        'Log in with a passkey',
      ])
      await page.getByLabel('Username', { exact: true }).fill('somebody')
      await page.getByRole('button', { name: 'Log in with a one-time code' }).click()
      await eventually(() => page.getByLabel('Username', { exact: true }).inputValue()).toBe('somebody')
      await page.getByRole('button', { name: 'Log in with Company' }).click()
      await eventually(() => page.evaluate('document.activeElement.id')).toBe('code')
      await page.getByRole('button', { name: 'Log in with a password' }).click()
      await page.getByLabel('Password').waitFor()
    })

    test('a second factor: set up, recovery codes, login with both, turned off', async () => {
      const user = await stage().console.addUser('totp')
      const { page, open, login, settled } = await stage().loggedIn(user)
      await open('/profile')
      await page.getByRole('button', { name: 'Set up the second factor' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('img', { name: 'QR code' }).waitFor()
      const secret = await dialog.getByRole('textbox', { name: 'Secret' }).inputValue()
      await dialog.getByRole('textbox', { name: 'Code' }).fill('000000')
      await dialog.getByRole('button', { name: 'Confirm' }).click()
      await dialog.getByText('The code is wrong').waitFor()
      await dialog.getByRole('textbox', { name: 'Code' }).fill(totp(secret))
      await dialog.getByRole('button', { name: 'Confirm' }).click()

      await page.getByRole('heading', { name: 'Recovery codes' }).waitFor()
      const codes = await page.locator('.recovery-codes code').allTextContents()
      expect(new Set(codes).size).toBe(10)
      const downloading = page.waitForEvent('download')
      await page.getByRole('link', { name: 'Download' }).click()
      expect(await readFile(await (await downloading).path(), 'utf8')).toBe(`${codes.join('\n')}\n`)
      await page.getByRole('button', { name: 'I have saved the codes' }).click()

      await page.waitForURL('**/login?from=%2Fprofile')
      stage().console.advance(2 * STEP_IN_MILLISECONDS)
      await login(user.username, user.password)
      await page.getByRole('heading', { name: 'Second factor' }).waitFor()
      const field = page.getByRole('textbox', { name: 'Code' })
      expect(await field.getAttribute('autocomplete')).toBe('one-time-code')
      await field.fill('000000')
      await page.keyboard.press('Enter')
      await page.getByText('The code is wrong').waitFor()
      await field.fill(totp(secret))
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Profile' }).waitFor()
      await page.getByText('10 recovery codes left').waitFor()
      expect(await page.getByRole('heading', { name: 'Recovery codes' }).count()).toBe(0)

      await page.context().clearCookies()
      await open('/login?from=%2Fprofile')
      await login(user.username, user.password)
      await field.fill(codes[0]?.toLowerCase() ?? '')
      await page.keyboard.press('Enter')
      await page.getByText('9 recovery codes left').waitFor()
      await settled()
      await page.getByRole('button', { name: 'Turn off' }).click()
      await dialog.getByRole('textbox', { name: 'Code' }).fill(codes[1] ?? '')
      await dialog.getByRole('button', { name: 'Turn off' }).click()
      await page.waitForURL('**/login?from=%2Fprofile')
      await login(user.username, user.password)
      await page.getByRole('button', { name: 'Set up the second factor' }).waitFor()
    })

    test('a user whose role requires a second factor sets it up and replaces it; an operator resets it', async () => {
      const user = await stage().console.addUser('obliged', [{ method: 'GET', path: '/api/v1/sys-user' }])
      const { page, open, login } = await stage().visitor()
      await open('/login?from=%2Fusers')
      await login(user.username, user.password)
      await page.waitForURL('**/profile')
      await page.getByText('Your role requires a second factor. Set it up to continue.').waitFor()
      const dialog = page.getByRole('dialog')
      const setUp = async (): Promise<string[]> => {
        await page.getByRole('button', { name: 'Set up the second factor' }).click()
        await dialog
          .getByRole('textbox', { name: 'Code' })
          .fill(totp(await dialog.getByRole('textbox', { name: 'Secret' }).inputValue()))
        await page.keyboard.press('Enter')
        await page.getByRole('heading', { name: 'Recovery codes' }).waitFor()
        const codes = await page.locator('.recovery-codes code').allTextContents()
        await page.getByRole('button', { name: 'I have saved the codes' }).click()
        await page.waitForURL('**/login?from=%2Fprofile')
        return codes
      }
      const recoveryCodes = await setUp()

      // Without the phone, the user needs two recovery codes.
      await login(user.username, user.password)
      await page.getByRole('textbox', { name: 'Code' }).fill(recoveryCodes[0] ?? '')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Replace' }).click()
      await dialog.getByRole('textbox', { name: 'Code' }).fill(recoveryCodes[1] ?? '')
      await dialog.getByRole('button', { name: 'Replace' }).click()
      await page.waitForURL('**/login?from=%2Fprofile')
      await login(user.username, user.password)
      expect(await setUp()).not.toEqual(recoveryCodes)

      const operator = await stage().loggedIn()
      await operator.open('/users?search=obliged')
      await operator.page.getByRole('button', { name: 'More actions for obliged' }).click()
      await operator.page.getByRole('menuitem', { name: 'Login methods' }).click()
      const drawer = operator.page.getByRole('dialog', { name: 'Login methods of obliged' })
      await drawer.getByText('10 recovery codes left').waitFor()
      await drawer.getByRole('button', { name: 'Reset the second factor' }).click()
      await operator.page
        .getByRole('dialog', { name: 'Reset the second factor of obliged?' })
        .getByRole('button', { name: 'Reset the second factor' })
        .click()
      await operator.page.getByText('The second factor was reset.').waitFor()
      await drawer.getByText('off', { exact: true }).waitFor()
    })

    test('a change of the own login methods needs a recent login, which the page offers', async () => {
      const user = await stage().console.addUser('late')
      const { page, open, login } = await stage().loggedIn(user)
      await open('/profile')
      stage().console.advance(11 * MINUTE_IN_MILLISECONDS)
      await page.getByRole('button', { name: 'Set up the second factor' }).click()
      await page.getByRole('button', { name: 'Log in again' }).click()
      await page.getByText('This needs a recent login. Please log in again.').waitFor()
      await login(user.username, user.password)
      await page.getByRole('button', { name: 'Set up the second factor' }).click()
      await page.getByRole('dialog').getByRole('textbox', { name: 'Secret' }).waitFor()
    })

    test('a passkey: add, rename, log in without a password, remove', async () => {
      const user = await stage().console.addUser('keyholder')
      const { page, open } = await stage().loggedIn(user)
      const removeAuthenticator = await addVirtualAuthenticator(page)
      try {
        await open('/profile')
        await page.getByRole('button', { name: 'Add a passkey' }).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByLabel('Name').fill('Laptop')
        await page.keyboard.press('Enter')
        await page.getByRole('button', { name: 'Rename: Laptop' }).click()
        await dialog.getByLabel('Name').fill('Work laptop')
        await page.keyboard.press('Enter')
        await page.getByRole('button', { name: 'Remove: Work laptop' }).waitFor()

        await page.context().clearCookies()
        await open('/login?from=%2Fprofile')
        await showCaptcha(page)
        await page.getByLabel('Captcha', { exact: true }).fill(CAPTCHA_TEXT)
        await page.getByRole('button', { name: 'Log in with a passkey' }).click()
        await page.getByRole('button', { name: 'Profile: keyholder' }).waitFor()
        await page.getByRole('button', { name: 'Remove: Work laptop' }).click()
        await page
          .getByRole('dialog', { name: 'Remove the passkey Work laptop?' })
          .getByRole('button', { name: 'Remove' })
          .click()
        await page.getByText('There are no passkeys.').waitFor()
      } finally {
        await removeAuthenticator()
      }
    })

    test('a one-time code: requested with the captcha, sent by e-mail, entered on the same page', async () => {
      const user = await stage().console.addUser('mailed')
      await setEmail(user.username, 'mailed@example.com')
      const { page, open } = await stage().visitor()
      await open('/login?from=%2Fprofile')
      await page.getByRole('button', { name: 'Log in with a one-time code' }).click()
      await showCaptcha(page)
      await page.getByLabel('Username', { exact: true }).fill(user.username)
      await page.getByLabel('Captcha', { exact: true }).fill(CAPTCHA_TEXT)
      await page.getByRole('button', { name: 'Send code' }).click()
      const field = page.getByLabel('One-time code')
      expect(await field.getAttribute('autocomplete')).toBe('one-time-code')
      const code = () => /\b\d{6}\b/.exec(mailServer?.received.at(-1)?.source.split('\r\n\r\n')[1] ?? '')?.[0]
      await eventually(code).toBeDefined()
      await field.fill(code() ?? '')
      await page.getByRole('button', { name: 'Log in', exact: true }).click()
      await page.getByRole('heading', { name: 'Profile' }).waitFor()
    })

    test('OpenID Connect: to the provider and back, without the code in the address', async () => {
      const { userId } = await requireUser((await stage().console.addUser('linked')).username)
      const operator = await stage().loggedIn()
      await operator.open(`/users/${userId}`)
      await operator.page.getByRole('button', { name: 'Link an account' }).click()
      await operator.page.getByLabel('Issuer').fill(provider?.issuer ?? '')
      await operator.page.getByLabel('Subject').fill('subject-of-linked')
      await operator.page.getByRole('dialog').getByRole('button', { name: 'Add' }).click()
      await operator.page.getByText(/^subject-of-linked · Linked/).waitFor()

      provider?.logIn({
        sub: 'subject-of-linked',
        claims: { preferred_username: 'linked', groups: ['staff'] },
      })
      const { page, open, problems } = await stage().visitor()
      await open('/login?from=%2Fprofile')
      await showCaptcha(page)
      await page.getByRole('button', { name: 'Log in with Company' }).click()
      await page.getByLabel('Captcha', { exact: true }).fill(CAPTCHA_TEXT)
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Profile: linked' }).waitFor()
      await eventually(() => page.url()).toMatch(/\/profile$/)
      expect(
        problems.splice(0).filter((one) => !one.startsWith(`another host: ${provider?.issuer}`)),
      ).toEqual([])

      await page.context().clearCookies()
      await open('/login/oidc/company?code=forged&state=forged')
      await page.locator('.login-refusal').getByText('The login was not accepted.').waitFor()
      await eventually(() => new URL(page.url()).search).toBe('')
      await page.getByRole('link', { name: 'Back to login' }).click()
      await page.waitForURL('**/login?from=%2Fprofile')
    })

    test('an operator limits a user to some methods, and the login log shows the method', async () => {
      const user = await stage().console.addUser('limited')
      const { page, open } = await stage().loggedIn()
      await open('/users?search=limited')
      await page.getByRole('button', { name: 'Edit: limited' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Allowed login methods').click()
      await page.getByTitle('Passkey').click()
      await dialog.getByLabel('Username').press('Enter')
      await page.getByText('Saved.').waitFor()
      const { userId } = await requireUser(user.username)
      await open(`/users/${userId}`)
      await page
        .getByRole('region', { name: 'Login methods' })
        .getByText('Passkey', { exact: true })
        .waitFor()

      const outside = await stage().visitor()
      await outside.open('/login')
      await outside.login(user.username, user.password)
      await outside.page.getByText('Wrong username or password.').waitFor()
      await open('/login-log?username=limited')
      await page
        .getByRole('button', { name: /^Details/ })
        .first()
        .click()
      await dialog.getByRole('row', { name: 'Method Password' }).waitFor()
    })

    async function requireUser(username: string): Promise<{ userId: number; revision: number }> {
      const { data } = await stage().console.asAdmin('GET', `/sys-user?username=${username}`)
      const found = (data as { list: { username: string; userId: number; revision: number }[] }).list
      const user = found.find((one) => one.username === username)
      if (!user) throw new Error(`there is no user ${username}`)
      return user
    }

    async function setEmail(username: string, email: string): Promise<void> {
      const { userId, revision } = await requireUser(username)
      await stage().console.asAdmin('PUT', `/sys-user/${userId}`, { email, revision })
    }
  },
  settings,
)

describeInBrowser(
  'login methods without a captcha',
  (stage) => {
    test('a passkey logs in with one click and no captcha is fetched; the password form still has one', async () => {
      const user = await stage().console.addUser('quick')
      const { page, open } = await stage().loggedIn(user)
      const removeAuthenticator = await addVirtualAuthenticator(page)
      try {
        await open('/profile')
        await page.getByRole('button', { name: 'Add a passkey' }).click()
        await page.getByRole('dialog').getByLabel('Name').fill('Laptop')
        await page.keyboard.press('Enter')
        await page.getByRole('button', { name: 'Rename: Laptop' }).waitFor()

        await page.context().clearCookies()
        const fetched: string[] = []
        page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
        await open('/login?from=%2Fprofile')
        await page.getByLabel('Captcha', { exact: true }).waitFor()
        await page.getByRole('button', { name: 'Log in with a passkey' }).click()
        await page.getByRole('button', { name: 'Profile: quick' }).waitFor()
        expect(fetched).toContain('/api/v1/login/passkey')
        expect(fetched).not.toContain('/api/v1/getCaptcha')
      } finally {
        await removeAuthenticator()
      }
    })
  },
  async (publicUrl) => ({
    application: { publicUrl },
    login: { methods: ['password', 'passkey'] },
    captcha: { methods: ['password'] },
  }),
)
