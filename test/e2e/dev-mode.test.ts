import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type ServiceProcess, startProcess, temporaryFolder } from '../support/process.ts'
import { newVisitor, startBrowser } from './support/visitor.ts'

describe.skipIf(inject('chromium') === '')('the built service in dev mode', { timeout: 900_000 }, () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let service: ServiceProcess
  let browser: Browser
  beforeAll(async () => {
    folder = await temporaryFolder()
    service = await startProcess(folder.path, ['application.mode=dev'])
    browser = await startBrowser(inject('chromium'))
  })
  afterAll(async () => {
    await browser?.close()
    await service?.end('SIGTERM')
    await folder?.remove()
  })

  test('no captcha is asked for, and a banner says so on every page', async () => {
    const { page, open, complaints } = await newVisitor(browser, service.started.address)
    await open('/login')
    await page.getByText('This service runs in dev mode').waitFor()
    expect(await page.getByLabel('Captcha').count()).toBe(0)
    await page.getByLabel('Username').fill('admin')
    await page.getByLabel('Password').fill(service.started.adminPassword ?? '')
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    await page.getByText('This service runs in dev mode').waitFor()
    expect(complaints).toEqual([])
  })
})
