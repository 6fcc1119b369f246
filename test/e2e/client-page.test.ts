import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openContext, type TestContext } from '../support/context.ts'
import { eventually } from '../support/eventually.ts'
import { type ExampleProcess, startExample } from '../support/example-process.ts'
import { temporaryFolder } from '../support/process.ts'
import { createProfile, startBrowser, WAIT_TIMEOUT_MS } from './support/visitor.ts'

const TEST_TIMEOUT_MS = 900_000
const PASSWORD = 'the password of the example'

describe.skipIf(inject('chromium') === '')(
  'examples/client-page in a browser',
  { timeout: TEST_TIMEOUT_MS },
  () => {
    let folder: Awaited<ReturnType<typeof temporaryFolder>>
    let example: ExampleProcess
    let context: TestContext
    let browser: Browser
    beforeAll(async () => {
      folder = await temporaryFolder()
      example = await startExample('client-page/server.ts', folder.path, {
        CASTELLAN_ADMIN_PASSWORD: PASSWORD,
      })
      context = await openContext(`sqlite:${join(folder.path, 'data', 'castellan.db')}`)
      browser = await startBrowser(inject('chromium'))
    }, TEST_TIMEOUT_MS)
    afterAll(async () => {
      await browser?.close()
      await context?.close()
      await example?.stop()
      await folder?.remove()
    }, TEST_TIMEOUT_MS)

    async function openPage() {
      const profile = await createProfile(browser)
      const page = await profile.newPage()
      page.setDefaultTimeout(WAIT_TIMEOUT_MS)
      const problems: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error') problems.push(message.text())
      })
      page.on('pageerror', (error) => problems.push(error.message))
      await page.goto(example.origin)
      const logIn = async (username: string, password: string): Promise<void> => {
        await page.getByLabel('Username').fill(username)
        await page.getByLabel('Password').fill(password)
        await page.getByRole('button', { name: 'Log in' }).click()
      }
      return { page, logIn, problems }
    }

    test('an admin logs in, adds an order as text and logs out', async () => {
      const { page, logIn, problems } = await openPage()
      await logIn('admin', 'a wrong password')
      await page.getByText('Wrong username or password.').waitFor()
      await logIn('admin', PASSWORD)
      await page.getByRole('heading', { name: 'Orders' }).waitFor()
      await page.getByLabel('Item').fill('<b>apples</b>')
      await page.getByRole('button', { name: 'Add' }).click()
      await page.getByRole('listitem').getByText('<b>apples</b>', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Log out' }).click()
      await page.getByRole('heading', { name: 'Log in' }).waitFor()
      expect(problems).toEqual([])
    })

    test('what the role does not allow is hidden, and the login returns when the session has ended', async () => {
      await context.roleAdministration.add({ roleKey: 'reader', roleName: 'Reader', dataScope: '1' })
      await context.userAdministration.add({ username: 'rita', password: PASSWORD, roleKey: 'reader' })
      await context.policyAdministration.add([{ roleKey: 'reader', method: 'GET', path: '/api/v1/orders' }])
      const { page, logIn, problems } = await openPage()
      const refresh = page.getByRole('button', { name: 'Refresh' })
      await logIn('rita', PASSWORD)
      await refresh.waitFor()
      expect(await page.getByLabel('Item').isVisible()).toBe(false)
      await context.sessionAdministration.endMatching({ username: 'rita' })
      const login = page.getByRole('heading', { name: 'Log in' })
      await eventually(async () => {
        await refresh.click({ timeout: 1000 }).catch(() => {})
        expect(await login.isVisible()).toBe(true)
      })
      expect(await page.getByRole('status').textContent()).not.toBe('')
      expect(problems).toEqual([])
    })
  },
)
