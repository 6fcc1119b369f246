import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { newProfile } from './visitor.ts'

/**
 * Tabs to be used again, each of a profile of its own. They are handed out as good as new: without cookies, with
 * nothing stored, on an empty page. What has been fetched and compiled they keep: that is most of what opening a page costs.
 */
export function createTabs(browser: Browser) {
  const free = new Map<string, Page[]>()
  const givenOut: { key: string; tab: Page }[] = []

  async function clean(tab: Page): Promise<void> {
    tab.removeAllListeners()
    if (tab.url().startsWith('http')) await tab.evaluate('localStorage.clear(); sessionStorage.clear()')
    await tab.goto('about:blank')
    await tab.context().clearCookies()
  }

  return {
    async take(options: BrowserContextOptions = {}): Promise<Page> {
      const key = JSON.stringify(options)
      const tab = free.get(key)?.pop() ?? (await (await newProfile(browser, options)).newPage())
      givenOut.push({ key, tab })
      return tab
    },

    /** Takes all of them back. */
    async collect(): Promise<void> {
      for (const { key, tab } of givenOut.splice(0)) {
        await clean(tab)
        free.set(key, [...(free.get(key) ?? []), tab])
      }
    },
  }
}
