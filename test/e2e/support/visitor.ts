import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core'
import { CAPTCHA_TEXT } from '../../support/service.ts'

/** A host name other than localhost that resolves to this machine. */
export const OTHER_HOST = 'castle.test'

const FLAGS = [
  `--host-resolver-rules=MAP ${OTHER_HOST} 127.0.0.1`,
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--in-process-gpu',
  // A new tab need not start a process.
  '--process-per-site',
  // Pages live for seconds: the slower of the two optimizing compilers takes longer than it saves.
  '--js-flags=--no-opt',
]

/** Generous, so that a test does not fail on a slow or busy machine. */
export const WAIT_TIMEOUT_MS = 120_000

export function startBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: FLAGS })
}

/** A browser tab that records console errors, page errors and requests to other hosts. */
export interface Visitor {
  readonly page: Page
  /** Console errors and warnings, page errors and requests to other hosts. */
  readonly problems: string[]
  /** Loads a page and waits until it has settled. */
  open(path: string): Promise<void>
  /** Navigates to another page of the console without loading its scripts again, which takes most of the time of `open`. */
  navigate(path: string): Promise<void>
  reload(): Promise<void>
  /** Waits until the page has a heading and nothing is loading. */
  settled(): Promise<void>
  login(username: string, password: string, code?: string): Promise<void>
  close(): Promise<void>
}

/** Creates an isolated browser profile. Reduced motion turns the console's animations off. */
export function createProfile(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  return browser.newContext({
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    ...options,
  })
}

/** Creates a visitor with a browser profile of its own. */
export async function createVisitor(
  browser: Browser,
  origin: string,
  options?: BrowserContextOptions,
): Promise<Visitor> {
  const profile = await createProfile(browser, options)
  return createVisitorInTab(await profile.newPage(), origin)
}

/** Creates a visitor that uses an existing tab. */
export function createVisitorInTab(page: Page, origin: string): Visitor {
  page.setDefaultTimeout(WAIT_TIMEOUT_MS)
  const problems: string[] = []
  const settled = () => page.evaluate<void>(PAGE_SETTLED)
  let usedPicture: string | null = ''
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(`${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => problems.push(`failed: ${error.stack ?? error.message}`))
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(origin) && !url.startsWith('data:')) problems.push(`another host: ${url}`)
  })
  return {
    page,
    problems,
    settled,
    async open(path) {
      await page.goto(`${origin}${path}`)
      await settled()
    },
    async navigate(path) {
      await settled()
      await page.evaluate<void>(navigation(path))
      await settled()
    },
    async reload() {
      await page.reload()
      await settled()
    },
    async login(username, password, code = CAPTCHA_TEXT) {
      await page.getByLabel(/^(Username|用户名)$/).fill(username)
      await page.getByLabel(/^(Password|密码)$/).fill(password)
      const picture = page.getByRole('button', { name: /Captcha|验证码/ }).locator('img')
      // A captcha is valid for one attempt, and its picture stays for a moment after it.
      await picture.and(page.locator(`:not([src="${usedPicture}"])`)).waitFor()
      usedPicture = await picture.getAttribute('src')
      await page.getByLabel(/^(Captcha|验证码)$/).fill(code)
      await page.getByRole('button', { name: /^(Log in|登录|登 录)$/ }).click()
    },
    close: () => page.context().close(),
  }
}

/** Resolves once the page has a heading and no loading indicator. It runs in the page and checks on every DOM change. */
const PAGE_SETTLED = `new Promise((resolve) => {
  const check = () => {
    if (!document.querySelector('h1')) return
    if (document.querySelector('.loading, .ant-spin-spinning, [aria-busy="true"]')) return
    observer.disconnect()
    resolve()
  }
  const observer = new MutationObserver(check)
  observer.observe(document, { subtree: true, childList: true, attributes: true })
  check()
})`

/** Changes the location as a link does, and resolves once the heading of the previous page is gone. It runs in the page. */
const navigation = (path: string) => `new Promise((resolve) => {
  const previous = document.querySelector('h1')
  const observer = new MutationObserver(() => {
    if (previous.isConnected) return
    observer.disconnect()
    resolve()
  })
  observer.observe(document, { subtree: true, childList: true })
  history.pushState({}, '', ${JSON.stringify(path)})
  dispatchEvent(new PopStateEvent('popstate', { state: {} }))
})`
