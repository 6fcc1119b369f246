import { expect, test } from 'vitest'
import { bearer, call, login } from '../support/client.ts'
import { describeInBrowser, eventually } from './support/browser-test.ts'

const ORDERS = '/api/v1/sys-login-log/:id'

describeInBrowser('refused requests', (stage) => {
  test('groups with filters; a rule is granted from a group with its preview, and the group is allowed then', async () => {
    const { base, addUser } = stage().console
    const frieda = await addUser('frieda', [{ method: 'GET', path: '/api/v1/overview' }])
    const token = await login(base, frieda)
    for (const id of [7, 8]) await call(`${base}/sys-login-log/${id}`, bearer(token))
    await call(`${base}/role`, bearer(token))

    const { page, open } = await stage().loggedIn()
    await open('/')
    await page.getByRole('navigation').getByRole('link', { name: 'Refusals' }).click()
    await page.getByText('Live', { exact: true }).waitFor()
    await page.getByLabel('Role', { exact: true }).click()
    await page.getByTitle(`${frieda.roleKey} (3)`).click()
    await eventually(() => page.url()).toContain(`roleKey=${frieda.roleKey}`)
    await page.getByText('3 refused requests in 2 groups.').waitFor()
    await page.getByLabel('Route', { exact: true }).click()
    await page.getByTitle(`GET ${ORDERS} (2)`).click()
    const row = page.getByRole('row', { name: new RegExp(`${frieda.roleKey} GET ${ORDERS}`) })
    await eventually(() => row.getByRole('cell').allTextContents()).toEqual([
      frieda.roleKey,
      `GET ${ORDERS}`,
      'No rule allows it ',
      '2',
      '1',
      expect.any(String),
      'RequestsGrant…',
    ])

    await row.getByRole('button', { name: /^Requests/ }).click()
    const requests = page.getByRole('dialog', { name: `Refused requests: GET ${ORDERS}` })
    await requests.getByRole('row', { name: /frieda 127\.0\.0\.1 \/api\/v1\/sys-login-log\/8/ }).waitFor()
    await page.keyboard.press('Escape')
    await requests.waitFor({ state: 'hidden' })

    await row.getByRole('button', { name: /^Grant/ }).click()
    const form = page.getByRole('dialog', { name: 'Add rule' })
    await eventually(() => form.getByLabel('Path').inputValue()).toBe(ORDERS)
    await form.getByText(`${frieda.roleKey} (1 enabled user) gains`).waitFor()
    await form.getByRole('button', { name: 'Add', exact: true }).click()
    await row.getByText('allowed now').waitFor()
    await eventually(() => row.getByRole('button', { name: /^Grant/ }).count()).toBe(0)
    expect((await call(`${base}/sys-login-log/7`, bearer(token))).body.code).not.toBe(401)
  })

  test('a new refusal appears without reloading, leads to its explanation, and is on the page of its user', async () => {
    const { base, addUser, asAdmin } = stage().console
    const gustav = await addUser('gustav')
    const token = await login(base, gustav)
    const { page, open } = await stage().loggedIn()
    await open(`/refusals?roleKey=${gustav.roleKey}`)
    await page.getByText('Nothing matches these filters.').waitFor()
    const refused = await call(`${base}/audit-log`, bearer(token))
    await page.getByRole('button', { name: /^Requests/ }).click()
    const requestId = refused.headers.get('x-request-id') ?? ''
    await page.getByRole('dialog').getByRole('link', { name: requestId }).click()
    await page.getByText('GET /api/v1/audit-log', { exact: true }).waitFor()
    await page.getByText(/^No rule allows it\. No policy rule/).waitFor()

    const { data } = await asAdmin('GET', '/sys-user?username=gustav')
    const [user] = (data as { list: { userId: number }[] }).list
    await open(`/users/${user?.userId}`)
    await page.getByRole('heading', { name: 'Refused requests (1)' }).waitFor()
    const refusals = page.getByRole('region', { name: 'Refused requests (1)' })
    await refusals.getByText('GET /api/v1/audit-log').waitFor()
    await page.locator('.card', { has: refusals }).getByRole('link', { name: 'Show all' }).click()
    await eventually(() => page.url()).toContain(`/refusals?userId=${user?.userId}`)
    await page.getByText('1 refused request in 1 group.').waitFor()
  })

  test('an operator who may not add rules is not offered to grant one', async () => {
    const { base, addUser } = stage().console
    const rules = ['group', 'request'].map((name) => ({ method: 'GET', path: `/api/v1/refusal/${name}` }))
    const hilde = await addUser('hilde', [...rules, { method: 'GET', path: '/api/v1/policy/explain' }])
    await call(`${base}/audit-log`, bearer(await login(base, hilde)))
    const { page, open } = await stage().loggedIn(hilde)
    await open('/refusals')
    await page.getByRole('button', { name: /^Requests/ }).waitFor()
    expect(await page.getByRole('button', { name: /^Grant/ }).count()).toBe(0)
    await page.getByRole('button', { name: /^Requests/ }).click()
    await page.getByRole('dialog').getByText('hilde').waitFor()
    expect(await page.getByRole('dialog').getByRole('link').count()).toBe(0)
  })
})
