import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { CONSOLE_PAGES } from '../../src/features/web/console/pages.ts'
import { describeInBrowser, eventually } from './support/browser-test.ts'

const focused = (page: Page) => page.evaluate<string>('document.activeElement.textContent')
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
const LONG_NAME = 'n'.repeat(56)
const PAGES_AFTER_LOGIN = CONSOLE_PAGES.filter((path) => !/^\/login(\/|$)/.test(path)).map((path) =>
  path.replace(':id', '1'),
)
const PALETTE = 'User, role, route, request ID or action'
/** Runs in the page. */
const ANIMATIONS_ENDED = `Promise.allSettled(document.getAnimations().map((one) => one.finished))`

describeInBrowser('appearance', (stage) => {
  test('Chinese: texts, library components and messages of the service', async () => {
    const { page, open, reload, login } = await stage().visitor({ locale: 'zh-CN' })
    await open('/login')
    await login('admin', 'not the password')
    await page.getByText('用户名或密码错误。').waitFor()
    await login('admin', stage().console.adminPassword)
    await page.getByRole('heading', { name: '概览' }).waitFor()
    await eventually(() => page.locator('html').getAttribute('lang')).toBe('zh-CN')
    await page.getByRole('navigation').getByRole('link', { name: '用户' }).click()
    await page.getByText('20 条/页').waitFor()

    await page.getByRole('button', { name: '语言' }).click()
    await page.getByRole('menuitem', { name: 'English' }).click()
    await page.getByRole('heading', { name: 'Users' }).waitFor()
    await reload()
    await page.getByRole('heading', { name: 'Users' }).waitFor()
  })

  test('with animations: what is typed at once reaches the palette and the chosen field of a form', async () => {
    const early = await stage().console.addUser('early')
    const { page, open } = await stage().loggedIn(undefined, { reducedMotion: 'no-preference' })
    await open('/users')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('early')
    expect(await page.getByRole('combobox', { name: PALETTE }).inputValue()).toBe('early')
    await page.getByRole('option', { name: 'early', exact: true }).click()
    await page.getByRole('heading', { name: 'User early', level: 1 }).waitFor()

    await page.getByRole('button', { name: /^Edit/ }).click()
    const form = page.getByRole('dialog', { name: 'User early' })
    const role = form.getByRole('combobox', { name: 'Role', exact: true })
    await role.focus()
    await page.keyboard.type('Role')
    await page.evaluate<unknown>(ANIMATIONS_ENDED)
    await page.keyboard.type(' of early')
    expect(await role.inputValue()).toBe('Role of early')
    expect(await form.getByLabel('Username').inputValue()).toBe(early.username)
  })

  test('the dark theme follows the system until a theme is chosen, and the choices of theme and density persist', async () => {
    const { page, open, reload } = await stage().loggedIn(undefined, { colorScheme: 'dark' })
    await open('/system')
    await page.getByRole('heading', { name: 'System' }).waitFor()
    await page
      .getByRole('region', { name: 'Nodes' })
      .getByText(/^[\da-f]{12}$/)
      .waitFor()
    const background = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
    await eventually(() => page.evaluate('document.documentElement.style.colorScheme')).toBe('dark')
    const dark = await background()
    await page.getByRole('button', { name: 'Appearance' }).click()
    await page.getByRole('menuitem', { name: 'Light' }).click()
    await eventually(background).not.toBe(dark)
    const light = await background()
    await reload()
    await page.getByRole('heading', { name: 'System' }).waitFor()
    await eventually(background).toBe(light)

    await open('/users')
    const rowHeight = async () => (await page.locator('tr.ant-table-row').first().boundingBox())?.height ?? 0
    const comfortable = await rowHeight()
    await page.getByRole('button', { name: 'Appearance' }).click()
    await page.getByRole('menuitem', { name: 'Compact' }).click()
    await eventually(rowHeight).toBeLessThan(comfortable)
    await reload()
    await eventually(rowHeight).toBeLessThan(comfortable)
  })

  test('a phone, 390 pixels wide: every page fits, also with a long name, and the menu opens and closes', async () => {
    await stage().console.addUser(LONG_NAME)
    const { page, open, navigate } = await stage().loggedIn(undefined, PHONE)
    const pageWidth = () => page.evaluate<number>('document.documentElement.scrollWidth')
    await open('/sessions')
    for (const path of PAGES_AFTER_LOGIN) {
      await navigate(path)
      await eventually(pageWidth, path).toBeLessThanOrEqual(390)
    }
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Sessions' }).click()
    await page.getByRole('heading', { name: 'Active sessions' }).waitFor()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await navigate('/login-log?status=2')
    const status = page.getByRole('combobox', { name: 'Result' })
    await status.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Verify' }).waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Filters (1)' }).click()
    await status.waitFor()
    await page.getByRole('button', { name: 'Log integrity' }).click()
    await page.getByRole('button', { name: 'Verify' }).waitFor()
    await page
      .getByRole('region', { name: 'Login log' })
      .getByRole('listitem')
      .filter({ hasText: 'Logged in' })
      .first()
      .waitFor()
    for (const path of [`/users?search=${LONG_NAME}`, `/roles?roleKey=role-of-${LONG_NAME}`]) {
      await navigate(path)
      await eventually(() => rightEdgeOfEditButton(page), path).toBeLessThanOrEqual(390)
    }
  })

  test('keyboard only: log in, skip to the content, open and close a form', async () => {
    const { page, open, settled } = await stage().visitor()
    await open('/login?from=%2Fusers')
    await eventually(() => page.evaluate('document.activeElement.id')).toBe('username')
    await page.keyboard.type('admin')
    await page.locator('.captcha img').waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.type(stage().console.adminPassword)
    await page.keyboard.press('Tab')
    await page.getByLabel('Captcha', { exact: true }).focus()
    await page.keyboard.type('ACE39')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Users' }).waitFor()
    await settled()
    await page.keyboard.press('Tab')
    await eventually(() => focused(page)).toBe('Skip to content')
    await page.keyboard.press('Enter')
    await eventually(() => page.evaluate('document.activeElement.id')).toBe('content')
    await page.keyboard.press('Tab')
    await eventually(() => focused(page)).toBe('Add user')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await eventually(() => focused(page)).toBe('Add user')
  })

  test('the actions of a row stay visible next to a long name', async () => {
    const { page, open } = await stage().loggedIn()
    await open(`/users?search=${LONG_NAME}`)
    const width = page.viewportSize()?.width ?? 0
    await eventually(() => rightEdgeOfEditButton(page)).toBeLessThanOrEqual(width)
  })
})

/** The actions of a row must stay visible next to a long name. */
async function rightEdgeOfEditButton(page: Page): Promise<number> {
  const button = page.getByRole('button', { name: /^Edit/ })
  await button.waitFor()
  const box = await button.boundingBox()
  return box ? box.x + box.width : Number.POSITIVE_INFINITY
}
