import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { createProfile } from './visitor.ts'

/**
 * Creates a pool of tabs, each in a profile of its own. A tab is reused without cookies and storage, on an empty page. It
 * keeps the HTTP and code caches, because a cold load takes most of the time of opening a page.
 */
export function createTabs(browser: Browser) {
  const free = new Map<string, Page[]>()
  const taken: { key: string; tab: Page }[] = []

  async function clean(tab: Page): Promise<void> {
    tab.removeAllListeners()
    if (tab.url().startsWith('http')) await tab.evaluate('localStorage.clear(); sessionStorage.clear()')
    await tab.goto('about:blank')
    await tab.context().clearCookies()
  }

  return {
    async take(options: BrowserContextOptions = {}): Promise<Page> {
      const key = JSON.stringify(options)
      const tab = free.get(key)?.pop() ?? (await (await createProfile(browser, options)).newPage())
      taken.push({ key, tab })
      return tab
    },

    /** Returns all taken tabs to the pool. */
    async release(): Promise<void> {
      for (const { key, tab } of taken.splice(0)) {
        await clean(tab)
        free.set(key, [...(free.get(key) ?? []), tab])
      }
    },
  }
}
