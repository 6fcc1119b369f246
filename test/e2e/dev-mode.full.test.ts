import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type ServiceProcess, startProcess, temporaryFolder } from '../support/process.ts'
import { findProblems } from './support/accessibility.ts'
import { createVisitor, startBrowser } from './support/visitor.ts'

const TEST_TIMEOUT_MS = 900_000

describe.skipIf(inject('chromium') === '')(
  'the built service in dev mode',
  { timeout: TEST_TIMEOUT_MS },
  () => {
    let folder: Awaited<ReturnType<typeof temporaryFolder>>
    let service: ServiceProcess
    let browser: Browser
    beforeAll(async () => {
      folder = await temporaryFolder()
      service = await startProcess(folder.path, ['application.mode=dev'])
      browser = await startBrowser(inject('chromium'))
    }, TEST_TIMEOUT_MS)
    afterAll(async () => {
      await browser?.close()
      await service?.end('SIGTERM')
      await folder?.remove()
    }, TEST_TIMEOUT_MS)

    test('login needs no captcha, and a banner on every page shows the mode', async () => {
      const { page, open, problems } = await createVisitor(browser, service.started.address)
      await open('/login')
      await page.getByText('This service runs in dev mode').waitFor()
      expect(await page.getByLabel('Captcha').count()).toBe(0)
      expect(await findProblems(page)).toEqual([])
      await page.getByLabel('Username').fill('admin')
      await page.getByLabel('Password').fill(service.started.adminPassword ?? '')
      await page.getByRole('button', { name: 'Log in' }).click()
      await page.getByRole('heading', { name: 'Overview' }).waitFor()
      await page.getByText('This service runs in dev mode').waitFor()
      expect(await findProblems(page)).toEqual([])
      expect(problems).toEqual([])
    })
  },
)
