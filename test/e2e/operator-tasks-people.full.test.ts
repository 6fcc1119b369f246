import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { enrol } from '../support/authenticator.ts'
import { tryLogin } from '../support/client.ts'
import { loginOperator } from '../support/operator.ts'
import { findProblems } from './support/accessibility.ts'
import { describeInBrowser, eventually } from './support/browser-test.ts'

/** How many sessions the page of a role shows. */
const MAX_SESSIONS = 5

describeInBrowser('operator tasks: users and roles', (stage) => {
  test('the page of a role: users, rules, numbers and changes; it is compared with another role and copied', async () => {
    const rosa = await stage().console.addUser('rosa', [
      { method: 'GET', path: '/api/v1/orders/:id' },
      { method: 'GET', path: '/api/v1/reports' },
    ])
    const { roleKey } = rosa
    for (let n = 0; n <= MAX_SESSIONS; n++) await tryLogin(stage().console.base, rosa)
    await stage().console.addUser('otto', [{ method: '*', path: '/api/v1/orders/*' }])
    const { page, open, reload } = await stage().loggedIn()
    await open('/roles?roleKey=rosa')
    const row = page.getByRole('row', { name: /role-of-rosa/ })
    await eventually(() => row.getByRole('cell').allTextContents()).toEqual(
      expect.arrayContaining(['1', '2']),
    )
    await row.getByRole('link', { name: 'Role of rosa' }).click()
    await page.getByRole('heading', { name: 'Role Role of rosa', level: 1 }).waitFor()
    await page.getByText('0 of 1 user').waitFor()
    await page
      .getByRole('region', { name: 'Users', exact: true })
      .getByRole('link', { name: 'rosa' })
      .waitFor()
    const rules = page.getByRole('region', { name: 'Rules', exact: true })
    await rules.getByRole('link', { name: '/api/v1/orders/:id' }).waitFor()
    await page
      .getByRole('region', { name: 'Changes of this role' })
      .getByText(`added role ${roleKey}`)
      .waitFor()
    await page
      .getByRole('region', { name: 'Changes of its rules' })
      .getByText(`added GET /api/v1/orders/:id, GET /api/v1/reports for ${roleKey}`)
      .waitFor()
    const sessions = page.getByRole('region', { name: 'Active sessions' })
    await sessions.getByRole('link', { name: 'rosa' }).first().waitFor()
    await eventually(() => sessions.getByRole('row').count()).toBe(1 + MAX_SESSIONS)
    await page.locator('.card', { has: sessions }).getByRole('link', { name: 'Show all' }).click()
    await page.waitForURL(/\/sessions\?roleId=\d+$/)
    await eventually(() => page.locator('tbody tr.ant-table-row').count()).toBe(1 + MAX_SESSIONS)
    await page.goBack()

    await page.getByLabel('Compare with…').click()
    await page.getByText('Role of otto (role-of-otto)').click()
    const comparison = page.getByRole('region', { name: 'Comparison' })
    await comparison.getByRole('heading', { name: 'Only role-of-rosa (2)' }).waitFor()
    await comparison.getByText('a wider rule of the other role allows it').waitFor()
    await comparison.getByRole('heading', { name: 'Both (0)' }).waitFor()
    await reload()
    await comparison.getByRole('heading', { name: 'Only role-of-otto (1)' }).waitFor()
    expect(await findProblems(page)).toEqual([])

    await page.getByRole('button', { name: 'More actions for Role of rosa' }).click()
    await page.getByRole('menuitem', { name: 'Copy', exact: true }).click()
    const form = page.getByRole('dialog', { name: 'Copy role Role of rosa' })
    await form.getByLabel('Name').fill('Second rosa')
    await form.getByLabel('Key').fill('role-of-otto')
    await form.getByRole('button', { name: 'Copy', exact: true }).click()
    await form.getByText('Role key "role-of-otto" is already taken.').waitFor()
    await form.getByLabel('Key').fill('second-rosa')
    await form.getByRole('button', { name: 'Copy', exact: true }).click()
    await page.getByRole('heading', { name: 'Role Second rosa', level: 1 }).waitFor()
    await rules.getByRole('link', { name: '/api/v1/reports' }).waitFor()
    await page.getByText('No user has this role.').waitFor()
    await page.getByText(`copied role ${roleKey} to second-rosa`).waitFor()
  })

  test('names, roles and addresses open their pages, and are plain text without the permission', async () => {
    const user = await stage().console.addUser('linus', [{ method: 'GET', path: '/api/v1/session' }])
    const { page, open } = await stage().loggedIn()
    const limited = await stage().loggedIn(user)
    await open('/sessions')
    const row = page.getByRole('row', { name: /linus/ })
    await row.getByRole('link', { name: '127.0.0.1' }).waitFor()
    await row.getByRole('link', { name: 'role-of-linus' }).click()
    await page.getByRole('heading', { name: 'Role Role of linus', level: 1 }).waitFor()
    await open('/login-log?username=linus')
    await page.getByRole('link', { name: 'linus' }).first().click()
    await page.getByRole('heading', { name: 'User linus', level: 1 }).waitFor()
    await open('/users/by-name?username=nobody')
    await page.waitForURL('**/users?search=nobody')
    await open('/users/by-name?username=LINUS')
    await page.getByRole('heading', { name: 'There is no user LINUS', level: 1 }).waitFor()
    await page.getByRole('link', { name: 'linus', exact: true }).click()
    await page.getByRole('heading', { name: 'User linus', level: 1 }).waitFor()

    await limited.open('/sessions')
    await limited.page.getByRole('row', { name: /linus/ }).waitFor()
    expect(await limited.page.locator('tbody').getByRole('link').count()).toBe(0)
  })

  test('names in the audit log, headings of the matrix, sessions of a user and request ids open their pages', async () => {
    const { addUser, asAdmin } = stage().console
    const user = await addUser('marta', [{ method: 'GET', path: '/api/v1/sys-login-log' }])
    const { data } = await asAdmin('GET', '/sys-user?username=marta')
    const [{ userId }] = (data as { list: [{ userId: number }] }).list
    const { page, open } = await stage().loggedIn()
    await open('/audit-log?action=user.create')
    const change = page.getByRole('row', { name: /added user marta/ })
    await change.getByRole('link', { name: 'marta', exact: true }).waitFor()
    await change.getByRole('link', { name: /role-of-marta|Role of marta/ }).click()
    await page.getByRole('heading', { name: 'Role Role of marta', level: 1 }).waitFor()

    await open('/permissions')
    await page.getByRole('columnheader').getByRole('link', { name: 'Role of marta' }).waitFor()
    const cell = page.getByRole('button', { name: /^role-of-marta, GET \/api\/v1\/sys-login-log: / }).first()
    await cell.focus()
    await eventually(async () => {
      await page.keyboard.press('ArrowLeft')
      return page.evaluate('document.activeElement.textContent')
    }).toBe('/api/v1/sys-login-log')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/permissions/routes?path=**')

    const other = await stage().loggedIn(user)
    await other.open('/login-log')
    await open(`/users/${userId}`)
    const sessions = page.getByRole('region', { name: 'Active sessions' })
    await sessions.getByRole('link', { name: '127.0.0.1' }).click()
    await page.waitForURL('**/login-log?ipaddr=127.0.0.1')

    await open('/users/987654')
    await page.getByText('Request ID:').getByRole('link').click()
    await page.waitForURL('**/permissions/check?requestId=**')
    await page.getByText('Not found', { exact: false }).first().waitFor()
  })

  test('disable a leaver: found with the palette, disabled, and all of the sessions are ended', async () => {
    const leaver = await stage().console.addUser('lennard')
    const other = await stage().loggedIn(leaver)
    await other.open('/')
    const { page, open } = await stage().loggedIn()
    await open('/')
    await openPalette(page, 'Control+k')
    await paletteInput(page).fill('lenn')
    const option = page.getByRole('option', { name: 'lennard', exact: true })
    await option.waitFor()
    expect(await findProblems(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'User lennard', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'More actions for lennard' }).click()
    await page.getByRole('menuitem', { name: 'Disable' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
    await page.getByText('Disabled', { exact: true }).waitFor()
    await page.getByText('There are no active sessions.').waitFor()
    await other.page.waitForURL('**/login**')
    const { body } = await tryLogin(stage().console.base, leaver)
    expect(body.code).not.toBe(200)
  })

  test('reset a lost second factor: the user can log in with the password again', async () => {
    const { base, now, advance, addUser } = stage().console
    const user = await addUser('sophie')
    await enrol(await loginOperator(base, user), { now, advance, set: () => {} })
    expect((await tryLogin(base, user)).body.reason).toBe('second-factor-required')
    const { page, open } = await stage().loggedIn()
    await open('/roles')
    await openPalette(page, '/')
    await paletteInput(page).fill('sophie')
    await page.getByRole('option', { name: 'sophie', exact: true }).click()
    await page.getByRole('heading', { name: 'User sophie', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Reset the second factor' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Reset the second factor' }).click()
    await page.getByText('The second factor was reset.').waitFor()
    expect((await tryLogin(base, user)).body.code).toBe(200)
  })

  test('the palette opens pages, forms and explanations, returns the focus, and offers only what the role may open', async () => {
    const { page, open, reload } = await stage().loggedIn()
    await open('/users')
    const search = page.getByLabel('Username, name or e-mail')
    await search.fill('a/')
    const input = paletteInput(page)
    await search.press('/')
    expect(await search.inputValue()).toBe('a//')
    expect(await input.count()).toBe(0)
    await search.fill('')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await input.waitFor()
    await page.keyboard.press('Escape')
    await input.waitFor({ state: 'hidden' })
    await eventually(() => page.evaluate('document.activeElement?.textContent')).toContain('Search')

    await openPalette(page, 'Control+k')
    await input.fill('add role')
    await page.getByRole('option', { name: 'Add role' }).waitFor()
    await page.keyboard.press('Enter')
    const form = page.getByRole('dialog', { name: 'Add role' })
    await form.waitFor()
    await reload()
    await form.waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: 'Users', level: 1 }).waitFor()

    await openPalette(page, 'Control+k')
    await input.fill('WRb8Yvkv228')
    await page.getByRole('option', { name: 'Explain request WRb8Yvkv228' }).click()
    await page.waitForURL('**/permissions/check?requestId=WRb8Yvkv228')

    const limited = await stage().loggedIn(await stage().console.addUser('penelope'))
    await limited.open('/profile')
    await openPalette(limited.page, 'Control+k')
    await limited.page.getByRole('option', { name: 'Log out' }).waitFor()
    await eventually(() => limited.page.getByRole('option').allTextContents()).toEqual([
      'End my other sessions',
      'Log out',
      'Profile',
    ])
  })

  test('an open form or entry has an address: reload keeps it, and Back closes it', async () => {
    const { addUser, asAdmin } = stage().console
    await addUser('adele')
    const { page, open, reload } = await stage().loggedIn()
    await open('/users?search=adele')
    await page.getByRole('button', { name: 'Edit: adele' }).click()
    const form = page.getByRole('dialog', { name: 'User adele' })
    await form.waitFor()
    await reload()
    await eventually(() => form.getByLabel('Username').inputValue()).toBe('adele')
    await page.goBack()
    await form.waitFor({ state: 'hidden' })
    await page.getByRole('row', { name: /adele/ }).waitFor()

    await open('/audit-log?targetKind=user')
    await page
      .getByRole('button', { name: /^Details/ })
      .first()
      .click()
    const details = page.getByRole('dialog', { name: /^Audit log #/ })
    await details.getByRole('link', { name: 'adele', exact: true }).first().waitFor()
    const address = page.url().replace('targetKind=user', 'targetKind=session')
    await page.goto(address)
    await details.getByRole('link', { name: 'adele', exact: true }).first().click()
    await page.getByRole('heading', { name: 'User adele', level: 1 }).waitFor()

    const { data: added } = await asAdmin('POST', '/sys-user', {
      username: 'boss',
      password: 'the long pass phrase of boss',
      roleId: 1,
    })
    const { data: events } = await asAdmin('GET', '/event?kind=admin.granted&pageSize=1')
    const [{ id }] = (events as { list: [{ id: number }] }).list
    await open(`/events?kind=key.removed&open=details+${id}`)
    await page
      .getByRole('dialog', { name: `Event #${id}` })
      .getByRole('link', { name: 'boss' })
      .first()
      .waitFor()

    const { data: found } = await asAdmin('GET', '/sys-user?username=adele')
    const [{ userId }] = (found as { list: [{ userId: number }] }).list
    const ids = [userId, (added as { userId: number }).userId]
    await open(`/users?search=adele&open=role-of+${ids.join(',')}`)
    const many = page.getByRole('dialog', { name: 'Change the role of 2 users' })
    await many.getByText('adele, boss').waitFor()
    await many.getByRole('button', { name: 'Cancel' }).click()
    await many.waitFor({ state: 'hidden' })
    await eventually(() => page.url()).toMatch(/search=adele$/)
  })
})

const paletteInput = (page: Page) =>
  page.getByRole('combobox', { name: 'User, role, route, request ID or action' })

/** The frame listens once it is shown, which the heading waits for. */
async function openPalette(page: Page, keys: string): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press(keys)
  await page.getByRole('dialog', { name: 'Go to or do' }).waitFor()
}
