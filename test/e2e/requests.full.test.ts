import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { findProblems } from './support/accessibility.ts'
import { describeInBrowser, eventually } from './support/browser-test.ts'
import { startConsole } from './support/console.ts'

const people = new Map<string, { username: string; password: string }>()
const ADMIN_ROLE_ID = 1

/** Creates the roles and administrators that the settings need before the service starts with them. */
async function preparedFolder(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'castellan-test-'))
  const console = await startConsole({ application: { dataDir } })
  try {
    for (const username of ['anna', 'bert']) {
      const password = `the long pass phrase of ${username}`
      await console.asAdmin('POST', '/sys-user', { username, password, roleId: ADMIN_ROLE_ID })
      people.set(username, { username, password })
    }
    await console.addUser('helper', [{ method: 'GET', path: '/app/orders' }])
    people.set('rita', await console.addUser('rita'))
    people.set('walt', await console.addUser('walt'))
    people.set(
      'clerk',
      await console.addUser('clerk', [
        { method: 'GET', path: '/api/v1/access-request' },
        { method: 'PUT', path: '/api/v1/access-request/:id' },
      ]),
    )
  } finally {
    await console.close()
  }
  return dataDir
}

describeInBrowser(
  'requests and confirmations',
  (stage) => {
    const loggedIn = (username: string) => stage().loggedIn(people.get(username))

    const requestRole = async (page: Page, { hours, reason }: { hours: string; reason: string }) => {
      await page.getByRole('button', { name: 'Request a role' }).click()
      const form = page.getByRole('dialog', { name: 'Request a role' })
      await form.getByLabel('Role').click()
      await page.locator('.ant-select-item-option').getByText('Role of helper').click()
      await form.getByLabel('Hours').fill(hours)
      await form.getByLabel('Reason').fill(reason)
      await form.getByRole('button', { name: 'Send request' }).click()
      await form.waitFor({ state: 'hidden' })
    }

    const requireUser = async (username: string) => {
      const { data } = await stage().console.asAdmin('GET', `/sys-user?search=${username}`)
      const [found] = (data as { list: { userId: number; roleKey: string; roleUntil: string | null }[] }).list
      if (!found) throw new Error(`there is no user ${username}`)
      return found
    }

    test('a user requests a role for some hours, and somebody else approves it with a note', async () => {
      const rita = await loggedIn('rita')
      await rita.open('/profile')
      await rita.page.getByRole('button', { name: 'Request a role' }).click()
      const form = rita.page.getByRole('dialog', { name: 'Request a role' })
      await form.getByRole('button', { name: 'Send request' }).click()
      await form.getByText('This field is required.').first().waitFor()
      await form.getByLabel('Role').click()
      await rita.page.locator('.ant-select-item-option').getByText('Role of helper').click()
      await form.getByLabel('Hours').fill('1000')
      await form.getByLabel('Reason').fill('Too long')
      await form.getByRole('button', { name: 'Send request' }).click()
      await form.locator('.ant-form-item-explain-error').getByText('hours').waitFor()
      expect(await findProblems(rita.page)).toEqual([])
      await form.getByRole('button', { name: 'Cancel' }).click()
      await rita.page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
      await form.waitFor({ state: 'hidden' })
      await requestRole(rita.page, { hours: '4', reason: 'Month-end closing' })
      const own = rita.page.getByRole('region', { name: 'Access on request' })
      await own.getByText('Waiting').waitFor()
      await own.getByText('4 hours').waitFor()
      expect(await rita.page.getByRole('link', { name: 'Requests' }).count()).toBe(0)
      expect(await findProblems(rita.page)).toEqual([])

      const anna = await loggedIn('anna')
      await anna.open('/')
      const menu = anna.page.locator('.navigation a[href="/requests"]')
      await eventually(() => menu.textContent()).toBe('Requests1 waiting for you')
      await anna.page.getByRole('link', { name: 'Requests' }).first().click()
      const row = anna.page.getByRole('row', { name: /rita/ })
      await row.getByText('Month-end closing').waitFor()
      expect(await findProblems(anna.page)).toEqual([])
      await row.getByRole('button', { name: /^Approve: rita/ }).click()
      const decision = anna.page.getByRole('dialog', { name: 'Approve the request of rita' })
      await decision.getByText('Month-end closing').waitFor()
      await decision.getByLabel('Note').fill('Until tonight')
      expect(await findProblems(anna.page)).toEqual([])
      await decision.getByRole('button', { name: 'Approve' }).click()
      await anna.page.getByText('No request is waiting for a decision.').waitFor()
      await eventually(() => menu.textContent()).toBe('Requests')
      const { roleKey, roleUntil } = await requireUser('rita')
      expect(roleKey).toBe('role-of-helper')
      expect(roleUntil).not.toBeNull()

      await anna.open('/requests?status=approved')
      await anna.page.getByRole('row', { name: /rita/ }).getByText('Until tonight').waitFor()
    })

    test('a request is withdrawn, refused, and not decided by whoever made it', async () => {
      const walt = await loggedIn('walt')
      await walt.open('/profile')
      const own = walt.page.getByRole('region', { name: 'Access on request' })
      await requestRole(walt.page, { hours: '1', reason: 'A first try' })
      await own.getByRole('button', { name: /^Withdraw: / }).click()
      await walt.page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
      await own.getByText('Withdrawn').waitFor()
      await requestRole(walt.page, { hours: '1', reason: 'A second try' })

      const anna = await loggedIn('anna')
      await anna.open('/profile')
      await requestRole(anna.page, { hours: '1', reason: 'For myself' })
      const { userId } = await requireUser('walt')
      await anna.open(`/users/${userId}?open=edit ${userId}`)
      const form = anna.page.getByRole('dialog')
      const voided = form.getByText('1 waiting request can no longer be approved after this change')
      await form.getByLabel(/^Name/).fill('Walter W.')
      expect(await voided.count()).toBe(0)
      await form.getByLabel('Role', { exact: true }).click()
      await anna.page.locator('.ant-select-item-option').getByText('Role of helper').click()
      await voided.waitFor()
      await form.getByRole('button', { name: 'Cancel' }).click()
      await anna.page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
      await anna.open('/requests')
      await anna.page
        .getByRole('row', { name: /walt/ })
        .getByRole('button', { name: /^Approve/ })
        .waitFor()
      expect(await anna.page.getByRole('row', { name: /anna/ }).getByRole('button').count()).toBe(0)
      await anna.page.getByRole('button', { name: /^More actions for walt/ }).click()
      await anna.page.getByRole('menuitem', { name: 'Refuse' }).click()
      const decision = anna.page.getByRole('dialog', { name: 'Refuse the request of walt' })
      await decision.getByLabel('Note').fill('Ask the night shift')
      await decision.getByRole('button', { name: 'Refuse' }).click()
      await decision.waitFor({ state: 'hidden' })
      await walt.open('/profile')
      await own.getByText('Ask the night shift').waitFor()
    })

    test('whoever may not change users refuses requests only, and a request that is over is refused with a message', async () => {
      const walt = await loggedIn('walt')
      await walt.open('/profile')
      await requestRole(walt.page, { hours: '1', reason: 'A third try' })
      const clerk = await loggedIn('clerk')
      await clerk.open('/requests')
      const row = clerk.page.getByRole('row', { name: /walt/ })
      await row.getByRole('button', { name: /^Refuse/ }).click()
      expect(await clerk.page.getByRole('button', { name: /^Approve/ }).count()).toBe(0)
      const decision = clerk.page.getByRole('dialog', { name: 'Refuse the request of walt' })
      await decision.getByLabel('Note').fill('Too late')
      await walt.page
        .getByRole('region', { name: 'Access on request' })
        .getByRole('button', { name: /^Withdraw: / })
        .click()
      await walt.page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
      await walt.page.getByRole('dialog').waitFor({ state: 'hidden' })
      await decision.getByRole('button', { name: 'Refuse' }).click()
      await decision.getByText('no longer waiting for a decision').waitFor()
    })

    const editRole = async (page: Page, role: string): Promise<void> => {
      const form = page.getByRole('dialog', { name: /^User / })
      await form.getByLabel('Role', { exact: true }).click()
      await page.locator('.ant-select-item-option').getByText(role).click()
      await form.getByRole('button', { name: 'Save' }).click()
    }

    test('a change that needs a second administrator waits, is confirmed by another one, and is carried out once', async () => {
      const { userId } = await requireUser('walt')
      const anna = await loggedIn('anna')
      await anna.open(`/users/${userId}?open=edit ${userId}`)
      await anna.page.getByRole('dialog').getByLabel(/^Name/).fill('Walter')
      await editRole(anna.page, '(admin)')
      const waiting = anna.page.getByRole('dialog', { name: 'A second administrator has to confirm' })
      await waiting.getByText('Waiting for the confirmation').waitFor()
      const carryOut = waiting.getByRole('button', { name: 'Carry out' })
      expect(await carryOut.isDisabled()).toBe(true)
      expect(await findProblems(anna.page)).toEqual([])
      expect((await requireUser('walt')).roleKey).toBe('role-of-walt')

      const bert = await loggedIn('bert')
      await bert.open('/requests')
      await bert.page.getByRole('link', { name: 'Confirmations' }).click()
      const row = bert.page.getByRole('row', { name: /anna/ })
      await row.getByText('grants administration rights').waitFor()
      expect(await findProblems(bert.page)).toEqual([])
      await row.getByRole('button', { name: /^Decide/ }).click()
      const plan = bert.page.getByRole('dialog', { name: /^Confirmation \d/ })
      await plan.getByRole('row', { name: /^role role-of-walt admin/ }).waitFor()
      const reach = plan.getByRole('region', { name: 'User walt' })
      await reach.getByRole('row', { name: /^May call .* Everything$/ }).waitFor()
      expect(await findProblems(bert.page)).toEqual([])
      await plan.getByRole('button', { name: 'Confirm' }).click()
      await bert.page
        .getByRole('dialog', { name: /^Confirm the change/ })
        .getByRole('button', { name: 'Confirm' })
        .click()
      await bert.page.getByText('No change is waiting for a confirmation.').waitFor()
      expect((await requireUser('walt')).roleKey).toBe('role-of-walt')

      await waiting.getByText('bert has confirmed the change').waitFor()
      await eventually(() => carryOut.isEnabled()).toBe(true)
      await carryOut.focus()
      await anna.page.keyboard.press('Enter')
      await anna.page.getByText('Saved.').waitFor()
      await eventually(() => anna.page.getByRole('dialog').count()).toBe(0)
      expect((await requireUser('walt')).roleKey).toBe('admin')
      await bert.open('/requests/confirmations?status=used')
      await bert.page.getByRole('row', { name: /anna/ }).getByText('Carried out').waitFor()
    })

    test('a change that begins with a question waits above the question, and ends with the refusal if it is closed', async () => {
      const { page, open } = await loggedIn('anna')
      await open('/login-log')
      await page.getByRole('checkbox').nth(1).click()
      await page.getByRole('button', { name: /^Delete/ }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      const waiting = page.getByRole('dialog', { name: 'A second administrator has to confirm' })
      await waiting.getByText('Waiting for the confirmation').waitFor()
      await eventually(() => waiting.locator(':focus').count()).toBeGreaterThan(0)
      await waiting.getByRole('button', { name: 'Close' }).click()
      await page.getByText('A second administrator has to confirm this change (confirmation').waitFor()
      await eventually(() => page.getByRole('dialog').count()).toBe(0)
    })

    test('to confirm needs a recent login; a refused change keeps the input of the form, and its initiator sees only its state', async () => {
      const { userId } = await requireUser('clerk')
      const anna = await loggedIn('anna')
      await anna.open(`/users/${userId}?open=edit ${userId}`)
      await anna.page.getByLabel('Remark').fill('a promotion')
      await editRole(anna.page, '(admin)')
      const waiting = anna.page.getByRole('dialog', { name: 'A second administrator has to confirm' })
      await waiting.getByText('Waiting for the confirmation').waitFor()

      const again = await loggedIn('anna')
      await again.open('/requests/confirmations')
      await again.page
        .getByRole('row', { name: /clerk/ })
        .getByRole('button', { name: /^Details/ })
        .click()
      const plan = again.page.getByRole('dialog', { name: /^Confirmation \d/ })
      await plan.getByText('Another administrator has to decide.').waitFor()
      expect(await plan.getByRole('button', { name: /^(Confirm|Refuse)$/ }).count()).toBe(0)

      const bert = await loggedIn('bert')
      stage().console.advance(11 * 60_000)
      await bert.open('/requests/confirmations')
      await bert.page
        .getByRole('row', { name: /clerk/ })
        .getByRole('button', { name: /^Decide/ })
        .click()
      const decision = bert.page.getByRole('dialog', { name: /^Confirmation \d/ })
      await decision.getByRole('button', { name: 'Confirm' }).click()
      await bert.page
        .getByRole('dialog', { name: /^Confirm the change/ })
        .getByRole('button', { name: 'Confirm' })
        .click()
      await decision.getByRole('button', { name: 'Log in again' }).waitFor()
      await decision.getByRole('button', { name: 'Refuse' }).click()
      await bert.page
        .getByRole('dialog', { name: /^Refuse the change/ })
        .getByRole('button', { name: 'Refuse' })
        .click()
      await waiting.getByText('bert has refused the change').waitFor()
      expect(await waiting.getByRole('button', { name: 'Carry out' }).isDisabled()).toBe(true)
      await waiting.getByRole('button', { name: 'Close' }).click()
      const form = anna.page.getByRole('dialog', { name: 'User clerk' })
      await form.getByText('A second administrator has to confirm this change').waitFor()
      expect(await form.getByLabel('Remark').inputValue()).toBe('a promotion')
      expect((await requireUser('clerk')).roleKey).toBe('role-of-clerk')
    })
  },
  async () => ({
    application: { dataDir: await preparedFolder() },
    administration: {
      requests: ['role-of-helper'],
      fourEyes: { operations: ['grant-administration', 'delete-log-entries'] },
    },
  }),
)

describeInBrowser('without requests and four eyes', (stage) => {
  test('the settings decide whether the pages exist', async () => {
    const { page, open } = await stage().loggedIn()
    await open('/profile')
    await page.getByRole('heading', { name: 'Your rights' }).waitFor()
    expect(await page.getByRole('button', { name: 'Request a role' }).count()).toBe(0)
    expect(await page.getByRole('link', { name: 'Requests' }).count()).toBe(0)
    await open('/requests')
    await page.getByText('Page not found').waitFor()
    await open('/requests/confirmations')
    await page.getByText('Page not found').waitFor()
  })
})
