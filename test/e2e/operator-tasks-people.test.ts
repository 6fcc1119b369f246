import { expect, test } from 'vitest'
import { findProblems } from './support/accessibility.ts'
import { describeInBrowser, eventually } from './support/browser-test.ts'

describeInBrowser('operator tasks: users and roles', (stage) => {
  test('the page of a role: users, rules, numbers and changes; it is compared with another role and duplicated', async () => {
    const { roleKey } = await stage().console.addUser('rosa', [
      { method: 'GET', path: '/api/v1/orders/:id' },
      { method: 'GET', path: '/api/v1/reports' },
    ])
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
    const rules = page.getByRole('region', { name: 'Rules' })
    await rules.getByRole('link', { name: '/api/v1/orders/:id' }).waitFor()
    await page
      .getByRole('region', { name: 'Changes of this role' })
      .getByText(`added role ${roleKey}`)
      .waitFor()

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
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    const form = page.getByRole('dialog', { name: 'Duplicate role Role of rosa' })
    await form.getByLabel('Name').fill('Second rosa')
    await form.getByLabel('Key').fill('role-of-otto')
    await form.getByRole('button', { name: 'Duplicate' }).click()
    await form.getByText('Role key "role-of-otto" is already taken.').waitFor()
    await form.getByLabel('Key').fill('second-rosa')
    await form.getByRole('button', { name: 'Duplicate' }).click()
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

    await limited.open('/sessions')
    await limited.page.getByRole('row', { name: /linus/ }).waitFor()
    expect(await limited.page.locator('tbody').getByRole('link').count()).toBe(0)
  })
})
