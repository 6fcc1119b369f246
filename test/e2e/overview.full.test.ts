import { expect, test } from 'vitest'
import { call, login, tryLogin } from '../support/client.ts'
import { describeInBrowser, eventually } from './support/browser-test.ts'

const UNREACHABLE = {
  name: 'unreachable',
  url: 'https://127.0.0.1:1/',
  secret: `whsec_${Buffer.alloc(32).toString('base64')}`,
  kinds: [],
  allowHttp: false,
}

describeInBrowser(
  'attention on the overview',
  (stage) => {
    test('unread critical events have a badge in the menu until the events were shown, in any browser', async () => {
      const { asAdmin } = stage().console
      const { page, open } = await stage().loggedIn()
      await open('/events')
      await page.getByText('Live', { exact: true }).waitFor()
      const menu = page.locator('.navigation a[href="/events"]')
      await open('/')
      const figure = page.locator('.figure', { hasText: 'Unread critical events' })
      await eventually(() => figure.locator('.figure-value').textContent()).toBe('0')
      await eventually(() => menu.textContent()).toBe('Events')
      const password = 'the long pass phrase of yara'
      await asAdmin('POST', '/sys-user', { username: 'yara', password, roleId: 1 })
      await open('/')
      await eventually(() => menu.textContent()).toBe('Events1 unread critical events')
      await figure.getByRole('link', { name: '1' }).click()
      await eventually(() => page.url()).toMatch(/events\?severity=critical&unread=true$/)
      await page.getByText('“yara” has admin rights now (new user), by “admin”.').waitFor()
      await eventually(() => page.locator('tbody tr.ant-table-row').count()).toBe(1)
      await eventually(() => menu.textContent()).toBe('Events')
      const other = await stage().loggedIn()
      await other.open('/')
      const otherFigure = other.page.locator('.figure', { hasText: 'Unread critical events' })
      await eventually(() => otherFigure.locator('.figure-value').textContent()).toBe('0')
      await otherFigure.getByRole('link', { name: '0' }).click()
      await other.page.getByText('Nothing matches these filters.').waitFor()
      await asAdmin('POST', '/sys-user', {
        username: 'yolanda',
        password: password.replace('yara', 'yolanda'),
        roleId: 1,
      })
      await open('/events?severity=info')
      await eventually(() => menu.textContent()).toBe('Events1 unread critical events')
      await page.getByRole('button', { name: 'Mark all as read' }).click()
      await eventually(() => menu.textContent()).toBe('Events')
    })

    test('the system page shows the policy version, versions, the database, nodes and keys', async () => {
      const { page, open } = await stage().loggedIn()
      await open('/')
      expect(await page.getByRole('region', { name: 'Nodes' }).count()).toBe(0)
      await page.getByRole('navigation').getByRole('link', { name: 'System' }).click()
      const about = page.getByRole('region', { name: 'About this service' })
      await about.getByText('Policy version').waitFor()
      await about.getByText(/^SQLite 3\./).waitFor()
      await about.getByText(process.versions.node).waitFor()
      await page.getByRole('region', { name: 'Nodes' }).getByText('up to date').waitFor()
      await page.getByRole('region', { name: 'Signing keys' }).getByText('signs new tokens').waitFor()
    })

    test('an operator sees the figures only of what the role may call', async () => {
      const user = await stage().console.addUser('looker', [{ method: 'GET', path: '/api/v1/event' }])
      const { page, open } = await stage().loggedIn(user)
      await open('/')
      await page.locator('.figure', { hasText: 'Unread critical events' }).waitFor()
      await eventually(() => page.locator('.figure-label').allTextContents()).toEqual([
        'Unread critical events',
      ])
      await eventually(() => page.getByRole('navigation').getByRole('link').allTextContents()).toEqual([
        'Overview',
        expect.stringMatching(/^Events/),
      ])
    })

    test('denied requests are those of the chosen period, and an operator who may not list users is told that they are the own ones', async () => {
      const paths = ['/api/v1/refusal/request', '/api/v1/refusal/group', '/api/v1/overview']
      const user = await stage().console.addUser(
        'narrow',
        paths.map((path) => ({ method: 'GET', path })),
      )
      const { page, open } = await stage().loggedIn(user)
      await open('/?hours=72')
      const tile = page.locator('.figure', { hasText: 'Denied requests' })
      await tile.getByText('only your own').waitFor()
      const [, query = ''] = (await tile.getByRole('link').getAttribute('href'))?.split('?') ?? []
      const period = new URLSearchParams(query)
      const length = Date.parse(period.get('endTime') ?? '') - Date.parse(period.get('beginTime') ?? '')
      expect(Math.round(length / 3_600_000)).toBe(72)
    })

    // The last test: it moves the clock of the service.
    test('each figure opens what it counts: admins without a second factor, blocked admins, failing webhooks, denied requests', async () => {
      const { base, addUser, asAdmin, advance } = stage().console
      await asAdmin('POST', '/sys-user', {
        username: 'zita',
        password: 'the long pass phrase of zita',
        roleId: 1,
      })
      const fail = () => tryLogin(base, { username: 'zita', password: 'wrong' })
      for (let failures = 0; failures < 10; failures++) await fail()
      // Every further failure doubles the delay: it must not end during the test.
      for (let seconds = 10; seconds < 900; seconds *= 2) {
        advance(seconds * 1000)
        await fail()
      }
      const token = await login(base, await addUser('denied'))
      await call(`${base}/role`, { headers: { authorization: `Bearer ${token}` } })
      const { page, open } = await stage().loggedIn()
      const opened = async (label: string) => {
        const link = page.locator('.figure', { hasText: label }).getByRole('link')
        let number = 0
        // Refused requests are recorded every second.
        await eventually(async () => {
          await open('/')
          number = Number(await link.textContent())
          return number
        }, label).toBeGreaterThan(0)
        await link.click()
        return number
      }
      const rows = () => page.locator('tbody tr.ant-table-row').count()
      const admins = await opened('Admins without a second factor')
      await eventually(rows).toBe(admins)
      await eventually(() => page.url()).toMatch(/users\?roleId=1&status=2&secondFactor=none$/)

      const blocked = await opened('Blocked logins of admins')
      const blocks = page.getByRole('region', { name: 'Blocked logins' })
      await blocks.getByText('Only users with the role admin.').waitFor()
      await eventually(() => blocks.locator('tbody tr').count()).toBe(blocked)
      await blocks.getByRole('button', { name: 'Show all' }).click()
      await blocks.getByText('Only users with the role admin.').waitFor({ state: 'hidden' })

      const denied = await opened('Denied requests')
      await page.getByText(`${denied} refused request${denied === 1 ? '' : 's'} in `).waitFor()

      await eventually(async () => {
        const { data } = await asAdmin('GET', '/system')
        return (data as { webhooks: { status: string }[] }).webhooks[0]?.status
      }).toBe('failing')
      expect(await opened('Failing webhooks')).toBe(1)
      const webhooks = page.getByRole('region', { name: 'Webhooks' })
      await webhooks.getByRole('row', { name: /^unreachable failing/ }).waitFor()
      await page.getByText('1 of 1 webhooks fail.').waitFor()
    })
  },
  { events: { webhooks: [UNREACHABLE] } },
)

describeInBrowser(
  'the overview with four eyes',
  (stage) => {
    test('says that too few administrators confirm changes, and leads to the users', async () => {
      const { page, open } = await stage().loggedIn()
      await open('/')
      const figure = page.locator('.figure', { hasText: 'Administrators who confirm changes' })
      await figure.getByRole('link', { name: '1 / 2' }).click()
      await page.waitForURL(/\/users$/)
    })
  },
  { administration: { fourEyes: { operations: ['delete-log-entries'] } } },
)
