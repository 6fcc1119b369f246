import { expect, test } from 'vitest'
import { bearer, call, login } from '../support/client.ts'
import { findProblems } from './support/accessibility.ts'
import { describeInBrowser, eventually } from './support/browser-test.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

describeInBrowser('tasks of an operator: permissions', (stage) => {
  const addRole = async (roleKey: string, rules: readonly (readonly [method: string, path: string])[]) => {
    const { asAdmin } = stage().console
    await asAdmin('POST', '/role', { roleKey, roleName: roleKey })
    if (rules.length === 0) return
    await asAdmin('POST', '/policy', { rules: rules.map(([method, path]) => ({ roleKey, method, path })) })
  }
  const mayCall = async (roleKey: string, method: string, path: string) => {
    const { data } = await stage().console.asAdmin(
      'GET',
      `/policy/explain?${new URLSearchParams({ roleKey, method, path })}`,
    )
    return (data as { allowed: boolean }).allowed
  }

  test('give finance read access to invoices', async () => {
    await addRole('finance', [])
    await addRole('billing', [
      ['GET', '/api/v1/invoices'],
      ['GET', '/api/v1/invoices/:id'],
      ['DELETE', '/api/v1/invoices/:id'],
    ])
    const { page, open } = await stage().loggedIn()
    await open('/permissions')
    await page.getByLabel('Filter endpoints').fill('GET /api/v1/invoices')
    await page.getByRole('button', { name: 'finance, GET /api/v1/invoices: ' }).click()
    // The keyboard reaches the next cell and stages it too.
    await page.keyboard.press('ArrowDown')
    await eventually(() => page.evaluate('document.activeElement.ariaLabel')).toContain(
      'finance, GET /api/v1/invoices/:id',
    )
    await page.keyboard.press('Space')
    const tray = page.getByRole('region', { name: 'Pending changes' })
    await tray.getByText('2 pending').waitFor()
    expect(await findProblems(page)).toEqual([])

    await tray.getByRole('button', { name: 'Preview' }).click()
    const preview = page.getByRole('dialog', { name: 'Apply 2 changes?' })
    await preview.getByText('No recorded call is affected.').waitFor()
    expect(await mayCall('finance', 'GET', '/api/v1/invoices')).toBe(false)
    await preview.getByRole('button', { name: 'Apply' }).click()
    await tray.getByText('2 changes applied.').waitFor()

    expect(await mayCall('finance', 'GET', '/api/v1/invoices')).toBe(true)
    expect(await mayCall('finance', 'GET', '/api/v1/invoices/7')).toBe(true)
    expect(await mayCall('finance', 'DELETE', '/api/v1/invoices/7')).toBe(false)
    const { data } = await stage().console.asAdmin('GET', '/audit-log?pageSize=1')
    expect(data).toMatchObject({
      list: [{ action: 'policy.add', target: 'finance', after: { rules: [{}, {}] } }],
    })
  })

  test('give finance read access to invoices, on a phone', async () => {
    await addRole('finance-on-the-road', [])
    await addRole('billing-on-the-road', [['GET', '/api/v1/bills']])
    const { page, open } = await stage().loggedIn(undefined, PHONE)
    await open('/permissions?roles=finance-on-the-road&filter=bills')
    await page.getByRole('button', { name: 'finance-on-the-road, GET /api/v1/bills: ' }).tap()
    const tray = page.getByRole('region', { name: 'Pending changes' })
    await tray.getByText('1 pending').waitFor()
    const surplus = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
    await eventually(() => page.evaluate<number>(surplus)).toBe(0)
    await tray.getByRole('button', { name: 'Apply' }).tap()
    await tray.getByText('1 change applied.').waitFor()
    expect(await mayCall('finance-on-the-road', 'GET', '/api/v1/bills')).toBe(true)
  })

  test('explain and fix a request id', async () => {
    const { base, addUser } = stage().console
    const user = await addUser('paul')
    const token = await login(base, user)
    const refused = await call(`${base}/session`, bearer(token))
    expect(refused.body.code).toBe(401)
    const requestId = refused.headers.get('x-request-id') ?? ''

    const { page, open } = await stage().loggedIn()
    await open('/permissions/check')
    await page.getByLabel('Request ID', { exact: true }).fill(requestId)
    await page.getByRole('button', { name: 'Explain', exact: true }).click()
    const answer = page.getByRole('region', { name: 'Refused request' })
    await answer.getByText(`paul (role ${user.roleKey})`, { exact: true }).waitFor()
    await answer.getByText(/^No rule allows it\. /).waitFor()
    await answer.getByRole('button', { name: 'Add rule' }).click()
    const question = page.getByRole('dialog', { name: 'Add this rule?' })
    await question.getByText(`${user.roleKey} (1 enabled user) gains`).waitFor()
    await question.getByRole('button', { name: 'Add rule' }).click()
    await page.getByText(`Added: ${user.roleKey} GET /api/v1/session`).waitFor()
    expect((await call(`${base}/session`, bearer(token))).body.code).toBe(200)
  })

  test('who can delete orders', async () => {
    await addRole('order-lead', [['DELETE', '/api/v1/orders/:id']])
    await addRole('order-owner', [['*', '/api/v1/orders/*']])
    await addRole('order-clerk', [['GET', '/api/v1/orders/:id']])
    const { page, open } = await stage().loggedIn()
    await open('/permissions')
    await page.getByLabel('Filter endpoints').fill('DELETE /api/v1/orders')
    const row = page.getByRole('row', { name: /^DELETE \/api\/v1\/orders\/:id/ })
    await row.waitFor()
    const pressed = row.locator('button[aria-pressed="true"]')
    await eventually(() => pressed.evaluateAll((cells) => cells.map(({ ariaLabel }) => ariaLabel))).toEqual(
      expect.arrayContaining([
        'order-lead, DELETE /api/v1/orders/:id: Allowed by DELETE /api/v1/orders/:id',
        'order-owner, DELETE /api/v1/orders/:id: Allowed by * /api/v1/orders/*',
      ]),
    )
    await eventually(() => pressed.count()).toBe(2)
    await row.getByText('admin, DELETE /api/v1/orders/:id: The role admin may call everything.').waitFor()
  })
})
