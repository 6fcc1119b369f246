import { expect, test } from 'vitest'
import { call, getCaptcha, postJson } from '../support/client.ts'
import { CAPTCHA_TEXT } from '../support/service.ts'
import { findProblems } from './support/accessibility.ts'
import { describeInBrowser, eventually } from './support/browser-test.ts'

const DAY_MS = 24 * 60 * 60 * 1000

describeInBrowser(
  'tasks of operators around logins',
  (stage) => {
    /** Logs in over a proxy that forwards the address. */
    async function logInFrom(address: string, user: { username: string; password: string }): Promise<void> {
      const { base } = stage().console
      const body = { ...user, uuid: await getCaptcha(base), code: CAPTCHA_TEXT }
      const answer = await call(`${base}/login`, postJson(body, { 'x-forwarded-for': address }))
      expect(answer.body.code).toBe(200)
    }

    test('who logged in from a new network yesterday', async () => {
      const { console } = stage()
      const nadia = await console.addUser('nadia')
      const oskar = await console.addUser('oskar')
      for (const user of [nadia, oskar]) await logInFrom('203.0.113.7', user)
      await logInFrom('198.51.100.9', nadia)
      console.advance(DAY_MS)
      await logInFrom('198.51.100.9', oskar)

      const { page, open, settled } = await stage().loggedIn()
      await page.clock.setFixedTime(console.now())
      await open('/login-log')
      await page.getByRole('combobox', { name: 'Network' }).click()
      await page.locator('.ant-select-item-option', { hasText: 'New network' }).click()
      await page.getByPlaceholder('From').click()
      await page.getByText('Yesterday', { exact: true }).click()
      await eventually(() => page.url()).toMatch(/newNetwork=true.*beginTime=/)
      await settled()
      const rows = page.locator('tbody tr.ant-table-row')
      await eventually(() => rows.count()).toBe(1)
      await eventually(() => rows.first().textContent()).toMatch(/nadia.*198\.51\.100\.9 New network/)
      expect(await findProblems(page)).toEqual([])

      await open('/?hours=72')
      const figure = page.locator('.figure', { hasText: 'Logins from new networks' })
      await eventually(() => figure.getByRole('link').textContent()).toBe('2')
      await figure.getByRole('link').click()
      await page.getByRole('heading', { name: 'Login log' }).waitFor()
      await eventually(() => rows.count()).toBe(2)
      await open('/events')
      await page
        .getByText('“nadia” has logged in from 198.51.100.9, where this user had not logged in before.')
        .waitFor()
    })
  },
  { application: { trustProxy: ['127.0.0.1'] } },
)
