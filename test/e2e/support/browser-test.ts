import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, inject } from 'vitest'
import { login } from '../../support/client.ts'
import { type RunningConsole, startConsole } from './console.ts'
import { createTabs } from './tabs.ts'
import { newVisitor, OTHER_HOST, startBrowser, type Visitor, visitorAt } from './visitor.ts'

type Settings = Parameters<typeof startConsole>[0]

export interface Stage {
  readonly console: RunningConsole
  /** A browser profile as good as new: nothing but what was fetched before is shared with any other visitor. */
  visitor(options?: BrowserContextOptions): Promise<Visitor>
  /** One who comes by plain HTTP from another machine, as far as the browser can tell. What it complains about is left to the test. */
  stranger(): Promise<Visitor>
  /** One who has the cookie of a login, as the first admin unless somebody else is named, and has yet to open a page. */
  insider(user?: { username: string; password: string }, options?: BrowserContextOptions): Promise<Visitor>
}

/** A machine that does much else at once is no reason to fail. */
const LONGEST_WAIT_MILLISECONDS = 120_000
const LONGEST_TEST_MILLISECONDS = 900_000

/** Waits until a value is what it should be. */
export function eventually<T>(value: () => T | Promise<T>) {
  return expect.poll(value, { timeout: LONGEST_WAIT_MILLISECONDS })
}

/** Tests in a real browser against the real service. After each of them nothing may have been complained about. */
export function describeInBrowser(
  name: string,
  tests: (stage: () => Stage) => void,
  settings: Settings = {},
): void {
  describe.skipIf(inject('chromium') === '')(name, { timeout: LONGEST_TEST_MILLISECONDS }, () => {
    let browser: Browser
    let running: RunningConsole
    let visitors: Visitor[] = []
    let tabs: ReturnType<typeof createTabs>

    beforeAll(async () => {
      running = await startConsole(settings)
      browser = await startBrowser(inject('chromium'))
      tabs = createTabs(browser)
    })
    afterAll(async () => {
      await browser?.close()
      await running?.close()
    })
    afterEach(async () => {
      const complaints = visitors.flatMap((visitor) => visitor.complaints)
      visitors = []
      await tabs.collect()
      expect(complaints).toEqual([])
    })

    async function visitor(options?: BrowserContextOptions): Promise<Visitor> {
      const comer = await visitorAt(await tabs.take(options), running.origin)
      visitors.push(comer)
      return comer
    }

    async function letIn(comer: Visitor, user = { username: 'admin', password: running.adminPassword }) {
      const value = await login(running.base, user)
      await comer.page
        .context()
        .addCookies([{ name: 'jwt', value, url: running.origin, httpOnly: true, sameSite: 'Strict' }])
      return comer
    }

    tests(() => ({
      console: running,
      visitor,
      stranger: () => newVisitor(browser, running.origin.replace('127.0.0.1', OTHER_HOST)),
      insider: async (user, options) => letIn(await visitor(options), user),
    }))
  })
}
