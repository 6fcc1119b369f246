import { expect, test } from 'vitest'
import { findProblems } from './support/accessibility.ts'
import { describeInBrowser, eventually } from './support/browser-test.ts'

describeInBrowser('departments', (stage) => {
  test('departments are added, found, moved and deleted in the tree', async () => {
    const { page, open } = await stage().loggedIn()
    await open('/departments')
    await page.getByText('There are no departments yet.').waitFor()

    const add = async (button: string, name: string): Promise<void> => {
      await page.getByRole('button', { name: button }).click()
      const form = page.getByRole('dialog')
      await form.getByLabel('Name').fill(name)
      await form.getByRole('button', { name: 'Add', exact: true }).click()
      await form.waitFor({ state: 'hidden' })
      await page.getByRole('heading', { name }).waitFor()
    }
    await add('Add department', 'Yunnan')
    await add('Add below', 'Kunming')
    await add('Add department', 'Sichuan')

    await page.getByLabel('Search for a name').fill('kun')
    await page.getByText('1 department found').waitFor()
    await page.getByRole('tree').getByText('Kunming').click()
    await page.getByRole('heading', { name: 'Kunming' }).waitFor()

    await page.getByRole('button', { name: 'Edit or move' }).click()
    const form = page.getByRole('dialog', { name: 'Department Kunming' })
    await form.getByLabel('Parent department').click()
    await page.locator('.ant-select-tree').getByText('Sichuan').click()
    await form.getByRole('button', { name: 'Save' }).click()
    await form.waitFor({ state: 'hidden' })
    const details = page.getByRole('region', { name: 'Kunming' })
    await details.getByText('Sichuan').waitFor()

    const askToDelete = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    }
    await page.getByLabel('Search for a name').fill('sich')
    await page.getByRole('tree').getByText('Sichuan').click()
    await page.getByRole('heading', { name: 'Sichuan' }).waitFor()
    await askToDelete()
    await page.getByText('has departments below it').waitFor()
    await page.getByRole('tree').getByText('Yunnan').click()
    await page.getByRole('heading', { name: 'Yunnan' }).waitFor()
    await askToDelete()
    await page.getByText('2 departments').waitFor()
  })

  test('a user is put into a department, and found by it', async () => {
    const { page, open } = await stage().loggedIn()
    await stage().console.addUser('berta')
    await open('/users?search=berta')
    await page.getByRole('link', { name: 'berta', exact: true }).click()
    await page.getByRole('button', { name: 'Edit' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Department').click()
    await page.locator('.ant-select-tree').getByText('Sichuan').click()
    await form.getByLabel('Data scope of this user').click()
    await page.getByText('Own department and below', { exact: true }).click()
    await form.getByRole('button', { name: 'Save' }).click()
    await form.waitFor({ state: 'hidden' })

    await page.getByRole('link', { name: 'Sichuan' }).click()
    await page
      .getByRole('region', { name: 'Users' })
      .getByRole('link', { name: 'berta', exact: true })
      .waitFor()
    await page.getByRole('link', { name: 'Show all' }).click()
    await eventually(() => page.locator('tbody tr.ant-table-row').count()).toBe(1)
    await page.getByRole('row', { name: /berta/ }).waitFor()
    expect(page.url()).toContain('deptId=')
  })

  test('a role with custom departments lists them, and the department shows the role', async () => {
    const { page, open } = await stage().loggedIn()
    await open('/roles?open=new')
    const form = page.getByRole('dialog')
    await form.getByLabel('Name').fill('Regional audit')
    await form.getByLabel('Data scope').click()
    await page.getByText('Custom departments', { exact: true }).click()
    await form.getByLabel('Departments of the data scope').click()
    await page.locator('.ant-select-tree').getByText('Sichuan').click()
    await form.getByRole('button', { name: 'Add', exact: true }).click()
    await form.waitFor({ state: 'hidden' })
    await open('/departments')
    await page.getByRole('tree').getByText('Sichuan').click()
    await page.getByRole('region', { name: 'Roles' }).getByRole('link', { name: 'Regional audit' }).waitFor()
    expect(await findProblems(page)).toEqual([])
    await page.getByRole('link', { name: 'Regional audit' }).click()
    await page.getByRole('heading', { name: 'Role Regional audit', level: 1 }).waitFor()
    await page.getByRole('region', { name: 'About' }).getByRole('link', { name: 'Sichuan' }).waitFor()
  })
})
