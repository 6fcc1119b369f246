import { generateKeyPairSync } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { call, postJson } from '../support/client.ts'
import { findProblems } from './support/accessibility.ts'
import { describeInBrowser, eventually } from './support/browser-test.ts'

const WITH_SERVICE = { login: { methods: ['password', 'service'] } }

describeInBrowser(
  'service accounts',
  (stage) => {
    const logIn = async (username: string, secret: string) =>
      (await call(`${stage().console.base}/login`, postJson({ method: 'service', username, secret }))).body
        .code

    const chooseIn = async (page: Page, label: string, option: string | RegExp): Promise<void> => {
      await page.getByRole('dialog').getByLabel(label).click()
      await page.locator('.ant-select-item-option').getByText(option).click()
    }

    test('an account is added, its secret is shown once and replaced, and it is handed over, disabled and deleted', async () => {
      const { addUser } = stage().console
      await addUser('novice')
      await addUser('robot', [{ method: 'GET', path: '/app/orders' }])
      await addUser('berta', [
        { method: 'GET', path: '/app/orders' },
        ...['/api/v1/sys-user', '/api/v1/service-account'].flatMap((path) => [
          { method: '*', path },
          { method: '*', path: `${path}/*` },
        ]),
      ])
      const { page, open } = await stage().loggedIn()
      await open('/')
      await page.getByRole('link', { name: 'Service accounts' }).click()
      await page.getByText('There are no service accounts yet.').waitFor()

      await page.getByRole('button', { name: 'Add service account' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Username').fill('ci-bot')
      await chooseIn(page, 'Role', /role-of-robot/)
      await dialog.getByLabel('Networks').fill('127.0.0.0/8,nonsense ')
      await dialog.getByRole('button', { name: 'Add', exact: true }).click()
      await dialog.getByText('networks must be addresses').waitFor()
      expect(await findProblems(page)).toEqual([])
      await dialog.getByLabel('Networks').press('Backspace')
      await dialog.getByRole('button', { name: 'Add', exact: true }).click()

      const panel = page.getByRole('dialog', { name: 'New secret of ci-bot' })
      await panel.waitFor()
      expect(await findProblems(page)).toEqual([])
      const first = await panel.getByText(/^castellan_/).innerText()
      expect(await panel.locator('pre').innerText()).toContain('\\"username\\":\\"ci-bot\\"')
      expect(await panel.locator('pre').innerText()).not.toContain(first)
      await panel.getByRole('button', { name: 'Done' }).click()
      await panel.waitFor({ state: 'hidden' })
      await eventually(() => page.content()).not.toContain(first)
      expect(await logIn('ci-bot', first)).toBe(200)

      await page.getByRole('link', { name: 'ci-bot', exact: true }).click()
      const secrets = page.getByRole('region', { name: 'Secrets' })
      await secrets.getByRole('button', { name: 'Add secret' }).click()
      const second = await panel.getByText(/^castellan_/).innerText()
      await panel.getByRole('button', { name: 'Done' }).click()
      await eventually(() => secrets.getByRole('button', { name: 'Add secret' }).isDisabled()).toBe(true)
      await secrets
        .getByRole('button', { name: /^Remove: / })
        .first()
        .click()
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
      await eventually(() => secrets.getByRole('button', { name: /^Remove: / }).count()).toBe(1)
      expect(await logIn('ci-bot', first)).toBe(400)
      expect(await logIn('ci-bot', second)).toBe(200)

      await page.getByRole('button', { name: 'Edit: ci-bot' }).click()
      await dialog.getByLabel('Username').fill('deploy-bot')
      await dialog.getByRole('textbox', { name: /^End/ }).fill('2099-12-31 12:00')
      await dialog.getByRole('textbox', { name: /^End/ }).press('Enter')
      await page.getByRole('heading', { name: 'Service account deploy-bot' }).waitFor()
      const about = page.getByRole('region', { name: 'Account', exact: true })
      await eventually(() => about.locator('time[datetime^="2099-12-31"]').count()).toBe(1)
      expect(await logIn('deploy-bot', second)).toBe(200)

      const inMenu = async (item: string): Promise<void> => {
        await page.getByRole('button', { name: 'More actions for deploy-bot' }).click()
        await page.getByRole('menuitem', { name: item }).click()
      }
      await inMenu('Hand over')
      await chooseIn(page, 'Owner', 'novice')
      await dialog.getByRole('button', { name: 'Hand over' }).click()
      await dialog.locator('.ant-form-item-explain-error').waitFor()
      await chooseIn(page, 'Owner', 'berta')
      await dialog.getByRole('button', { name: 'Hand over' }).click()
      await about.getByRole('link', { name: 'berta' }).waitFor()
      expect(await findProblems(page)).toEqual([])

      await open('/users')
      await page.getByRole('button', { name: 'More actions for berta' }).click()
      await page.getByRole('menuitem', { name: 'Disable' }).click()
      await dialog.getByText('1 service account can no longer log in then: deploy-bot.').waitFor()
      await dialog.getByRole('button', { name: 'Show' }).click()
      await page.waitForURL('**/service-accounts?ownerIds=*')
      await page.getByRole('link', { name: 'deploy-bot', exact: true }).click()

      await inMenu('Disable')
      await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
      await about.getByText('Disabled').waitFor()
      expect(await logIn('deploy-bot', second)).toBe(400)
      await inMenu('Delete')
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await page.getByText('There are no service accounts yet.').waitFor()
    })

    test('whoever disables a person is told which service accounts stop, and hands them over before', async () => {
      const { addUser, asAdmin } = stage().console
      const owner = await addUser('olga')
      const find = async (name: string) =>
        (
          (await asAdmin('GET', `/sys-user?username=${name}`)).data as {
            list: { userId: number; roleId: number }[]
          }
        ).list[0]
      const { userId: ownerId = 0, roleId = 0 } = (await find(owner.username)) ?? {}
      await asAdmin('POST', '/service-account', { username: 'olgas-bot', roleId, ownerId })
      const { page, open } = await stage().loggedIn()
      await open(`/users/${ownerId}?open=edit ${ownerId}`)
      const form = page.getByRole('dialog')
      await form.getByRole('combobox', { name: 'Status' }).click()
      await page.locator('.ant-select-item-option', { hasText: 'Disabled' }).click()
      await form.getByText('1 service account can no longer log in then: olgas-bot.').waitFor()
      await open(`/users/${ownerId}`)
      await page.getByRole('button', { name: 'More actions for olga' }).click()
      await page.getByRole('menuitem', { name: 'Disable' }).click()
      const question = page.getByRole('dialog')
      await question.getByText('1 service account can no longer log in then: olgas-bot.').waitFor()
      await question.getByLabel('Hand over before to (optional)').click()
      await page.locator('.ant-select-item-option', { hasText: 'admin' }).click()
      await question.getByRole('button', { name: 'Disable' }).click()
      await page.getByText('Disabled', { exact: true }).waitFor()
      const accounts = (await asAdmin('GET', '/service-account?pageSize=100')).data as {
        list: { username: string; owner: string; status: string }[]
      }
      expect(accounts.list.find(({ username }) => username === 'olgas-bot')).toMatchObject({ owner: 'admin' })
    })

    test('public keys are pasted as PEM or JWK, refused at the field, and removed after a question', async () => {
      const { asAdmin, addUser } = stage().console
      const { roleKey } = await addUser('signer')
      const roles = (await asAdmin('GET', `/role?roleKey=${roleKey}`)).data as { list: { roleId: number }[] }
      const added = await asAdmin('POST', '/service-account', {
        username: 'signing-bot',
        roleId: roles.list[0]?.roleId,
      })
      const { userId } = added.data as { userId: number }
      const pem = () =>
        generateKeyPairSync('ec', { namedCurve: 'P-256' })
          .publicKey.export({ format: 'pem', type: 'spki' })
          .toString()
      const first = pem()
      const { page, open } = await stage().loggedIn()
      await open(`/service-accounts/${userId}`)
      const keys = page.getByRole('region', { name: 'Public keys' })
      const dialog = page.getByRole('dialog')
      const send = async (publicKey: string): Promise<void> => {
        await dialog.getByLabel('Public key').fill(publicKey)
        await dialog.getByRole('button', { name: 'Add', exact: true }).click()
      }
      const error = dialog.locator('.ant-form-item-explain-error')

      await keys.getByRole('button', { name: 'Add public key' }).click()
      await send(' ')
      await error.waitFor()
      await send('ssh-ed25519 AAAA')
      await error.getByText('publicKey').waitFor()
      expect(await findProblems(page)).toEqual([])
      await send(first)
      await keys.getByText('(ES256)').waitFor()

      await keys.getByRole('button', { name: 'Add public key' }).click()
      await send(first)
      await error.getByText('already has this public key').waitFor()
      const jwk = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })
      await send(JSON.stringify(jwk))
      await keys.getByText('(EdDSA)').waitFor()
      await eventually(() => keys.getByRole('button', { name: 'Add public key' }).isDisabled()).toBe(true)

      const remove = keys.getByRole('button', { name: /^Remove: Key/ })
      await remove.first().click()
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await dialog.waitFor({ state: 'hidden' })
      expect(await remove.count()).toBe(2)
      await remove.first().click()
      await dialog.getByRole('button', { name: 'Remove' }).click()
      await eventually(() => remove.count()).toBe(1)
      expect(await keys.getByText('(ES256)').count()).toBe(0)
    })

    test('the lists of users and of service accounts show when a role ends, and the page also which role returns', async () => {
      const { asAdmin, addUser } = stage().console
      const { roleKey } = await addUser('usual')
      const temporary = await addUser('temporary')
      const idOf = async (key: string) => {
        const { list } = (await asAdmin('GET', `/role?roleKey=${key}`)).data as { list: { roleId: number }[] }
        return list[0]?.roleId
      }
      const added = await asAdmin('POST', '/service-account', {
        username: 'night-bot',
        roleId: await idOf(roleKey),
      })
      const { userId } = added.data as { userId: number }
      const roleUntil = '2099-12-31T12:00:00.000Z'
      await asAdmin('PUT', `/sys-user/${userId}`, { roleId: await idOf(temporary.roleKey), roleUntil })
      const { page, open } = await stage().loggedIn()
      for (const list of ['/users', '/service-accounts']) {
        await open(`${list}?search=night-bot`)
        await page
          .getByRole('row', { name: /night-bot/ })
          .locator('time[datetime^="2099-12-31"]')
          .waitFor()
      }
      await page.getByRole('link', { name: 'night-bot', exact: true }).click()
      const about = page.getByRole('region', { name: 'Account', exact: true })
      await about.locator('time[datetime^="2099-12-31"]').first().waitFor()
      await about.getByRole('link', { name: `Role of usual (${roleKey})` }).waitFor()
    })

    test('the user list marks service accounts, offers no password and no login methods, and leads to their page', async () => {
      const { asAdmin, addUser } = stage().console
      const { roleKey } = await addUser('reader')
      const roles = (await asAdmin('GET', `/role?roleKey=${roleKey}`)).data as { list: { roleId: number }[] }
      await asAdmin('POST', '/service-account', { username: 'exporter', roleId: roles.list[0]?.roleId })
      const { page, open } = await stage().loggedIn()
      await open('/users?search=exporter')
      await page
        .getByRole('row', { name: /exporter/ })
        .getByText('service account')
        .waitFor()
      await page.getByRole('button', { name: 'More actions for exporter' }).click()
      await eventually(() => page.getByRole('menuitem').allTextContents()).toEqual([
        'Disable',
        'End all sessions',
        'Delete',
      ])
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Edit: exporter' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Username').waitFor()
      for (const label of ['E-mail', 'Allowed login methods', 'Must change the password at the next login'])
        expect(await dialog.getByLabel(label).count()).toBe(0)
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('link', { name: 'exporter', exact: true }).click()
      await page.getByRole('heading', { name: 'Service account exporter' }).waitFor()
      expect(new URL(page.url()).pathname).toMatch(/^\/service-accounts\/\d+$/)
    })

    test('a role sees the page if it may list service accounts, and only the actions that it may call', async () => {
      const { addUser } = stage().console
      const outsider = await stage().loggedIn(await addUser('outsider'))
      await outsider.open('/')
      expect(await outsider.page.getByRole('link', { name: 'Service accounts' }).count()).toBe(0)

      const viewer = await addUser('viewer', [
        { method: 'GET', path: '/api/v1/service-account' },
        { method: 'GET', path: '/api/v1/service-account/:id' },
      ])
      const { page, open } = await stage().loggedIn(viewer)
      await open('/service-accounts?search=EXPORT')
      await page.getByRole('link', { name: 'exporter', exact: true }).click()
      await page.getByRole('region', { name: 'Secrets' }).getByText('There are no secrets.').waitFor()
      expect(await page.getByRole('button', { name: /Edit|Add secret|More actions for/ }).count()).toBe(0)
    })

    test('on a phone, every account is a card with all fields', async () => {
      const { page, open } = await stage().loggedIn(undefined, {
        viewport: { width: 390, height: 844 },
        isMobile: true,
        hasTouch: true,
      })
      await open('/service-accounts')
      const card = page.locator('.row-card').filter({ hasText: 'exporter' })
      for (const label of ['Status', 'Role', 'Owner', 'End', 'Networks', 'Last use'])
        await card.getByText(label, { exact: true }).waitFor()
      const surplus = 'document.documentElement.scrollWidth - window.innerWidth'
      await eventually(() => page.evaluate<number>(surplus)).toBeLessThanOrEqual(0)
      expect(await findProblems(page)).toEqual([])
    })
  },
  WITH_SERVICE,
)
