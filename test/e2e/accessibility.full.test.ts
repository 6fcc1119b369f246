import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { CONSOLE_PAGES } from '../../src/features/web/console/pages.ts'
import { enrol, sendCode } from '../support/authenticator.ts'
import { login, tryLogin } from '../support/client.ts'
import { loginOperator } from '../support/operator.ts'
import { COLOUR_RULES, findProblems, forceHover } from './support/accessibility.ts'
import { describeInBrowser, eventually } from './support/browser-test.ts'

const THEMES = ['light', 'dark'] as const
const USER = 'seen'

/** Opens a dialog, a drawer or a menu of a page. */
type Opening = (page: Page) => Promise<void>

const press =
  (name: string | RegExp): Opening =>
  (page) =>
    page.getByRole('button', { name }).first().click()
const inMenuOf =
  (row: string, item: string): Opening =>
  async (page) => {
    await page.getByRole('button', { name: `More actions for ${row}` }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
const openMenuOf =
  (row: string): Opening =>
  (page) =>
    page.getByRole('button', { name: `More actions for ${row}` }).click()

/** What opens on each page, by the address of the page. */
const OPENINGS: Readonly<Record<string, Readonly<Record<string, Opening>>>> = {
  '/': { 'the language menu': press('Language'), 'the appearance menu': press('Appearance') },
  [`/users?search=${USER}`]: {
    'a new user': press('Add user'),
    'a user': press(`Edit: ${USER}`),
    'the actions on a user': openMenuOf(USER),
    'a new password': inMenuOf(USER, 'Set password'),
    'login methods': inMenuOf(USER, 'Login methods'),
    'a question with a danger button': inMenuOf(USER, 'Delete'),
  },
  '/roles?roleKey=role-of-seen': {
    'a new role': press('Add role'),
    'a role': press(/^Edit: /),
    'the deletion of a role, with a preview': inMenuOf('Role of seen', 'Delete'),
  },
  '/permissions/rules': { 'a new rule': press('Add rule'), 'an import of rules': press('Import CSV') },
  '/clean-up?report=covered-rules': { 'a clean-up': press(/^Remove/) },
  [`/sessions?username=${USER}`]: { 'the end of a session': press(`End: ${USER}`) },
  '/login-log': { 'details of a login': press(/^Details/) },
  '/audit-log': { 'details of a change': press(/^Details/) },
  '/profile': {
    'the own name': press('Edit name and e-mail'),
    'a new passkey': press('Add a passkey'),
    'a second factor': press('Set up the second factor'),
  },
}

const withPasskeys = async (publicUrl: string) => ({
  application: { publicUrl },
  login: { methods: ['password', 'passkey'] },
})

describeInBrowser(
  'accessibility',
  (stage) => {
    test('axe finds no problem on the pages before the login, in the light and the dark theme', async () => {
      const { page, open } = await stage().visitor({ colorScheme: 'light' })
      await open('/login')
      await page.getByLabel('Captcha', { exact: true }).focus()
      await page.locator('.captcha img').waitFor()
      expect(await problemsOfPage(page)).toEqual([])
      await page.getByLabel('Username').fill('admin')
      await page.getByLabel('Password').fill('not the password')
      await page.getByLabel('Captcha', { exact: true }).fill('ACE39')
      await page.getByRole('button', { name: 'Log in', exact: true }).click()
      await page.locator('.login-refusal').waitFor()
      expect(await problemsInBothThemes(page), 'a refused login').toEqual([])
      await open('/login/oidc/company?error=access_denied')
      expect(await problemsOfPage(page)).toEqual([])
    })

    test('axe finds no problem on any page after the login, in its dialogs and under the pointer, in both themes', async () => {
      const seen = await stage().console.addUser(USER, [
        { method: 'GET', path: '/api/v1/sys-user/7' },
        { method: 'GET', path: '/api/v1/sys-user/:id' },
      ])
      await login(stage().console.base, seen)
      const { page, open, navigate } = await stage().loggedIn(undefined, { colorScheme: 'light' })
      const pages = CONSOLE_PAGES.filter((path) => !/^\/login(\/|$)/.test(path)).map((path) =>
        path.replace(':id', '1'),
      )
      const withOpenings = Object.keys(OPENINGS)
      const others = pages.filter((path) => !withOpenings.some((address) => address.split('?')[0] === path))
      const problems: string[] = []
      await open('/sessions')
      for (const path of [...withOpenings, ...others]) {
        await navigate(path)
        problems.push(...(await problemsOfPage(page)).map((problem) => `${path}: ${problem}`))
        for (const [name, show] of Object.entries(OPENINGS[path] ?? {})) {
          await show(page)
          const opened = page.locator('[role="dialog"]:visible, [role="menu"]:visible').last()
          await opened.waitFor()
          await opened.evaluate((element) => element.setAttribute('data-opened', ''))
          // The rest of the page has been checked already.
          const found = await problemsInBothThemes(page, '[data-opened]')
          problems.push(...found.map((problem) => `${name}: ${problem}`))
          await page.keyboard.press('Escape')
          await eventually(() => page.locator('[role="dialog"]:visible, [role="menu"]:visible').count()).toBe(
            0,
          )
        }
      }
      expect(problems).toEqual([])
    })

    test('axe finds no problem in the dialog that turns off a second factor', async () => {
      const { base, origin, now, advance, addUser } = stage().console
      const user = await addUser('factor')
      const authenticator = await enrol(await loginOperator(base, user), { now, advance, set: () => {} })
      const { ticket } = (await tryLogin(base, user)).body
      const { token } = (await sendCode(base, ticket, authenticator.nextCode())).body
      const { page, open } = await stage().visitor({ colorScheme: 'light' })
      const cookie = { name: 'jwt', value: String(token), url: origin, httpOnly: true }
      await page.context().addCookies([{ ...cookie, sameSite: 'Strict' }])
      await open('/profile')
      await page.getByRole('button', { name: 'Turn off' }).click()
      await page.getByRole('dialog').waitFor()
      expect(await problemsInBothThemes(page, '[role="dialog"]')).toEqual([])
    })
  },
  withPasskeys,
)

/**
 * Checks a page as it is, in both themes, then with its first row selected and every row, link and button hovered, in the theme that
 * is shown last: the themes alternate from page to page.
 */
async function problemsOfPage(page: Page): Promise<string[]> {
  const problems = await problemsInBothThemes(page)
  const row = page.locator('tr.ant-table-row').first()
  if (await row.isVisible()) {
    const checkbox = row.getByRole('checkbox')
    if ((await checkbox.count()) > 0 && (await checkbox.isEnabled())) await checkbox.check()
    await row.hover()
  }
  const release = await forceHover(page)
  problems.push(
    ...(await findProblems(page, { rules: COLOUR_RULES })).map((problem) => `hovered: ${problem}`),
  )
  await release()
  return problems
}

/** Checks all rules in one theme, and in the other theme only the colours, because the elements are the same. */
async function problemsInBothThemes(page: Page, part?: string): Promise<string[]> {
  const checked = part === undefined ? {} : { part }
  const theme = () => page.evaluate<string>('document.documentElement.style.colorScheme')
  const first = await theme()
  const problems = await findProblems(page, checked)
  for (const other of THEMES.filter((one) => one !== first)) {
    await page.emulateMedia({ colorScheme: other })
    await eventually(theme).toBe(other)
    const found = await findProblems(page, { ...checked, rules: COLOUR_RULES })
    problems.push(...found.map((problem) => `${other}: ${problem}`))
  }
  return problems
}
