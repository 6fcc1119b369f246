import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { login as requestToken } from '../support/client.ts'
import { CAPTCHA_TEXT } from '../support/service.ts'
import { describeInBrowser, eventually } from './support/browser-test.ts'

const HOUR_IN_MILLISECONDS = 60 * 60 * 1000

describeInBrowser('login', (stage) => {
  test('first login with the generated password; no script can read the token', async () => {
    const { page, open, login } = await stage().visitor()
    await open('/')
    await page.waitForURL('**/login')
    await page.getByLabel('Captcha', { exact: true }).focus()
    await page.locator('.captcha img').waitFor()
    await eventually(() => clippedSides(page)).toEqual([])
    // Only the password is enabled: there is nothing to choose.
    expect(await page.getByText('Other ways to log in').count()).toBe(0)
    await login('admin', stage().console.adminPassword)
    await page.getByRole('heading', { name: 'Overview' }).waitFor()

    const [cookie] = await page.context().cookies()
    expect(cookie).toMatchObject({ name: 'jwt', httpOnly: true, sameSite: 'Strict' })
    const readable = await page.evaluate<string>(
      'JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }])',
    )
    expect(readable).not.toContain(cookie?.value)
    expect(readable).not.toContain('eyJ')
  })

  test.each(['/\t/evil.example', '//evil.example', '/users\u0000'])(
    'the overview opens after a login that should return to %j, which is not a page of the console',
    async (from) => {
      const { page, open, login } = await stage().visitor()
      await open(`/login?${new URLSearchParams({ from })}`)
      await login('admin', stage().console.adminPassword)
      await page.getByRole('heading', { name: 'Overview' }).waitFor()
    },
  )

  test('a failed login shows the message of the service and a new captcha; the next attempt succeeds', async () => {
    const { page, open, login } = await stage().visitor()
    await open('/login')
    const picture = page.locator('.captcha img')
    await page.getByLabel('Captcha', { exact: true }).focus()
    await picture.waitFor()
    const first = await picture.getAttribute('src')
    await login('admin', 'not the password')
    await page.getByText('Wrong username or password.').waitFor()
    await eventually(() => picture.getAttribute('src').catch(() => first)).not.toBe(first)
    await eventually(() => page.getByLabel('Captcha', { exact: true }).inputValue()).toBe('')
    await login('admin', stage().console.adminPassword)
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
  })

  test('a failed login shows a request ID, by which an operator finds out why', async () => {
    const { page, open, login } = await stage().visitor()
    await open('/login')
    await login('admin', 'not the password')
    const requestId = (await page.locator('.login-refusal code').textContent()) ?? ''
    expect(await page.locator('.login-refusal').getByRole('link').count()).toBe(0)
    const operator = await stage().loggedIn()
    await operator.open(`/permissions/check?requestId=${requestId}`)
    await operator.page
      .getByText(/^Wrong username or password\. The username or the password was wrong/)
      .waitFor()
    await operator.open('/permissions/check?username=nobody&path=/orders')
    await operator.page.getByRole('alert').getByText('There is no user with the username "nobody".').waitFor()
    await operator.page
      .getByRole('alert')
      .getByText(/^Request ID: \S+$/)
      .waitFor()
  })

  test('the captcha is fetched when the user begins to type', async () => {
    const { page, open } = await stage().visitor()
    const fetched: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/getCaptcha')) fetched.push(request.url())
    })
    await open('/login')
    await page.waitForLoadState('networkidle')
    expect(fetched).toEqual([])
    await page.getByLabel('Username').fill('a')
    await page.locator('.captcha img').waitFor()
    expect(fetched).toHaveLength(1)
  })

  test('a click on the captcha fetches a new one; a wrong captcha is reported', async () => {
    const { page, open, login } = await stage().visitor()
    await open('/login')
    const picture = page.locator('.captcha img')
    await page.getByRole('button', { name: 'Captcha. Click for a new one' }).click()
    const first = await picture.getAttribute('src')
    await page.getByRole('button', { name: 'Captcha. Click for a new one' }).click()
    await eventually(() => picture.getAttribute('src').catch(() => first)).not.toBe(first)
    await login('admin', stage().console.adminPassword, 'wrong')
    await page.getByText('The captcha is wrong or has expired.').waitFor()
  })

  test('the captcha as a recording, by keyboard: the browser can play it, and its answer logs in', async () => {
    const { page, open } = await stage().visitor()
    await open('/login')
    await page.getByLabel('Username').fill('admin')
    await page.locator('.captcha img').waitFor()
    await page.getByLabel('Password').fill(stage().console.adminPassword)
    await page.getByRole('button', { name: 'Listen instead' }).focus()
    await page.keyboard.press('Enter')
    const recording = page.getByLabel('Captcha as a recording')
    await recording.waitFor()
    const duration = () => recording.evaluate((element) => Number(Reflect.get(element, 'duration')))
    await eventually(duration).toBeGreaterThan(1)
    await page.getByRole('button', { name: 'New recording' }).waitFor()
    await page.getByLabel('Captcha', { exact: true }).fill(CAPTCHA_TEXT)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
  })

  test('an expired token leads to the login page, and login leads back to the requested page', async () => {
    const { page, open, login } = await stage().loggedIn()
    await open('/login-log?status=1')
    await page.getByRole('heading', { name: 'Login log' }).waitFor()
    stage().console.advance(2 * HOUR_IN_MILLISECONDS)
    await page.getByRole('link', { name: 'Audit log' }).click()
    await page.waitForURL('**/login?from=%2Faudit-log')
    await page.getByText('Your session has expired.').waitFor()
    await login('admin', stage().console.adminPassword)
    await page.waitForURL('**/audit-log')
    await page.getByRole('heading', { name: 'Audit log' }).waitFor()
  })

  test('the request ID of an ended session is a link, which opens its explanation after the login', async () => {
    const { page, open, navigate, login } = await stage().loggedIn()
    await open('/login-log')
    stage().console.advance(2 * HOUR_IN_MILLISECONDS)
    await navigate('/audit-log')
    await page.getByText('Request ID:').getByRole('link').click()
    await page.waitForURL('**/login?from=%2Fpermissions%2Fcheck**')
    await login('admin', stage().console.adminPassword)
    await page.waitForURL('**/permissions/check?requestId=**')
    await page.getByText('Token expired', { exact: false }).first().waitFor()
  })

  test('logout revokes the token, and the back button shows nothing', async () => {
    const { page, open } = await stage().loggedIn()
    await open('/')
    const [cookie] = await page.context().cookies()
    await page.getByRole('link', { name: 'Users' }).click()
    await page.getByRole('row', { name: /admin/ }).waitFor()
    await page.getByRole('button', { name: 'Profile: admin' }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await page.waitForURL('**/login')
    await eventually(() => page.context().cookies()).toEqual([])
    const { base } = stage().console
    const answer = await fetch(`${base}/getinfo`, { headers: { authorization: `Bearer ${cookie?.value}` } })
    expect(await answer.json()).toMatchObject({ code: 401 })
    await page.goBack()
    await page.getByRole('heading', { name: 'Log in' }).waitFor()
  })

  test('another user logs in in another tab: this tab shows nothing of the previous user', async () => {
    const user = await stage().console.addUser('second')
    const { page, open } = await stage().loggedIn()
    await open('/users')
    await page.getByRole('row', { name: /second/ }).waitFor()
    const value = await requestToken(stage().console.base, user)
    const url = stage().console.origin
    await page.context().addCookies([{ name: 'jwt', value, url, httpOnly: true, sameSite: 'Strict' }])
    await page.getByRole('link', { name: 'Roles' }).click()
    await page.getByRole('button', { name: 'Profile: second' }).waitFor()
    await page.goBack()
    await page.getByText('Access denied').waitFor()
    await eventually(() => page.getByRole('row').count()).toBe(0)
  })

  test('over plain HTTP from another host the browser stores no cookie: the page explains what to do', async () => {
    const { page, open, login, close } = await stage().remoteVisitor()
    await open('/login')
    await login('admin', stage().console.adminPassword)
    await page.getByText('the browser did not store the cookie. Open the console over HTTPS').waitFor()
    await close()
  })

  test('a return address on another host is ignored', async () => {
    const { page, open, login } = await stage().visitor()
    await open('/login?from=https%3A%2F%2Fevil.example%2F')
    await login('admin', stage().console.adminPassword)
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    await eventually(() => new URL(page.url()).pathname).toBe('/')
  })

  test('after the first password, the login has the name filled in and opens the page that was wanted', async () => {
    const { asAdmin, addUser } = stage().console
    const user = await addUser('fritz', [{ method: 'GET', path: '/api/v1/role' }])
    const found = (await asAdmin('GET', '/sys-user?username=fritz')).data as { list: { userId: number }[] }
    await asAdmin('PUT', `/sys-user/${found.list[0]?.userId}`, { pwdChangeDue: true })
    const { page, open, login } = await stage().visitor()
    await open('/roles?roleKey=role')
    await login(user.username, user.password)
    await page.getByLabel('Old password').fill(user.password)
    await page.getByLabel('New password', { exact: true }).fill('the first own phrase of words')
    await page.getByLabel('Repeat new password').fill('the first own phrase of words')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.waitForURL('**/login?from=%2Froles%3FroleKey%3Drole')
    expect(await page.getByLabel('Username').inputValue()).toBe('fritz')
    await login(user.username, 'the first own phrase of words')
    await page.waitForURL('**/roles?roleKey=role')
  })

  test('changing the own password: a wrong old password is shown at its field, a change ends the session', async () => {
    const user = await stage().console.addUser('petra')
    const { page, open, login } = await stage().loggedIn(user)
    await open('/profile')
    const form = page.locator('form')
    await form.getByLabel('Old password').fill('not this one')
    await form.getByLabel('New password', { exact: true }).fill('a brand new phrase of words')
    await form.getByLabel('Repeat new password').fill('a brand new phrase of words')
    await form.getByRole('button', { name: 'Change password' }).click()
    await form
      .locator('.ant-form-item', { hasText: 'Old password' })
      .getByText('The old password is wrong.')
      .waitFor()
    expect(await page.getByText('Request ID').count()).toBe(0)

    await form.getByLabel('Old password').fill(user.password)
    await form.getByRole('button', { name: 'Change password' }).click()
    await page.waitForURL('**/login?from=%2Fprofile')
    await page.getByText('Your password was changed. Log in with it.').waitFor()
    expect(await page.getByLabel('Username').inputValue()).toBe('petra')
    await eventually(() => page.evaluate('document.activeElement.name')).toBe('password')
    await login(user.username, 'a brand new phrase of words')
    await page.getByRole('heading', { name: 'Profile' }).waitFor()
  })
})

/** Returns the sides at which the captcha image is clipped. */
function clippedSides(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const picture = document.querySelector('.captcha img')
    const [inner, outer] = [picture, picture.parentElement].map((part) => part.getBoundingClientRect())
    return ['left', 'top', 'right', 'bottom'].filter((side) =>
      ['left', 'top'].includes(side) ? inner[side] < outer[side] : inner[side] > outer[side])
  })()`)
}
