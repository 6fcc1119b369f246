import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core'
import { CAPTCHA_TEXT } from '../../support/service.ts'

/** A name that is not this machine's own, though it leads here: to a browser just any host. */
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
]

/** A machine that does much else at once is no reason to fail. */
const LONGEST_WAIT_MILLISECONDS = 120_000

export function startBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: FLAGS })
}

/** Somebody at a browser of their own, who notices whatever it complains about. */
export interface Visitor {
  readonly page: Page
  /** What the browser complained about, and every request to another host. Nothing, if all is well. */
  readonly complaints: string[]
  /** Opens a page by its address, and waits until all is shown. */
  open(path: string): Promise<void>
  reload(): Promise<void>
  /** Goes there without loading everything again, as a link would, and waits until all is shown. */
  go(path: string): Promise<void>
  login(username: string, password: string, code?: string): Promise<void>
  leave(): Promise<void>
}

/** A new profile: it has seen nothing, and nothing of it is shared. */
export function newProfile(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  return browser.newContext({
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    ...options,
  })
}

export async function newVisitor(
  browser: Browser,
  origin: string,
  options?: BrowserContextOptions,
): Promise<Visitor> {
  const profile = await newProfile(browser, options)
  return visitorAt(await profile.newPage(), origin)
}

/** Somebody at this tab. */
export function visitorAt(page: Page, origin: string): Visitor {
  page.setDefaultTimeout(LONGEST_WAIT_MILLISECONDS)
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(`${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => complaints.push(`failed: ${error.stack ?? error.message}`))
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(origin) && !url.startsWith('data:')) complaints.push(`another host: ${url}`)
  })
  return {
    page,
    complaints,
    async open(path) {
      await page.goto(`${origin}${path}`)
      await page.evaluate(ALL_IS_SHOWN)
    },
    async reload() {
      await page.reload()
      await page.evaluate(ALL_IS_SHOWN)
    },
    async go(path) {
      await page.evaluate(
        `history.pushState({}, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`,
      )
      await page.evaluate(ALL_IS_SHOWN)
    },
    async login(username, password, code = CAPTCHA_TEXT) {
      await page
        .getByRole('button', { name: /Captcha|验证码/ })
        .locator('img')
        .waitFor()
      await page.getByLabel(/^(Username|用户名)$/).fill(username)
      await page.getByLabel(/^(Password|密码)$/).fill(password)
      await page.getByLabel(/^(Captcha|验证码)$/).fill(code)
      await page.getByRole('button', { name: /^(Log in|登录|登 录)$/ }).click()
    },
    leave: () => page.context().close(),
  }
}

/**
 * Waits in the page itself, by its changes, until it has a heading and nothing is on its way any more. A locator looks
 * ever less often, twice a second in the end.
 */
const ALL_IS_SHOWN = `new Promise((resolve) => {
  const look = () => {
    if (!document.querySelector('h1')) return
    if (document.querySelector('.loading, .ant-spin-spinning, [aria-busy="true"]')) return
    observer.disconnect()
    resolve()
  }
  const observer = new MutationObserver(look)
  observer.observe(document, { subtree: true, childList: true, attributes: true })
  look()
})`
