/**
 * Takes the pictures of the web console that the documentation shows, of the service as it is, with invented people:
 *
 *   npm run build && npx tsx tools/docs/console-screenshots.ts
 */
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { BrowserContextOptions } from 'playwright-core'
import { findChromium } from '../../test/e2e/support/chromium.ts'
import { startConsole } from '../../test/e2e/support/console.ts'
import { createVisitor, startBrowser } from '../../test/e2e/support/visitor.ts'
import { needChineseFont } from './chinese-font.ts'
import { fillWithADay } from './console-screenshots-data.ts'

const DAY_IN_MILLISECONDS = 24 * 60 * 60 * 1000
const folder = fileURLToPath(new URL('../../docs/console', import.meta.url))
const WIDE = { viewport: { width: 1280, height: 820 } }
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
const DARK = { ...WIDE, colorScheme: 'dark' as const }
const CHINESE = { ...WIDE, locale: 'zh-CN' }

await needChineseFont(console.error)
const executable = await findChromium(console.error)
if (executable === undefined) throw new Error('there is no Chromium on this machine')
const running = await startConsole(
  {
    application: { trustProxy: ['127.0.0.1'] },
    jwt: { timeout: 4 * 60 * 60 },
    login: { methods: ['password', 'service'] },
  },
  DAY_IN_MILLISECONDS,
)
await fillWithADay(running)
const browser = await startBrowser(executable)
await mkdir(folder, { recursive: true })

/** Logs in once for each way of looking, and takes these pages one after another. */
async function take(
  options: BrowserContextOptions,
  pictures: Readonly<Record<string, string>>,
): Promise<void> {
  const visitor = await createVisitor(browser, running.origin, options)
  await visitor.open('/login')
  await visitor.page.getByLabel(/^(Captcha|验证码)$/).focus()
  await visitor.page.locator('.captcha img').waitFor()
  await visitor.page.waitForLoadState('networkidle')
  if ('login' in pictures) await visitor.page.screenshot({ path: `${folder}/${pictures.login}.png` })
  await visitor.login('admin', running.adminPassword)
  await visitor.page.waitForURL((url) => url.pathname === '/')
  await visitor.page.locator('.first-steps header button').click()
  for (const [path, name] of Object.entries(pictures)) {
    if (path === 'login') continue
    await visitor.open(path)
    await visitor.page.locator('h1').waitFor()
    await visitor.page.waitForLoadState('networkidle')
    const check = visitor.page.getByRole('button', { name: /^(Verify|验证|验 证)$/ })
    if (await check.isVisible()) {
      await check.click()
      await visitor.page.locator('.verification .ant-alert').waitFor()
    }
    await visitor.page.screenshot({ path: `${folder}/${name}.png`, animations: 'disabled' })
    console.log(`docs/console/${name}.png`)
  }
  if (visitor.problems.length > 0) console.error(visitor.problems)
  await visitor.close()
}

try {
  await take(WIDE, {
    login: 'login',
    '/': 'overview',
    '/users': 'users',
    '/service-accounts/8': 'service-account',
    '/permissions': 'permissions',
    '/permissions/check?roleKey=auditor&method=DELETE&path=/api/v1/sys-user/7': 'check-access',
    '/roles/2': 'role',
    '/sessions': 'sessions',
    '/login-log?status=1': 'login-log',
    '/audit-log': 'audit-log',
  })
  await take(DARK, { '/': 'overview-dark', '/permissions': 'permissions-dark' })
  await take(CHINESE, { login: 'login-chinese', '/': 'overview-chinese' })
  await take(PHONE, { '/': 'overview-phone', '/users': 'users-phone', '/permissions': 'permissions-phone' })
} finally {
  await browser.close()
  await running.close()
}
