import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { protect } from '../../src/adapters/node.ts'
import { createService } from '../../src/index.ts'
import { bearer, call, login } from '../support/client.ts'
import { findProblems } from './support/accessibility.ts'
import { describeInBrowser, eventually } from './support/browser-test.ts'
import type { RunningConsole } from './support/console.ts'

const SEE_USERS = [
  { method: 'GET', path: '/api/v1/sys-user' },
  { method: 'GET', path: '/api/v1/role' },
]

describeInBrowser('permission', (stage) => {
  test('first steps on an empty system: each links to its page, is marked when done, and all can be dismissed', async () => {
    const { page, open, reload } = await stage().loggedIn()
    const { asAdmin } = stage().console
    const card = page.getByRole('region', { name: 'First steps' })
    const done = () => card.locator('li.done a').allTextContents()
    await open('/')
    await card.getByRole('button', { name: 'Dismiss' }).click()
    await card.waitFor({ state: 'hidden' })
    await reload()
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    expect(await card.count()).toBe(0)

    await page.evaluate('localStorage.clear()')
    await reload()
    await card.waitFor()
    await eventually(done).toEqual([])
    await card.getByRole('link', { name: 'Create a role' }).click()
    await page.waitForURL(/\/roles\?open=new$/)
    const form = page.getByRole('dialog', { name: 'Add role' })
    await form.getByLabel('Name').fill('First role')
    await eventually(() => form.getByLabel('Key').inputValue()).toBe('first-role')
    await form.getByLabel('Key').fill('another')
    await form.getByLabel('Name').fill('Second role')
    await eventually(() => form.getByLabel('Key').inputValue()).toBe('another')
    await form.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog', { name: 'Discard' }).getByRole('button', { name: 'Discard' }).click()
    const roleKey = 'first'
    const { data } = await asAdmin('POST', '/role', { roleKey, roleName: 'First' })
    await open('/')
    await eventually(done).toEqual(['Create a role'])
    await card.getByRole('link', { name: 'Grant it a permission' }).click()
    await page.waitForURL(/\/permissions\/rules\?open=new$/)
    await asAdmin('POST', '/policy', { rules: [{ roleKey, method: 'GET', path: '/api/v1/orders' }] })
    await open('/')
    await card.getByRole('link', { name: 'Create a user' }).click()
    await page.waitForURL(/\/users\?open=new$/)
    const user = { username: 'first', password: 'the long pass phrase of first' }
    await asAdmin('POST', '/sys-user', { ...user, roleId: (data as { roleId: number }).roleId })
    await open('/')
    await eventually(async () => (await done()).length).toBe(3)
    expect(await card.getByRole('link', { name: 'Log in as the new user' }).getAttribute('href')).toBe(
      '/login',
    )

    const other = await stage().loggedIn(user)
    await other.open('/')
    await other.page.getByRole('heading', { name: 'Your rights' }).waitFor()
    await eventually(async () => (await done()).length).toBe(4)

    await card.getByText('Waiting for the first call …').waitFor()
    await card.getByText('Express').click()
    await card.getByText("from 'castellan/express'").waitFor()
    await card.getByText('Gateway').click()
    await card.getByText('prefix: /api/v1/orders').waitFor()
    expect(await findProblems(page)).toEqual([])
    await callOwnRoute(stage().console, user)
    await card.waitFor({ state: 'hidden' })
  })

  test('a click in the matrix collects a rule to add, a key press one to remove, and both take effect when applied', async () => {
    const user = await stage().console.addUser('rita')
    const rita = await stage().loggedIn(user)
    await rita.open('/')
    await rita.page.getByRole('heading', { name: 'Your rights' }).waitFor()
    expect(await rita.page.getByRole('link', { name: 'Users' }).count()).toBe(0)

    const { page, open } = await stage().loggedIn()
    await open(`/permissions?roles=${user.roleKey},admin`)
    const cell = page.getByRole('button', { name: `${user.roleKey}, GET /api/v1/sys-user: ` })
    const tray = page.getByRole('region', { name: 'Pending changes' })
    await cell.click()
    await tray.getByText('1 pending').waitFor()
    await eventually(() => cell.getAttribute('title')).toBe(
      'Pending: will be allowed. Allowed by GET /api/v1/sys-user',
    )
    await rita.reload()
    await rita.page.getByRole('heading', { name: 'Your rights' }).waitFor()
    expect(await rita.page.getByRole('link', { name: 'Users' }).count()).toBe(0)
    await tray.getByRole('button', { name: 'Apply' }).click()
    await tray.getByText('1 change applied.').waitFor()
    await eventually(() => cell.getAttribute('aria-pressed')).toBe('true')
    await eventually(() => cell.getAttribute('title')).toBe('Allowed by GET /api/v1/sys-user')

    await rita.reload()
    await rita.page.getByRole('link', { name: 'Users' }).click()
    await rita.page.getByRole('heading', { name: 'Users', level: 1 }).waitFor()
    await rita.page.getByRole('row', { name: /rita/ }).waitFor()

    await cell.focus()
    await page.keyboard.press('Enter')
    await tray.getByText('1 pending').waitFor()
    await tray.getByRole('button', { name: 'Apply' }).click()
    const question = page.getByRole('dialog', { name: 'Remove access that is in use?' })
    await question.getByText(`${user.roleKey} (1 enabled user) loses`).waitFor()
    await question.getByRole('button', { name: 'Apply' }).click()
    await tray.getByText('1 change applied.').waitFor()
    // The page stays open and shows the refusal.
    await rita.page.getByLabel('Username, name or e-mail').fill('nobody')
    await rita.page.getByText('Access denied').waitFor()
    expect(new URL(rita.page.url()).pathname).toBe('/users')
  })

  test('the effect on recorded calls is shown before a rule is added or removed, or a role is disabled', async () => {
    const rule = { method: 'GET', path: '/api/v1/role' }
    const { roleKey, ...user } = await stage().console.addUser('vera', [rule])
    const { base } = stage().console
    const headers = { authorization: `Bearer ${await login(base, user)}` }
    for (const path of ['/role', '/role', '/session']) await call(`${base}${path}`, { headers })

    const { page, open } = await stage().loggedIn()
    const effect = page.getByRole('region', { name: 'Effect of the change' })
    await open(`/permissions/rules?roleKey=${roleKey}`)
    await page.getByRole('button', { name: 'Add rule' }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByLabel('Path').fill('/api/v1/session')
    await effect.getByText(`${roleKey} (1 enabled user) gains`).waitFor()
    await effect.getByText('refused 1 time, last').waitFor()
    await drawer.getByLabel('Path').fill('/api/v1/nothing')
    await effect.getByText('No recorded call is affected.').waitFor()
    await drawer.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Discard' }).click()

    await page.getByRole('button', { name: `Edit: ${roleKey} GET ${rule.path}` }).waitFor()
    await page.getByRole('checkbox', { name: `Select ${roleKey} GET ${rule.path}` }).check()
    await page.getByRole('button', { name: 'Remove (1 selected)' }).click()
    await effect.getByText(`${roleKey} (1 enabled user) loses`).waitFor()
    await effect.getByText('used 2 times, last').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()

    await open(`/permissions/rules?roleKey=${roleKey}`)
    await page.getByRole('button', { name: 'Import CSV' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'CSV' }).fill(`p, ${roleKey}, /api/v1/*, GET`)
    await effect.getByText(`${roleKey} (1 enabled user) gains`).waitFor()

    await open(`/roles?roleKey=${roleKey}`)
    await page.getByRole('button', { name: 'Edit: Role of vera' }).click()
    await page.getByRole('dialog').getByLabel('Status').click()
    await page.getByTitle('Disabled', { exact: true }).click()
    await effect.getByText(`${roleKey} (1 enabled user) loses`).waitFor()
    expect((await stage().console.asAdmin('GET', `/policy?roleKey=${roleKey}`)).data).toMatchObject({
      list: [{ roleKey, ...rule }],
    })
  })

  test('a change that opens the administration needs a typed confirmation: by a click, a form or an import', async () => {
    const { roleKey } = await stage().console.addUser('grower')
    const { page, open } = await stage().loggedIn()
    const rules = async () =>
      ((await stage().console.asAdmin('GET', `/policy?roleKey=${roleKey}`)).data as { count: number }).count
    const dialog = page.getByRole('dialog', { name: 'Grant administration?' })
    const grant = dialog.getByRole('button', { name: 'Grant administration' })

    await open(`/permissions?roles=${roleKey}&filter=sys-user`)
    await page.getByRole('button', { name: `${roleKey}, POST /api/v1/sys-user: ` }).click()
    await page.getByRole('button', { name: 'Apply' }).click()
    await dialog
      .getByText(`${roleKey} will be able to change users, roles, departments or permissions.`)
      .waitFor()
    await dialog.getByText('1 route of the administration').waitFor()
    expect(await grant.isDisabled()).toBe(true)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(await rules()).toBe(0)

    await open(`/permissions/rules?roleKey=${roleKey}`)
    await page.getByRole('button', { name: 'Import CSV' }).click()
    const form = page.getByRole('dialog').first()
    await form.getByRole('textbox', { name: 'CSV' }).fill(`p, ${roleKey}, /api/v1/*, *`)
    await form.getByText('/api/v1 itself stays closed').waitFor()
    await form.getByRole('button', { name: 'Import CSV' }).click()
    const typed = dialog.getByLabel(`Type ${roleKey} to confirm.`)
    await typed.fill('yes')
    expect(await grant.isDisabled()).toBe(true)
    expect(await rules()).toBe(0)
    await typed.fill(roleKey)
    await grant.click()
    await eventually(rules).toBe(1)
  })

  test('an operator who may not see the preview confirms every rule by typing', async () => {
    const { roleKey } = await stage().console.addUser('unseen')
    const calls = ['GET /policy', 'POST /policy', 'GET /role', 'GET /parcels'].map((call) => call.split(' '))
    const user = await stage().console.addUser(
      'blindfold',
      calls.map(([method = '', path]) => ({ method, path: `/api/v1${path}` })),
    )
    const { page, open } = await stage().loggedIn(user)
    const rules = async () =>
      ((await stage().console.asAdmin('GET', `/policy?roleKey=${roleKey}`)).data as { count: number }).count
    await open(`/permissions/rules?roleKey=${roleKey}`)
    await page.getByRole('button', { name: 'Add rule' }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByLabel('Path').fill('/api/v1/parcels')
    await drawer.getByRole('button', { name: 'Add', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Add rules without a preview?' })
    const apply = dialog.getByRole('button', { name: 'Apply' })
    expect(await apply.isDisabled()).toBe(true)
    await dialog.getByLabel(`Type ${roleKey} to confirm.`).fill(roleKey)
    expect(await rules()).toBe(0)
    await apply.click()
    await eventually(rules).toBe(1)
  })

  test('the matrix is one tab stop, arrow keys reach every cell, and the page does not scroll into emptiness', async () => {
    const { roleKey } = await stage().console.addUser('keys')
    const { page, open } = await stage().loggedIn()
    await open(`/permissions?roles=${roleKey},admin`)
    const grid = page.getByRole('grid', { name: 'Matrix' })
    await grid.getByRole('button').first().waitFor()
    const focused = () => page.evaluate<string>('document.activeElement?.dataset.cell ?? "elsewhere"')
    await eventually(() => grid.locator('[tabindex="0"]').count()).toBe(1)
    await grid.locator('[tabindex="0"]').focus()
    const start = await focused()
    for (const [key, cell] of [
      ['ArrowRight', '1 1'],
      ['Home', '1 0'],
      ['End', '1 1'],
      ['ArrowDown', '3 1'],
      ['Control+Home', start],
    ] as const) {
      await page.keyboard.press(key)
      await eventually(focused).toBe(cell)
    }
    await page.keyboard.press('Control+End')
    const last = grid.locator('tr').last().locator('.cell').last()
    await eventually(() => last.getAttribute('tabindex')).toBe('0')
    await last.and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Tab')
    await eventually(focused).toBe('elsewhere')
    const surplus = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
    await eventually(() => page.evaluate<number>(surplus)).toBe(0)
  })

  test('pending changes are listed with what else a rule allows, taken back one by one, copied, applied once and undone', async () => {
    const { roleKey } = await stage().console.addUser('wide', [{ method: '*', path: '/api/v1/*' }])
    const { page, open } = await stage().loggedIn()
    // Routes hidden by the filter are counted too.
    await open(`/permissions?roles=${roleKey}&filter=cluster`)
    const cell = (endpoint: string) => page.getByRole('button', { name: `${roleKey}, ${endpoint}: ` })
    const tray = page.getByRole('region', { name: 'Pending changes' })
    const rules = async () =>
      ((await stage().console.asAdmin('GET', `/policy?roleKey=${roleKey}`)).data as { list: unknown[] }).list
    await cell('GET /api/v1/cluster').click()
    await tray.getByText(/It also allows [1-9]\d* other routes\./).waitFor()
    // The filter changes the address, and the pending changes stay.
    await page.getByLabel('Filter endpoints').fill('/role')
    await eventually(() => cell('GET /api/v1/role').getAttribute('title')).toBe(
      'Pending: will be denied. No rule allows it.',
    )
    await cell('GET /api/v1/role').click()
    await cell('PUT /api/v1/role/:id').click()
    await tray.getByText('3 pending').waitFor()
    await tray.getByRole('button', { name: `Take back: ${roleKey} PUT /api/v1/role/:id` }).click()
    await tray.getByText('2 pending').waitFor()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await tray.getByRole('button', { name: 'Copy as command' }).click()
    await eventually(() => page.evaluate('navigator.clipboard.readText()')).toBe(
      [
        'castellan policy change',
        `--add '${roleKey} GET /api/v1/role'`,
        `--remove '${roleKey} * /api/v1/*'`,
      ].join(' \\\n  '),
    )
    expect(await rules()).toHaveLength(1)
    await tray.getByRole('button', { name: 'Apply' }).click()
    await tray.getByText('2 changes applied.').waitFor()
    expect(await rules()).toEqual([{ roleKey, method: 'GET', path: '/api/v1/role' }])
    // The undo gives back the administration.
    const dialog = page.getByRole('dialog', { name: 'Grant administration?' })
    await tray.getByRole('button', { name: 'Undo' }).click()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(await rules()).toEqual([{ roleKey, method: 'GET', path: '/api/v1/role' }])
    await tray.getByRole('button', { name: 'Undo' }).click()
    await dialog.getByLabel(`Type ${roleKey} to confirm.`).fill(roleKey)
    await dialog.getByRole('button', { name: 'Grant administration' }).click()
    await tray.getByText('The change was undone.').waitFor()
    expect(await rules()).toEqual([{ roleKey, method: '*', path: '/api/v1/*' }])
    const { data } = await stage().console.asAdmin('GET', '/audit-log?action=policy.change&pageSize=2')
    expect(data).toMatchObject({ list: [{ target: roleKey }, { target: roleKey }] })

    await cell('PUT /api/v1/role/:id').click()
    const browserQuestion = page.waitForEvent('dialog')
    await page.evaluate('setTimeout(() => location.reload())')
    expect((await browserQuestion).type()).toBe('beforeunload')
    await (await browserQuestion).dismiss()
    await page.getByRole('link', { name: 'Users' }).click()
    const question = page.getByRole('dialog', { name: 'Discard the pending changes?' })
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await tray.getByText('1 pending').waitFor()
    await tray.getByRole('button', { name: 'Discard' }).click()
    await tray.waitFor({ state: 'hidden' })
    await page.getByRole('link', { name: 'Users' }).click()
    await page.getByRole('heading', { name: 'Users' }).waitFor()
  })

  test('a refused change stays pending, and an undo after a change by somebody else says why it is not possible', async () => {
    const { roleKey } = await stage().console.addUser('undone', [{ method: 'GET', path: '/api/v1/parcels' }])
    const change = (body: object) => stage().console.asAdmin('POST', '/policy/change', body)
    const rule = (path: string) => ({ roleKey, method: 'GET', path })
    const { page, open } = await stage().loggedIn()
    await open(`/permissions?roles=${roleKey}`)
    const cell = (path: string) => page.getByRole('button', { name: `${roleKey}, GET ${path}: ` })
    const tray = page.getByRole('region', { name: 'Pending changes' })
    await cell('/api/v1/parcels').click()
    await cell('/api/v1/role').click()
    await change({ remove: [rule('/api/v1/parcels')] })
    await tray.getByRole('button', { name: 'Apply' }).click()
    await tray.getByText(`${roleKey} GET /api/v1/parcels`).nth(1).waitFor()
    await tray.getByText('2 pending').waitFor()
    await tray.getByRole('button', { name: `Take back: ${roleKey} GET /api/v1/parcels` }).click()
    await tray.getByRole('button', { name: 'Apply' }).click()
    await tray.getByText('1 change applied.').waitFor()
    await change({ remove: [rule('/api/v1/role')] })
    await tray.getByRole('button', { name: 'Undo' }).click()
    await tray.getByText('Not undone: the policy has changed meanwhile.').waitFor()
    await eventually(() => tray.getByRole('button', { name: 'Undo' }).count()).toBe(0)
    await tray.getByText('Request ID:').getByRole('link').click()
    await page.waitForURL('**/permissions/check?requestId=**')
  })

  test('a role that may list rules but not routes sees the rules; users can be added with the own role', async () => {
    const user = await stage().console.addUser('half', [
      { method: 'GET', path: '/api/v1/policy' },
      { method: 'GET', path: '/api/v1/sys-user' },
      { method: 'POST', path: '/api/v1/sys-user' },
    ])
    const { page, open } = await stage().loggedIn(user)
    await open('/')
    await page.getByRole('link', { name: 'Permissions' }).click()
    await page.waitForURL('**/permissions/rules')
    await page
      .getByRole('row', { name: /role-of-half/ })
      .first()
      .waitFor()
    await page.getByRole('link', { name: 'Users' }).click()
    await page.getByRole('button', { name: 'Add user' }).click()
    await page.getByRole('dialog').getByLabel('Role').click()
    await page.getByText('Role of half (role-of-half)').waitFor()
  })

  test('actions that the role may not perform are hidden, and refused if a page is opened directly', async () => {
    const user = await stage().console.addUser('nora', SEE_USERS)
    const { page, open } = await stage().loggedIn(user)
    await open('/')
    await page.getByRole('link', { name: 'Users' }).click()
    // The profile, which is shown until the page is loaded, has rows with the name too.
    await page.getByRole('heading', { name: 'Users', level: 1 }).waitFor()
    await page.getByRole('row', { name: /nora/ }).waitFor()
    expect(await page.getByRole('button', { name: 'Add user' }).count()).toBe(0)
    expect(await page.getByRole('button', { name: /^Edit/ }).count()).toBe(0)
    expect(await page.getByRole('link').allTextContents()).not.toContain('Audit log')

    await open('/audit-log')
    await page.getByText('Access denied').waitFor()
    await page.getByText('Your role does not allow this.').waitFor()
    expect(new URL(page.url()).pathname).toBe('/audit-log')

    const requestId = (await page.getByRole('alert').locator('code').textContent()) ?? ''
    const operator = await stage().loggedIn()
    await operator.open('/permissions/check')
    await operator.page.getByLabel('Request ID', { exact: true }).fill(requestId)
    await operator.page.getByRole('button', { name: 'Explain', exact: true }).click()
    const answer = operator.page.getByRole('region', { name: 'Refused request' })
    await answer.getByText('GET /api/v1/audit-log', { exact: true }).waitFor()
    await answer.getByText(/^No rule allows it\. No policy rule allowed/).waitFor()
    await answer
      .getByText(`castellan policy add ${user.roleKey} GET /api/v1/audit-log`, { exact: true })
      .waitFor()
  })

  test('an operator cannot grant more than their own role; the refusal is shown at the field', async () => {
    const user = await stage().console.addUser('halfway', [
      ...SEE_USERS,
      { method: 'GET', path: '/api/v1/policy' },
      { method: 'POST', path: '/api/v1/policy' },
      { method: 'POST', path: '/api/v1/policy/preview' },
    ])
    const { roleKey } = await stage().console.addUser('lower')
    const { page, open } = await stage().loggedIn(user)
    await open(`/permissions/rules?roleKey=${roleKey}`)
    await page.getByRole('button', { name: 'Add rule' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Path', { exact: true }).fill('/api/v1/role/{id}')
    await form.getByRole('button', { name: 'Add', exact: true }).click()
    await form.getByText('write ":id" in place of "{id}"').waitFor()
    await form.getByLabel('Path', { exact: true }).fill('/api/v1/cluster')
    await form.getByRole('button', { name: 'Add', exact: true }).click()
    await form.getByText('You cannot grant more than your own role allows').waitFor()
  })

  test('rules are filtered, edited, and several are removed after one confirmation', async () => {
    const { roleKey } = await stage().console.addUser('clerk', [
      { method: 'GET', path: '/api/v1/orders' },
      { method: 'PUT', path: '/api/v1/orders/:id' },
      { method: 'GET', path: '/api/v1/invoices' },
      { method: 'GET', path: '/api/v1/receipts' },
    ])
    const { page, open } = await stage().loggedIn()
    const rows = () => page.locator('tbody tr.ant-table-row').allTextContents()
    const rule = (endpoint: string) => `${roleKey} ${endpoint}`
    await open(`/permissions/rules?roleKey=${roleKey}`)
    await eventually(async () => (await rows()).length).toBe(4)
    await page.getByRole('search').getByLabel('Path').fill('orders')
    await eventually(async () => (await rows()).length).toBe(2)
    await page.getByRole('search').getByLabel('Method').click()
    await page.getByRole('option', { name: 'PUT' }).waitFor({ state: 'attached' })
    await page.locator('.ant-select-item-option', { hasText: 'PUT' }).click()
    await eventually(rows).toEqual([expect.stringContaining('/api/v1/orders/:id')])

    await page.getByRole('button', { name: `Edit: ${rule('PUT /api/v1/orders/:id')}` }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Path', { exact: true }).fill('/api/v1/orders/:id/state')
    await form.getByRole('button', { name: 'Save' }).click()
    await eventually(rows).toEqual([expect.stringContaining('/api/v1/orders/:id/state')])
    const { data } = await stage().console.asAdmin('GET', '/audit-log?pageSize=1')
    const edited = (path: string) => ({ rules: [{ roleKey, method: 'PUT', path }] })
    expect(data).toMatchObject({
      list: [
        {
          action: 'policy.change',
          before: edited('/api/v1/orders/:id'),
          after: edited('/api/v1/orders/:id/state'),
        },
      ],
    })

    await open(`/permissions/rules?roleKey=${roleKey}`)
    for (const endpoint of ['GET /api/v1/invoices', 'GET /api/v1/receipts']) {
      await page.getByLabel(`Select ${rule(endpoint)}`, { exact: true }).check()
    }
    await page.getByRole('button', { name: 'Remove (2 selected)' }).click()
    const question = page.getByRole('dialog')
    await question.getByText(rule('GET /api/v1/invoices')).waitFor()
    await question.getByRole('button', { name: 'Remove 2 rules' }).click()
    await eventually(async () => (await rows()).length).toBe(2)
    await eventually(() => page.getByRole('button', { name: /selected/ }).count()).toBe(0)
  })

  test('access is checked for a role and a user, and the missing rule is added after a confirmation', async () => {
    const { roleKey, username } = await stage().console.addUser('curious', SEE_USERS)
    const { page, open } = await stage().loggedIn()
    const card = page.getByRole('region', { name: 'Check access' })
    const check = () => card.getByRole('button', { name: 'Check', exact: true }).click()
    await open('/permissions/check')
    await card.getByLabel('Role', { exact: true }).last().fill('Role of cur')
    await page.locator('.ant-select-item-option', { hasText: roleKey }).click()
    await card.getByLabel('Path', { exact: true }).fill('/api/v1/sys-user')
    await check()
    await page.getByText(`Yes. ${roleKey} may call GET /api/v1/sys-user`).waitFor()
    await page.getByText(`Allowed by ${roleKey} GET /api/v1/sys-user`).waitFor()

    await card.getByText('User', { exact: true }).first().click()
    await card.getByLabel('User', { exact: true }).last().fill('curi')
    await page.locator('.ant-select-item-option', { hasText: username }).click()
    await card.getByLabel('Path', { exact: true }).fill('/api/v1/sys-user/7')
    await check()
    await page.getByText(`No. ${username} (role ${roleKey}) may not call GET /api/v1/sys-user/7`).waitFor()
    await page.getByText('No rule allows it.').waitFor()
    const nearest = page.getByRole('listitem').filter({ hasText: '(another path)' }).first()
    await nearest.getByRole('link', { name: roleKey }).waitFor()
    await nearest.getByRole('link', { name: '/api/v1/sys-user' }).waitFor()
    const proposed = page.getByRole('radio', { name: `${roleKey} GET /api/v1/sys-user/:id` })
    await eventually(() => proposed.isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Add rule' }).click()
    const question = page.getByRole('dialog')
    await question.getByText(`${roleKey} GET /api/v1/sys-user/:id.`).waitFor()
    await question.getByRole('button', { name: 'Add rule' }).click()
    await page.getByText(`Allowed by ${roleKey} GET /api/v1/sys-user/:id`).waitFor()
    const { data } = await stage().console.asAdmin('GET', '/audit-log?action=policy.add&pageSize=1')
    expect(data).toMatchObject({ list: [{ operator: 'admin', target: roleKey }] })

    await card.getByLabel('Path', { exact: true }).fill('api/v1/sys-user')
    await check()
    await page.getByText('must start with "/"').waitFor()
    await open('/permissions/check?roleKey=nobody&path=/api/v1/role')
    await page.getByText('There is no role with the key "nobody".').waitFor()
    expect(await page.getByText('may not call').count()).toBe(0)
  })

  test('routes are listed with their class and the reason of an exclusion; the endpoint for proxies is not public', async () => {
    const user = await stage().console.addUser('router', [{ method: 'GET', path: '/api/v1/route' }])
    const { page, open } = await stage().loggedIn(user)
    await open('/permissions/routes?class=excluded')
    const row = (name: RegExp) => page.getByRole('row', { name })
    await row(
      /POST \/api\/v1\/logout excluded service .* Reason: every user may end their own session/,
    ).waitFor()
    expect(await row(/\/api\/v1\/role/).count()).toBe(0)
    await open('/permissions/routes?path=authorize')
    await row(/\/api\/v1\/authorize by policy service For proxies/)
      .first()
      .waitFor()
    // The link to the matrix needs more permissions.
    await open('/permissions/routes?path=/api/v1/role/:id')
    await row(/GET \/api\/v1\/role\/:id by policy service Roles with a rule/).waitFor()
    expect(await page.getByRole('link', { name: 'Roles with a rule' }).count()).toBe(0)

    const admin = await stage().loggedIn()
    await admin.open('/permissions/routes?path=GET /api/v1/authorize&class=policy')
    await admin.page
      .getByRole('row', { name: /GET \/api\/v1\/authorize by policy/ })
      .first()
      .waitFor()
    await admin.open('/permissions?filter=authorize&roles=admin')
    await admin.page.getByLabel('Include routes without a permission check').click()
    const cell = admin.page.getByTitle('For proxies: it decides about the original request').first()
    await cell.waitFor()
    expect(await admin.page.getByTitle('Public: it has no checks.').count()).toBe(0)
    await admin.open('/permissions/check?roleKey=admin&path=/api/v1/authorize')
    await admin.page.getByText('For proxies: it decides about the original request').waitFor()
  })

  test('the matrix shows paths of rules first and all roles, renders the visible part, and stores the selection', async () => {
    const { roleKey } = await stage().console.addUser('seller')
    for (let i = 0; i < 30; i++) {
      await stage().console.asAdmin('POST', '/role', { roleKey: `shop-${i}`, roleName: `Shop ${i}` })
    }
    const paths = Array.from({ length: 150 }, (_, i) => `/api/v1/goods/g${i}`)
    const rules = paths.map((path) => ({ roleKey, method: 'GET', path }))
    await stage().console.asAdmin('POST', '/policy', { rules })
    const { page, open } = await stage().loggedIn()
    const columns = () => page.getByRole('columnheader').count()
    await open('/permissions')
    await eventually(() => page.locator('.matrix .group').allTextContents()).toContain('/api/v1/goods')
    expect(await page.locator('.matrix .group').allTextContents()).not.toContain('/api/v1/sys-user')
    const [, shown, all] =
      /(\d+) of (\d+)/.exec(await page.getByText(/^Shown: \d+ of \d+ roles/).innerText()) ?? []
    expect(shown).toBe(all)
    expect(await columns()).toBeLessThan(Number(all))
    await page.evaluate('document.querySelector(".matrix-scroll").scrollTo(1e6, 1e6)')
    await page.getByRole('columnheader', { name: 'Administrator' }).waitFor()
    await page.getByRole('rowheader', { name: 'GET /api/v1/user/profile', exact: true }).waitFor()

    await page.getByLabel('Roles shown').fill('Role of seller')
    await page.locator('.ant-select-item-option', { hasText: roleKey }).click()
    await eventually(columns).toBe(2)
    await page.keyboard.press('Escape')
    await page.getByLabel('Filter endpoints').fill('g149')
    const cell = page.getByRole('button', { name: `${roleKey}, GET /api/v1/goods/g149: ` })
    await cell.click()
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('1 change applied.').waitFor()
    // The row stays until the page is left.
    await eventually(() => cell.getAttribute('aria-pressed')).toBe('false')

    await open('/permissions')
    await page.getByText('Shown: 1 of').waitFor()
    await page.getByRole('columnheader', { name: 'Role of seller' }).waitFor()
  })
})

/** Calls a route of a program that uses the data of the console. */
async function callOwnRoute(
  { base, database }: RunningConsole,
  user: { username: string; password: string },
): Promise<void> {
  const service = await createService({ application: { dataDir: dirname(database) } })
  const orders = protect(service, (_request, response) => void response.end('orders'), {
    route: 'GET /api/v1/orders',
  })
  const server = createServer(service.http, orders)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const token = await login(base, user)
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/orders`, bearer(token))
  expect(await answer.text()).toBe('orders')
  server.close()
  await service.close()
}
