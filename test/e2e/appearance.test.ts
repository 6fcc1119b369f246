import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { CONSOLE_PAGES } from '../../src/console/pages.ts'
import { COLOUR_RULES, seriousProblems } from './support/accessibility.ts'
import { describeInBrowser, eventually } from './support/browser-test.ts'

const focused = (page: Page) => page.evaluate<string>('document.activeElement.textContent')
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
const LONG_NAME = 'n'.repeat(56)
const LOOKS = ['light', 'dark'] as const
const INSIDE = CONSOLE_PAGES.filter((path) => path !== '/login')

describeInBrowser('appearance', (stage) => {
  test('Chinese: the texts, the parts that are not ours, and the messages of the service', async () => {
    const { page, open, reload, login } = await stage().visitor({ locale: 'zh-CN' })
    await open('/login')
    await login('admin', 'not the password')
    await page.getByText('用户名或密码错误。').waitFor()
    await login('admin', stage().console.adminPassword)
    await page.getByRole('heading', { name: '概览' }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('zh-CN')
    await page.getByRole('link', { name: '用户' }).click()
    await page.getByText('20 条/页').waitFor()

    await page.getByRole('button', { name: '语言' }).click()
    await page.getByRole('menuitem', { name: 'English' }).click()
    await page.getByRole('heading', { name: 'Users' }).waitFor()
    await reload()
    await page.getByRole('heading', { name: 'Users' }).waitFor()
  })

  test('dark: as the system has it, or as it is chosen, and it stays chosen', async () => {
    const { page, open, reload } = await stage().insider(undefined, { colorScheme: 'dark' })
    await open('/')
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    const background = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
    const dark = await background()
    await page.getByRole('button', { name: 'Appearance' }).click()
    await page.getByRole('menuitem', { name: 'Light' }).click()
    await eventually(background).not.toBe(dark)
    const light = await background()
    await reload()
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    expect(await background()).toBe(light)
  })

  test('a phone, 390 pixels wide: every page fits, even with a long name, and the menu opens and closes', async () => {
    await stage().console.addUser(LONG_NAME)
    const { page, open, go } = await stage().insider(undefined, PHONE)
    await open('/')
    for (const path of INSIDE) {
      await go(path)
      expect(await page.evaluate<number>('document.documentElement.scrollWidth'), path).toBeLessThanOrEqual(
        390,
      )
    }
    await page.getByRole('button', { name: 'Open the menu' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Sessions' }).click()
    await page.getByRole('heading', { name: 'Live sessions' }).waitFor()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    for (const path of [`/users?username=${LONG_NAME}`, `/roles?roleKey=role-of-${LONG_NAME}`]) {
      await go(path)
      expect(await rightEdgeOfEdit(page), path).toBeLessThanOrEqual(390)
    }
  })

  test('keyboard alone: log in, skip to the content, open a form and leave it', async () => {
    const { page, open } = await stage().visitor()
    await open('/login?from=%2Fusers')
    await page.locator('.captcha img').waitFor()
    await page.keyboard.type('admin')
    await page.keyboard.press('Tab')
    await page.keyboard.type(stage().console.adminPassword)
    await page.keyboard.press('Tab')
    await page.getByLabel('Captcha', { exact: true }).focus()
    await page.keyboard.type('ACE34')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Users' }).waitFor()
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('Skip to the content')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('Add user')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await eventually(() => focused(page)).toBe('Add user')
  })

  test('axe finds nothing serious on any page, light or dark', async () => {
    await stage().console.addUser('seen', [{ method: 'GET', path: '/api/v1/sys-user/7' }])
    const outside = await stage().visitor({ colorScheme: 'light' })
    await outside.open('/login')
    await outside.page.locator('.captcha img').waitFor()
    expect(await problemsInBothLooks(outside.page)).toEqual([])

    const { page, open, go } = await stage().insider(undefined, { colorScheme: 'light' })
    await open('/')
    for (const path of INSIDE) {
      await go(path)
      expect(await problemsInBothLooks(page), path).toEqual([])
    }
    await go(`/users?username=${LONG_NAME}`)
    expect(await rightEdgeOfEdit(page), 'a long name').toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
    await page.getByRole('button', { name: 'Add user' }).click()
    await page.getByRole('dialog').waitFor()
    expect(await problemsInBothLooks(page), 'a form').toEqual([])
  })
})

/** What can be done to a row stays in sight, however much room its name would take. */
async function rightEdgeOfEdit(page: Page): Promise<number> {
  const box = await page.getByRole('button', { name: /^Edit/ }).boundingBox()
  return box ? box.x + box.width : Number.POSITIVE_INFINITY
}

/** A page is made of the same parts in both looks: in the other one only its colours can be wrong. */
async function problemsInBothLooks(page: Page): Promise<string[]> {
  const look = () => page.evaluate<string>('document.documentElement.style.colorScheme')
  const first = await look()
  const problems = await seriousProblems(page)
  for (const other of LOOKS.filter((one) => one !== first)) {
    await page.emulateMedia({ colorScheme: other })
    await eventually(look).toBe(other)
    problems.push(...(await seriousProblems(page, COLOUR_RULES)).map((problem) => `${other}: ${problem}`))
  }
  return problems
}
