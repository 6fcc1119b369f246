import { afterAll, expect, test } from 'vitest'
import { type MailServer, startMailServer, textOf } from '../support/mail-server.ts'
import { CAPTCHA_TEXT } from '../support/service.ts'
import { findProblems } from './support/accessibility.ts'
import { describeInBrowser, eventually } from './support/browser-test.ts'
import type { RunningConsole } from './support/console.ts'
import type { Visitor } from './support/visitor.ts'

const PASSWORD = 'seven lanterns by the quay'

let mailServer: MailServer | undefined

async function settings(publicUrl: string) {
  mailServer = await startMailServer()
  const smtp = { host: '127.0.0.1', port: mailServer.port, tls: 'none' as const, from: 'castle@example.com' }
  return { application: { publicUrl }, login: { passwordLink: { enabled: true }, code: { smtp } } }
}

/** Returns the path of the link in the newest e-mail to an address. */
async function linkTo(address: string): Promise<string> {
  const find = () => mailServer?.received.findLast(({ to }) => to.includes(address))
  await eventually(() => find() !== undefined).toBe(true)
  const message = find()
  const text = message ? textOf(message).replaceAll('=\r\n', '') : ''
  const link = /https?:\/\/\S+\/password-link#[\w-]{43}/.exec(text)?.[0] ?? 'http://none/'
  const { pathname, hash } = new URL(link)
  return `${pathname}${hash}`
}

async function addReachableUser({ addUser, asAdmin }: RunningConsole, username: string): Promise<void> {
  await addUser(username)
  const { data } = await asAdmin('GET', `/sys-user?username=${username}`)
  const [user] = (data as { list: { userId: number }[] }).list
  await asAdmin('PUT', `/sys-user/${user?.userId}`, { email: `${username}@example.com` })
}

async function openPasswordForm({ page, open }: Pick<Visitor, 'page' | 'open'>, username: string) {
  await open('/users')
  await page.getByRole('button', { name: `More actions for ${username}` }).click()
  await page.getByRole('menuitem', { name: 'Set password' }).click()
  return page.getByRole('dialog', { name: `New password for ${username}` })
}

describeInBrowser(
  'links to set a password',
  (stage) => {
    afterAll(() => mailServer?.close())

    test('an operator invites a new user, who sets the password and logs in', async () => {
      const operator = await stage().loggedIn()
      await operator.open('/users')
      await operator.page.getByRole('button', { name: 'Add user' }).click()
      const form = operator.page.getByRole('dialog')
      await form.getByLabel('Username').fill('ines')
      await eventually(() => form.getByLabel('Invite: the user sets the password').isChecked()).toBe(true)
      await eventually(() => form.getByLabel('Password', { exact: true }).count()).toBe(0)
      await form.getByLabel('Role').click()
      await operator.page.getByText('Administrator (admin)').click()
      await form.getByRole('button', { name: 'Add', exact: true }).click()
      await form.getByText('the user has no e-mail address or phone number').waitFor()
      await form.getByLabel('E-mail').fill('ines@example.com')
      expect(await findProblems(operator.page)).toEqual([])
      await form.getByRole('button', { name: 'Add', exact: true }).click()
      await operator.page.getByText('User ines was added and invited.').waitFor()

      const { page, open, login } = await stage().visitor()
      await open(await linkTo('ines@example.com'))
      await page.getByRole('heading', { name: 'Set password' }).waitFor()
      await eventually(() => page.url()).not.toContain('#')
      expect(await findProblems(page)).toEqual([])
      await page.getByLabel('New password').fill('short')
      await page.getByRole('button', { name: 'Set password' }).click()
      await page.getByText('The password must have at least 15 characters').waitFor()
      await page.getByLabel('New password').fill(PASSWORD)
      await page.keyboard.press('Enter')
      await page.getByText('The password is set. Log in with it.').waitFor()
      await eventually(() => page.getByLabel('Username').inputValue()).toBe('ines')
      await login('ines', PASSWORD)
      await page.getByRole('heading', { name: 'Overview' }).waitFor()
    })

    test('without the invitation, the form asks for a password', async () => {
      const { page, open } = await stage().loggedIn()
      await open('/users?open=new')
      const form = page.getByRole('dialog')
      await form.getByLabel('Invite: the user sets the password').uncheck()
      await form.getByLabel('Password', { exact: true }).waitFor()
    })

    test('an operator invites an existing user', async () => {
      await addReachableUser(stage().console, 'ivan')
      const { page, open } = await stage().loggedIn()
      await open('/users')
      await page.getByRole('button', { name: 'More actions for ivan' }).click()
      await page.getByRole('menuitem', { name: 'Invite' }).click()
      const question = page.getByRole('dialog', { name: 'Send ivan a link to set the password?' })
      await question.getByRole('button', { name: 'Invite' }).click()
      await page.getByText('The link was sent.').waitFor()
      expect(await linkTo('ivan@example.com')).toContain('/password-link#')
    })

    test('the form for a new password offers the link, and sets a password by default', async () => {
      await addReachableUser(stage().console, 'iris')
      const form = await openPasswordForm(await stage().loggedIn(), 'iris')
      await form.getByLabel('Password', { exact: true }).waitFor()
      await form.getByLabel('Invite: the user sets the password').check()
      await form.getByRole('button', { name: 'Invite' }).waitFor()
      await eventually(() => form.getByLabel('Password', { exact: true }).count()).toBe(0)
    })

    test('a forgotten password is set over a link, which works once', async () => {
      await addReachableUser(stage().console, 'nadia')
      const { page, open, login } = await stage().visitor()
      await open('/login')
      await page.getByLabel('Username').fill('nadia')
      await page.getByRole('button', { name: 'Forgot password?' }).click()
      const account = page.getByLabel('Username, e-mail address or phone number')
      await eventually(() => account.inputValue()).toBe('nadia')
      const picture = page.locator('.captcha img')
      await page.getByLabel('Captcha', { exact: true }).focus()
      const first = await picture.getAttribute('src')
      await page.getByLabel('Captcha', { exact: true }).fill('wrong')
      expect(await findProblems(page)).toEqual([])
      await page.getByRole('button', { name: 'Send link' }).click()
      await page.getByText('The captcha is wrong or has expired.').waitFor()
      await eventually(() => picture.getAttribute('src')).not.toBe(first)
      await page.getByLabel('Captcha', { exact: true }).fill(CAPTCHA_TEXT)
      await page.getByRole('button', { name: 'Send link' }).click()
      await page.getByText('If there is such an account, a message was sent').waitFor()
      expect(await findProblems(page)).toEqual([])
      await page.getByRole('button', { name: 'Back to login' }).click()
      await page.getByRole('heading', { name: 'Log in' }).waitFor()

      const link = await linkTo('nadia@example.com')
      await open(link)
      await page.getByLabel('New password').fill(PASSWORD)
      await page.getByRole('button', { name: 'Set password' }).click()
      await page.getByText('The password is set.').waitFor()
      await open(link)
      await page.getByLabel('New password').fill(`${PASSWORD} again`)
      await page.getByRole('button', { name: 'Set password' }).click()
      await page.getByText('This link is not valid').waitFor()
      await page.getByRole('link', { name: 'Back to login' }).click()
      await login('nadia', PASSWORD)
      await page.getByRole('button', { name: /nadia/ }).waitFor()
    })

    test('the page without a link says what to do', async () => {
      const { page, open } = await stage().visitor()
      await open('/password-link')
      await page.getByText('Open the link in the message to set a password.').waitFor()
      expect(await findProblems(page)).toEqual([])
    })
  },
  settings,
)

