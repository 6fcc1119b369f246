import { Secret, TOTP } from 'otpauth'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { tryLogin } from '../support/client.ts'
import { addRole, addUser, dataOf, listOf, passwordOf } from '../support/operator.ts'
import { ADMIN_PASSWORD, CAPTCHA_TEXT } from '../support/service.ts'
import { findProblems } from './support/accessibility.ts'
import { eventually } from './support/browser-test.ts'
import { type RunningExample, startOwnLoginPage, startServer } from './support/own-login-page.ts'
import { createProfile, startBrowser, WAIT_TIMEOUT_MS } from './support/visitor.ts'

const TEST_TIMEOUT_MS = 900_000
const NEW_PASSWORD = 'seven lanterns by the quay'
const ASKED_FOR = '/?item=apples'
const STEP_MS = 30_000
const isDeep = process.env.CASTELLAN_DEEP === '1'

const totp = (secret: string, steps = 0): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * STEP_MS })

describe.skipIf(inject('chromium') === '').each([
  ['own-login-page', undefined],
  ['own-login-page-react', 'build'],
])('examples/%s in a browser', { timeout: TEST_TIMEOUT_MS }, (name, build) => {
  /** What both pages do by the same functions of the client. */
  const testOfPlainPage = test.skipIf(build !== undefined && !isDeep) // takes a minute: npm run test:deep
  let example: RunningExample
  let browser: Browser
  let clerkId: number
  const problems: string[] = []
  const profiles: { close(): Promise<void> }[] = []

  beforeAll(async () => {
    example = await startOwnLoginPage(name, build)
    browser = await startBrowser(inject('chromium'))
    const { admin } = example
    clerkId = await addRole(admin, 'clerk', [{ method: '*', path: '/api/v1/orders' }])
    for (const item of ['red apples', 'pears']) await dataOf(admin.post('/orders', { item }))
  }, TEST_TIMEOUT_MS)
  afterAll(async () => {
    await browser?.close()
    await example?.close()
  }, TEST_TIMEOUT_MS)
  afterEach(async () => {
    for (const profile of profiles.splice(0)) await profile.close()
    expect(problems.splice(0)).toEqual([])
  })

  /** Opens a page in a profile of its own. */
  async function visit(path: string, options?: object, prepare?: (page: Page) => Promise<void>) {
    const profile = await createProfile(browser, options)
    profiles.push(profile)
    const page = await profile.newPage()
    page.setDefaultTimeout(WAIT_TIMEOUT_MS)
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text())
    })
    page.on('pageerror', (error) => problems.push(error.message))
    page.on('request', (request) => {
      const isKnown = [example.origin, example.provider.issuer, 'data:'].some((start) =>
        request.url().startsWith(start),
      )
      if (!isKnown) problems.push(`another host: ${request.url()}`)
    })
    await prepare?.(page)
    await page.goto(`${example.origin}${path}`)
    return pageObject(page)
  }

  function pageObject(page: Page) {
    const button = (text: string | RegExp) => page.getByRole('button', { name: text, exact: true })
    const field = (label: string) => page.getByLabel(label, { exact: true }).filter({ visible: true })
    const heading = (text: string) => page.getByRole('heading', { name: text, exact: true }).waitFor()
    /** After an attempt, the field is emptied first, and a new captcha is shown. What is typed before belongs to no captcha. */
    const enterCaptcha = async (code: string) => {
      await eventually(() => field('Captcha').inputValue()).toBe('')
      await page.getByRole('img', { name: 'Captcha' }).waitFor()
      await field('Captcha').fill(code)
    }
    return {
      page,
      button,
      heading,
      /** The page before may still show a similar text. */
      says: (text: string) => page.getByText(text).filter({ visible: true }).first().waitFor(),
      field,
      enterCaptcha,
      async logIn(username: string, password: string, code = CAPTCHA_TEXT) {
        await heading('Log in')
        await enterCaptcha(code)
        await field('Username').fill(username)
        await field('Password').fill(password)
        await button('Log in').click()
      },
      /** Waits for the page that was asked for, with its orders. */
      async arrived(path = ASKED_FOR) {
        await heading('Orders')
        await button('Add').waitFor()
        await page.locator('[aria-busy="true"]').waitFor({ state: 'hidden' })
        await eventually(() => page.url()).toBe(`${example.origin}${path}`)
      },
    }
  }

  const base = () => `${example.origin.replace('localhost', '127.0.0.1')}/api/v1`
  const addClerk = (username: string, fields: object = {}, roleId = clerkId) =>
    addUser(example.admin, username, roleId, { ...fields })

  test('a wrong captcha and a wrong password are tried again, then the page that was asked for opens; logout ends it', async () => {
    await addClerk('anna')
    const { page, logIn, says, button, field, arrived, heading } = await visit(ASKED_FOR)
    await heading('Log in')
    await page.getByRole('img', { name: 'Captcha' }).waitFor()
    expect(await findProblems(page)).toEqual([])
    await logIn('anna', passwordOf('anna'), 'wrong')
    await says('The captcha is wrong or has expired.')
    await field('Captcha').and(page.locator(':focus')).waitFor()
    await logIn('anna', 'a wrong password')
    await says('Wrong username or password.')
    expect(await findProblems(page)).toEqual([])
    await logIn('anna', passwordOf('anna'))
    await arrived()
    expect(await page.getByRole('listitem').allTextContents()).toEqual(['red apples'])
    expect(await findProblems(page)).toEqual([])
    // The token is out of reach of scripts.
    expect(
      await page.evaluate('document.cookie + JSON.stringify({ ...localStorage, ...sessionStorage })'),
    ).toBe('{}')

    await field('New order').fill('<b>apples</b>')
    await button('Add').click()
    await page.getByRole('listitem').getByText('<b>apples</b>', { exact: true }).waitFor()
    await page.reload()
    await arrived()
    await page.goto(`${example.origin}/?item=pears`)
    await arrived('/?item=pears')
    await button('Log out').click()
    await heading('Log in')
    expect(await listOf(example.admin, '/session?username=anna')).toEqual([])
    // The page before shows nothing that it has shown.
    await page.goBack()
    await heading('Log in')
    expect(await page.getByRole('listitem').count()).toBe(0)
  })

  testOfPlainPage('a spoken captcha can be used, and both forms can be renewed', async () => {
    await addClerk('berta')
    const { page, button, field, arrived } = await visit('/')
    const picture = page.getByRole('img', { name: 'Captcha' })
    const first = await picture.getAttribute('src')
    await button('New captcha').click()
    await eventually(() => picture.getAttribute('src')).not.toBe(first)
    await button('Listen').click()
    const recording = page.getByLabel('Spoken captcha')
    await eventually(() => recording.getAttribute('src')).toMatch(/^data:audio\/wav;base64,/)
    expect(await picture.isVisible()).toBe(false)
    expect(await findProblems(page)).toEqual([])
    await button('Show a picture').click()
    await picture.waitFor()
    await button('Listen').click()
    await recording.waitFor()
    await eventually(() => recording.getAttribute('src')).toMatch(/^data:audio/)
    await field('Username').fill('berta')
    await field('Password').fill(passwordOf('berta'))
    await field('Captcha').fill(CAPTCHA_TEXT)
    await button('Log in').click()
    await arrived('/')
  })

  test('a first password has to be changed, also when another page is opened before', async () => {
    await addClerk('carla', { pwdChangeDue: true })
    const { page, logIn, heading, field, button, says, arrived } = await visit(ASKED_FOR)
    await logIn('carla', passwordOf('carla'))
    await heading('New password')
    // The orders are refused with password-change-due.
    await page.goto(`${example.origin}${ASKED_FOR}`)
    await heading('New password')
    expect(await findProblems(page)).toEqual([])
    await field('Present password').fill('wrong')
    await field('New password').fill(NEW_PASSWORD)
    await button('Set password').click()
    await says('The old password is wrong.')
    await field('Present password').fill(passwordOf('carla'))
    await field('New password').fill('short')
    await button('Set password').click()
    await says('must have at least')
    await field('New password').fill(NEW_PASSWORD)
    await button('Set password').click()
    await says('The password is set. Log in with it.')
    await logIn('carla', NEW_PASSWORD)
    await arrived()
  })

  test('a required second factor is set up and then asked for', async () => {
    const guarded = await addRole(example.admin, 'guarded', [{ method: '*', path: '/api/v1/orders' }])
    await addClerk('dora', {}, guarded)
    const { page, logIn, heading, field, button, says, arrived } = await visit(ASKED_FOR)
    await logIn('dora', passwordOf('dora'))
    await heading('Set up the second factor')
    const code = page.locator('code')
    await eventually(() => code.textContent()).toMatch(/^[A-Z2-7]{32}$/)
    const secret = (await code.textContent()) ?? ''
    expect(await page.getByRole('link').getAttribute('href')).toContain(`secret=${secret}`)
    expect(await findProblems(page)).toEqual([])
    await field('Code').fill('000000')
    await button('Confirm').click()
    await says('The code is wrong')
    await field('Code').fill(totp(secret))
    await button('Confirm').click()
    await heading('Recovery codes')
    await page.locator('h1:focus').waitFor()
    expect(await page.getByRole('listitem').count()).toBe(10)
    expect(await findProblems(page)).toEqual([])
    await button('I have saved the codes').click()
    await logIn('dora', passwordOf('dora'))
    await heading('Second factor')
    expect(await findProblems(page)).toEqual([])
    await field('Code').fill('000000')
    await button('Log in').click()
    await says('The code is wrong')
    // The code that confirmed the setup is not valid for the login.
    await field('Code').fill(totp(secret, 1))
    await button('Log in').click()
    await arrived()

    // A step that is too old: the service no longer knows the ticket.
    await button('Log out').click()
    await logIn('dora', passwordOf('dora'))
    await heading('Second factor')
    await page.route('**/api/v1/login', async (route) => {
      const body = { ...JSON.parse(route.request().postData() ?? '{}'), ticket: 'A'.repeat(22) }
      await route.continue({ postData: JSON.stringify(body) })
    })
    await field('Code').fill('000000')
    await button('Log in').click()
    await heading('Log in')
    await says('log in again')
  })

  test('an invitation sets the password, and its secret stays neither in the address nor in the history', async () => {
    const email = `ella@example.com`
    const user = { username: 'ella', roleId: clerkId, email, invite: true }
    await dataOf(example.admin.post('/sys-user', user))
    await eventually(() => example.linkTo(email)).toBeDefined()
    const link = example.linkTo(email) ?? ''
    const { page, heading, field, button, says, logIn, arrived } = await visit(link)
    await heading('Set password')
    await eventually(() => page.url()).not.toContain('#')
    expect(await findProblems(page)).toEqual([])
    await field('New password').fill('short')
    await button('Set password').click()
    await says('must have at least')
    await field('New password').fill(NEW_PASSWORD)
    await button('Set password').click()
    await says('is set. Log in with it.')
    await logIn('ella', NEW_PASSWORD)
    await arrived('/')
    for (let back = 0; back < 3; back += 1) {
      await page.goBack({ timeout: 5000 }).catch(() => {})
      expect(page.url()).not.toContain(link.split('#')[1])
    }

    const again = await visit(link)
    await again.field('New password').fill(`${NEW_PASSWORD} again`)
    await again.button('Set password').click()
    await again.says('This link is not valid')
    await again.button('Back to the login').click()
    await again.heading('Log in')
  })

  testOfPlainPage('a forgotten password: the answer is the same for everybody', async () => {
    const { page, heading, field, button, says, enterCaptcha } = await visit('/')
    await button('Forgot password?').click()
    await heading('Forgot password')
    expect(await findProblems(page)).toEqual([])
    await field('Username, e-mail address or phone number').fill('nobody')
    await enterCaptcha('wrong')
    await button('Send link').click()
    await says('The captcha is wrong or has expired.')
    await enterCaptcha(CAPTCHA_TEXT)
    await button('Send link').click()
    await says('If there is such an account, a message was sent.')
  })

  test('single sign-on returns to the page that was asked for, without the code in the address', async () => {
    const userId = await addClerk('frida')
    const body = { issuer: example.provider.issuer, subject: 'frida-of-company' }
    await dataOf(example.admin.post(`/sys-user/${userId}/link`, body))
    const claims = { preferred_username: 'frida', groups: ['staff'] }
    example.provider.logIn({ sub: 'frida-of-company', claims })
    const { page, button, arrived, says, heading, enterCaptcha } = await visit(ASKED_FOR)
    await enterCaptcha('wrong')
    await button('Log in with Company').click()
    await says('The captcha is wrong or has expired.')
    await enterCaptcha(CAPTCHA_TEXT)
    await button('Log in with Company').click()
    await arrived()

    await button('Log out').click()
    await heading('Log in')
    for (const query of ['code=forged&state=forged', 'error=access_denied&state=x']) {
      await page.goto(`${example.origin}/login/oidc/company?${query}`)
      await says('The login with the provider was not accepted.')
      expect(page.url()).not.toContain('?code')
      expect(page.url()).not.toContain('error')
    }
  })

  testOfPlainPage(
    'no form is shown while the page waits for the provider, and none would put a password into the address',
    async () => {
      const { page, heading } = await visit('/')
      await heading('Log in')
      let respond: () => void = () => {}
      const isHeld = new Promise<void>((resolve) => {
        respond = resolve
      })
      await page.route('**/api/v1/login', async (route) => {
        await isHeld
        await route.continue()
      })
      const requested = page.waitForRequest('**/api/v1/login')
      await page.goto(`${example.origin}/login/oidc/company?code=forged&state=forged`)
      await requested
      expect(await page.locator('input').filter({ visible: true }).count()).toBe(0)
      expect(page.url()).not.toContain('forged')
      respond()
      await page.getByText('The login with the provider was not accepted.').waitFor()
      const methods = await page
        .locator('form')
        .evaluateAll((forms) => forms.map((form) => String(form.getAttribute('method'))))
      expect(new Set(methods)).toEqual(new Set(['post']))
    },
  )

  testOfPlainPage(
    'without passwords, the page has the captcha and the buttons of the providers',
    async () => {
      const claims = { preferred_username: 'sara', groups: ['staff'] }
      example.provider.logIn({ sub: 'sara-of-company', claims })
      const { page, field, button, enterCaptcha, arrived } = await visit(ASKED_FOR, {}, async (opened) => {
        await opened.route('**/api/v1/app-config', async (route) => {
          const response = await route.fetch()
          const { data, ...rest } = await response.json()
          const loginMethods = data.loginMethods.filter(({ method }: { method: string }) => method === 'oidc')
          const json = { ...rest, data: { ...data, loginMethods, passwordLinks: [] } }
          await route.fulfill({ response, json })
        })
      })
      await page.getByRole('img', { name: 'Captcha' }).waitFor()
      await button('Log in with Company').waitFor()
      await eventually(() => field('Username').count()).toBe(0)
      expect(await button('Log in').count()).toBe(0)
      await field('Captcha').press('Enter')
      expect(await findProblems(page)).toEqual([])
      await enterCaptcha(CAPTCHA_TEXT)
      await button('Log in with Company').click()
      await arrived()
    },
  )

  testOfPlainPage(
    'a page that is opened while the service does not respond can be used when it does',
    async () => {
      await addClerk('jana')
      let isDown = true
      const { page, field, button, logIn, arrived } = await visit(
        build ? '/' : '/login',
        {},
        async (opened) => {
          const down = { status: 502, body: '<h1>Bad Gateway</h1>' }
          await opened.route('**/api/v1/**', (route) => (isDown ? route.fulfill(down) : route.continue()))
        },
      )
      await page.getByText('The service did not respond.').first().waitFor()
      await field('Captcha').waitFor()
      isDown = false
      await button('New captcha').click()
      await logIn('jana', passwordOf('jana'))
      await arrived('/')
      const failed = problems.splice(0)
      expect(failed.filter((text) => !text.includes('502'))).toEqual([])
    },
  )

  testOfPlainPage('a second link in the same tab replaces the first', async () => {
    const { page, field, button, says, heading } = await visit(`/password-link#${'A'.repeat(43)}`)
    await heading('Set password')
    const isLoaded = page.waitForEvent('load')
    await page.goto(`${example.origin}/password-link#${'B'.repeat(43)}`)
    await isLoaded
    await heading('Set password')
    await eventually(() => page.url()).not.toContain('#')
    const sent = page.waitForRequest('**/api/v1/password-link')
    await field('New password').fill(NEW_PASSWORD)
    await button('Set password').click()
    expect((await sent).postDataJSON().link).toBe('B'.repeat(43))
    await says('This link is not valid')
  })

  testOfPlainPage('whoever logs out in another tab logs in again, and comes back', async () => {
    await addClerk('greta')
    const first = await visit(ASKED_FOR)
    await first.logIn('greta', passwordOf('greta'))
    await first.arrived()
    const second = pageObject(await first.page.context().newPage())
    await second.page.goto(`${example.origin}/`)
    await second.arrived('/')
    await second.button('Log out').click()
    await second.heading('Log in')
    await first.field('New order').fill('plums')
    await first.button('Add').click()
    await first.logIn('greta', passwordOf('greta'))
    await first.arrived()
  })

  testOfPlainPage('whoever has to wait sees how long', async () => {
    await addClerk('hedda')
    const { page, heading, field, enterCaptcha, says, button } = await visit('/', {}, (opened) =>
      opened.clock.install(),
    )
    await heading('Log in')
    await enterCaptcha(CAPTCHA_TEXT)
    await field('Username').fill('hedda')
    await field('Password').fill(passwordOf('hedda'))
    for (let attempt = 0; attempt < 4; attempt += 1)
      await tryLogin(base(), { username: 'hedda', password: 'wrong' })
    await page.clock.pauseAt(Date.now() + 1000)
    await button('Log in').click()
    await says('Too many requests. Please try again in')
    expect(await button(/^Log in \(\d+ s\)$/).isDisabled()).toBe(true)
    await page.clock.resume()
    await eventually(() => button('Log in').isEnabled()).toBe(true)
  })

  testOfPlainPage('the page speaks the language of its texts', async () => {
    const { logIn, says } = await visit('/', { locale: 'zh-CN' })
    await logIn('nobody', 'wrong')
    await says('Wrong username or password.')
  })

  testOfPlainPage('what the role does not allow is hidden', async () => {
    const reader = await addRole(example.admin, 'reader', [{ method: 'GET', path: '/api/v1/orders' }])
    await addClerk('rita', {}, reader)
    const { page, logIn, heading, field } = await visit('/')
    await logIn('rita', passwordOf('rita'))
    await heading('Orders')
    await page.getByText('pears').waitFor()
    expect(await field('New order').isVisible()).toBe(false)
  })

  testOfPlainPage('the address of the login page opens no other site', async () => {
    const userId = await addClerk('ida')
    const { page, logIn, heading, button, arrived } = await visit('/')
    await heading('Log in')
    for (const to of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
      '/\t/evil.example',
    ]) {
      await page.evaluate(`sessionStorage.setItem('path-after-login', ${JSON.stringify(to)})`)
      await page.goto(
        `${example.origin}/${build ? 'login/oidc/company' : 'login'}?${new URLSearchParams({ to })}`,
      )
      await logIn('ida', passwordOf('ida'))
      await arrived('/')
      await button('Log out').click()
      await heading('Log in')
    }
    await dataOf(example.admin.remove(`/sys-user/${userId}`))
  })

  testOfPlainPage(
    'the server of the example starts with its settings: the login sets the cookie',
    async () => {
      const server = await startServer(example)
      try {
        expect(await (await fetch(server.origin)).text()).toContain('<title>Orders</title>')
        const { headers, body } = await tryLogin(`${server.origin}/api/v1`, { password: ADMIN_PASSWORD })
        expect(body.code).toBe(200)
        expect(headers.get('set-cookie')).toContain('HttpOnly')
      } finally {
        await server.stop()
      }
    },
  )
})
