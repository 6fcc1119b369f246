import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, inject } from 'vitest'
import { login } from '../../support/client.ts'
import { type ConsoleSettings, type RunningConsole, startConsole } from './console.ts'
import { createTabs } from './tabs.ts'
import {
  createVisitor,
  createVisitorInTab,
  OTHER_HOST,
  startBrowser,
  type Visitor,
  WAIT_TIMEOUT_MS,
} from './visitor.ts'

export interface BrowserTest {
  readonly console: RunningConsole
  /** Creates a visitor who is not logged in. Only the HTTP cache is shared with other visitors. */
  visitor(options?: BrowserContextOptions): Promise<Visitor>
  /** Creates a visitor who uses plain HTTP and another host name. The test checks its `problems` itself. */
  remoteVisitor(): Promise<Visitor>
  /** Creates a visitor who is logged in, as the first admin by default, and has not opened a page yet. */
  loggedIn(user?: { username: string; password: string }, options?: BrowserContextOptions): Promise<Visitor>
}

/** A test has several waits. */
const TEST_TIMEOUT_MS = 900_000

/** Polls a value until the assertion on it holds. */
export function eventually<T>(value: () => T | Promise<T>, message?: string) {
  return expect.poll(value, { timeout: WAIT_TIMEOUT_MS, ...(message === undefined ? {} : { message }) })
}

/** Describes tests in a real browser against the real service. After each test no visitor may have `problems`. */
export function describeInBrowser(
  name: string,
  tests: (stage: () => BrowserTest) => void,
  settings: ConsoleSettings = {},
): void {
  describe.skipIf(inject('chromium') === '')(name, { timeout: TEST_TIMEOUT_MS }, () => {
    let browser: Browser
    let running: RunningConsole
    let visitors: Visitor[] = []
    let tabs: ReturnType<typeof createTabs>

    beforeAll(async () => {
      running = await startConsole(settings)
      browser = await startBrowser(inject('chromium'))
      tabs = createTabs(browser)
    }, TEST_TIMEOUT_MS)
    afterAll(async () => {
      await browser?.close()
      await running?.close()
    }, TEST_TIMEOUT_MS)
    afterEach(async () => {
      const problems = visitors.flatMap((visitor) => visitor.problems)
      visitors = []
      await tabs.release()
      expect(problems).toEqual([])
    }, TEST_TIMEOUT_MS)

    async function visitor(options?: BrowserContextOptions): Promise<Visitor> {
      const created = createVisitorInTab(await tabs.take(options), running.origin)
      visitors.push(created)
      return created
    }

    async function logIn(created: Visitor, user = { username: 'admin', password: running.adminPassword }) {
      const value = await login(running.base, user)
      await created.page
        .context()
        .addCookies([{ name: 'jwt', value, url: running.origin, httpOnly: true, sameSite: 'Strict' }])
      return created
    }

    tests(() => ({
      console: running,
      visitor,
      remoteVisitor: () => createVisitor(browser, running.origin.replace('127.0.0.1', OTHER_HOST)),
      loggedIn: async (user, options) => logIn(await visitor(options), user),
    }))
  })
}