describeInBrowser(
  'links to set a password, with four eyes',
  (stage) => {
    afterAll(() => mailServer?.close())

    test('the form for a new password sends the link by default, and a password stays possible', async () => {
      await addReachableUser(stage().console, 'olga')
      const operator = await stage().loggedIn()
      const form = await openPasswordForm(operator, 'olga')
      await form.getByText('If you set a password instead, you know it').waitFor()
      expect(await findProblems(operator.page)).toEqual([])
      const invite = form.getByLabel('Invite: the user sets the password')
      await eventually(() => invite.isChecked()).toBe(true)
      await invite.uncheck()
      await form.getByLabel('Password', { exact: true }).waitFor()
      await invite.check()
      await form.getByRole('button', { name: 'Invite' }).click()
      await operator.page.getByText('The link was sent.').waitFor()
      expect(await linkTo('olga@example.com')).toContain('/password-link#')
    })

    test('for a user without an address, it asks for a password', async () => {
      await stage().console.addUser('otto')
      const form = await openPasswordForm(await stage().loggedIn(), 'otto')
      await form.getByLabel('Password', { exact: true }).waitFor()
    })

    test('the form for a new user says what it means to set the password', async () => {
      const { page, open } = await stage().loggedIn()
      await open('/users?open=new')
      const form = page.getByRole('dialog')
      await form.getByText('If you set a password instead, you know it').waitFor()
      await eventually(() => form.getByLabel('Invite: the user sets the password').isChecked()).toBe(true)
    })

    test('the form for a new user invites by default, also if it is open before the configuration is known', async () => {
      const { page, open } = await stage().loggedIn()
      const form = page.getByRole('dialog')
      await page.route('**/api/v1/app-config', async (route) => {
        await form.getByLabel('Username').waitFor()
        await route.continue()
      })
      await open('/users?open=new')
      await form.getByText('If you set a password instead, you know it').waitFor()
      await eventually(() => form.getByLabel('Invite: the user sets the password').isChecked()).toBe(true)
      await eventually(() => form.getByLabel('Password', { exact: true }).count()).toBe(0)
    })
  },
  async (publicUrl) => ({
    ...(await settings(publicUrl)),
    administration: { fourEyes: { operations: ['delete-log-entries' as const] } },
  }),
)
