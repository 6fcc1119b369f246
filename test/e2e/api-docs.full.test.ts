import { test } from 'vitest'
import { call, login } from '../support/client.ts'
import { describeInBrowser, eventually } from './support/browser-test.ts'

describeInBrowser(
  'the API reference page',
  (stage) => {
    test('shows every operation, without errors and without requests to other hosts', async () => {
      const { console: running, visitor } = stage()
      const { page } = await visitor()
      await page.goto(`${running.base}/docs`)
      await page.locator('#operations-login-login').waitFor()
      const { body } = await call(`${running.base}/openapi.json`)
      const methods = Object.values(body.paths as object).flatMap((path: object) => Object.keys(path))
      // Only the operations in view are in the page.
      const shown = new Set<string>()
      await eventually(async () => {
        const ids = await page
          .locator('.opblock')
          .evaluateAll((blocks) => blocks.map((block) => String(block.getAttribute('id'))))
        for (const id of ids) shown.add(id)
        await page.mouse.wheel(0, 600)
        return shown.size
      }).toBe(methods.length)
    })

    test('sends a request with the token that was entered', async () => {
      const { console: running, visitor } = stage()
      const token = await login(running.base, { password: running.adminPassword })
      const { page } = await visitor()
      await page.goto(`${running.base}/docs`)
      await page.getByRole('button', { name: 'Authorize' }).first().click()
      await page.getByLabel('auth-bearer-value').fill(token)
      await page.getByRole('button', { name: 'Apply credentials' }).first().click()
      await page.getByRole('button', { name: 'Close' }).last().click()
      const operation = page.locator('[id="operations-own account-getInfo"], #operations-own_account-getInfo')
      await eventually(async () => {
        await page.mouse.wheel(0, 300)
        return operation.count()
      }).toBe(1)
      await operation.locator('.opblock-summary-control').click()
      await operation.getByRole('button', { name: 'Try it out' }).click()
      await operation.getByRole('button', { name: 'Execute' }).click()
      await operation.locator('.live-responses-table', { hasText: '"userName": "admin"' }).waitFor()
    })
  },
  { apiDocs: { serve: 'always' } },
)
