import { expect, test } from 'vitest'
import { enrol, sendCode } from '../support/authenticator.ts'
import { call, getCaptcha, postJson, tryLogin } from '../support/client.ts'
import { loginOperator } from '../support/operator.ts'
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
      const figure = page.locator('.figure', { hasText: 'New networks' })
      await eventually(() => figure.getByRole('link').textContent()).toBe('2')
      await figure.getByRole('link').click()
      await page.getByRole('heading', { name: 'Login log' }).waitFor()
      await eventually(() => rows.count()).toBe(2)
      await open('/events')
      await page
        .getByText('“nadia” has logged in from 198.51.100.9, where this user had not logged in before.')
        .waitFor()
    })

    test('a login with a second factor is one row with both steps, and an unfinished one says so', async () => {
      const { base, now, advance, addUser } = stage().console
      const user = await addUser('tilda')
      const clock = { now, advance, set: () => {} }
      const authenticator = await enrol(await loginOperator(base, user), clock)
      const begin = async () => (await tryLogin(base, user)).body.ticket
      expect((await sendCode(base, await begin(), authenticator.nextCode())).body.code).toBe(200)
      await begin()
      const { page, open } = await stage().loggedIn()
      await open('/login-log?username=tilda')
      const rows = page.locator('tbody tr.ant-table-row')
      const results = async () =>
        (await rows.locator('td .mark').allTextContents()).filter((text) => text !== 'New network')
      await eventually(results).toEqual([
        'Waiting for second factor',
        'Logged in, with second factor',
        'Succeeded',
      ])
      await page.getByText('4 in total').waitFor()
      await page.getByText('The first step of 1 login is part of its row, and counts as an entry.').waitFor()
      await rows.locator('summary').click()
      await eventually(() => rows.locator('li').allTextContents()).toEqual([
        expect.stringMatching(/First factor correct$/),
        expect.stringMatching(/Logged in$/),
      ])
      expect(await findProblems(page)).toEqual([])
      await open('/login-log?username=tilda&status=2')
      await eventually(results).toEqual(['Logged in, with second factor', 'Succeeded'])
      await page.getByText('2 in total').waitFor()
    })

    test('end all sessions of a role', async () => {
      const { console } = stage()
      const fiona = await console.addUser('fiona')
      const other = await console.addUser('gustav')
      for (const address of ['203.0.113.7', '198.51.100.9', '192.0.2.1']) await logInFrom(address, fiona)
      await logInFrom('203.0.113.7', other)
      const visitor = await stage().loggedIn(fiona)

      const { page, open } = await stage().loggedIn()
      await open('/sessions')
      await page.getByRole('combobox', { name: 'Role' }).click()
      await page.locator('.ant-select-item-option', { hasText: 'Role of fiona' }).click()
      await eventually(() => page.url()).toContain('roleId=')
      const rows = page.locator('tbody tr.ant-table-row')
      await eventually(() => rows.count()).toBe(4)

      // Two of them by their boxes.
      for (const row of [2, 3]) await rows.nth(row).getByRole('checkbox').click()
      await page.getByRole('button', { name: 'End 2 sessions' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'End 2 sessions' }).click()
      await page.getByText('2 sessions ended.').waitFor()
      await eventually(() => rows.count()).toBe(2)

      // The others by the filter.
      await page.getByRole('button', { name: 'End 2 sessions of Role of fiona' }).click()
      const dialog = page.getByRole('dialog', { name: 'End 2 sessions of Role of fiona?' })
      await dialog.waitFor()
      expect(await findProblems(page)).toEqual([])
      await dialog.getByRole('button', { name: 'End 2 sessions of Role of fiona' }).click()
      await page
        .getByText('There are no active sessions.')
        .or(page.getByText('Nothing matches'))
        .first()
        .waitFor()

      await visitor.open('/profile')
      await visitor.page.getByText('Your session was ended by an operator.').waitFor()
      await open('/sessions?username=gustav')
      await eventually(() => rows.count()).toBe(1)
      await open('/audit-log?targetKind=session')
      await page.getByText('ended 2 sessions of fiona').waitFor()
      await open('/audit-log?action=role.end-sessions')
      await page.getByText('ended all sessions of role role-of-fiona: 2 sessions of 1 user').waitFor()
    })

    test('a user ends the own sessions on other devices', async () => {
      const henry = await stage().console.addUser('henry')
      for (const address of ['203.0.113.7', '198.51.100.9']) await logInFrom(address, henry)
      const { page, open } = await stage().loggedIn(henry)
      await open('/profile')
      const card = page.locator('.card', { has: page.getByRole('heading', { name: 'Your sessions' }) })
      const rows = card.locator('tbody tr')
      await eventually(() => rows.count()).toBe(3)
      await card.getByRole('button', { name: 'End', exact: true }).first().click()
      await eventually(() => rows.count()).toBe(2)
      await card.getByRole('button', { name: 'End all other sessions' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'End all other sessions' }).click()
      await eventually(() => rows.count()).toBe(1)
      await rows.first().getByText('current').waitFor()
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
      expect(await findProblems(page)).toEqual([])
    })
  },
  { application: { trustProxy: ['127.0.0.1'] } },
)
