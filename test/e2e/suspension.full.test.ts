import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findProblems } from './support/accessibility.ts'
import { describeInBrowser } from './support/browser-test.ts'
import { startConsole } from './support/console.ts'

const people = new Map<string, { username: string; password: string; userId: number }>()
const ADMIN_ROLE_ID = 1

/** Creates the administrators that the settings need before the service starts with them. */
async function preparedFolder(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'castellan-test-'))
  const console = await startConsole({ application: { dataDir } })
  try {
    for (const username of ['anna', 'bert', 'cleo']) {
      const password = `the long pass phrase of ${username}`
      const fields = { username, password, roleId: ADMIN_ROLE_ID }
      const { data } = await console.asAdmin('POST', '/sys-user', fields)
      people.set(username, { username, password, userId: (data as { userId: number }).userId })
    }
  } finally {
    await console.close()
  }
  return dataDir
}

describeInBrowser(
  'suspension of an administrator',
  (stage) => {
    const personOf = (username: string) => {
      const person = people.get(username)
      if (!person) throw new Error(`there is no user ${username}`)
      return person
    }

    test('an administrator suspends another one after typing the name, and a third one decides about both', async () => {
      const bert = personOf('bert')
      const cleo = await stage().loggedIn(personOf('cleo'))
      await cleo.open('/')
      const anna = await stage().loggedIn(personOf('anna'))
      await anna.open(`/users/${bert.userId}`)
      await anna.page.getByRole('button', { name: /^More actions for bert/ }).click()
      await anna.page.getByRole('menuitem', { name: 'Suspend' }).click()
      const dialog = anna.page.getByRole('dialog', { name: 'Suspend bert and yourself?' })
      const suspend = dialog.getByRole('button', { name: 'Suspend' })
      expect(await suspend.isDisabled()).toBe(true)
      await dialog.getByLabel('Type bert to confirm.').fill('anna')
      expect(await suspend.isDisabled()).toBe(true)
      await dialog.getByLabel('Type bert to confirm.').fill('bert')
      expect(await findProblems(anna.page)).toEqual([])
      await suspend.click()
      // The own session has ended too.
      await anna.page.waitForURL(/\/login/)

      await cleo.open('/')
      await cleo.page.getByText('bert is suspended, by anna').waitFor()
      await cleo.page.getByText('anna is suspended, after having suspended bert').waitFor()
      expect(await findProblems(cleo.page)).toEqual([])
      await cleo.page.getByRole('button', { name: 'Keep disabled: anna' }).click()
      await cleo.page
        .getByRole('dialog', { name: 'Keep anna disabled?' })
        .getByRole('button', { name: 'Keep disabled' })
        .click()
      await cleo.page.getByText('anna is suspended').waitFor({ state: 'hidden' })
      await cleo.page.getByText('bert is suspended, by anna').click()
      await cleo.page.waitForURL(new RegExp(`/users/${bert.userId}$`))
      await cleo.page.getByText('suspended', { exact: true }).waitFor()
      expect(await findProblems(cleo.page)).toEqual([])
      await cleo.page.getByRole('button', { name: 'Restore: bert' }).click()
      await cleo.page
        .getByRole('dialog', { name: 'Restore bert?' })
        .getByRole('button', { name: 'Restore' })
        .click()
      await cleo.page.getByText('bert is suspended').waitFor({ state: 'hidden' })
      await (await stage().loggedIn(bert)).open('/')
    })
  },
  async () => ({
    application: { dataDir: await preparedFolder() },
    administration: { fourEyes: { operations: ['grant-administration'] } },
  }),
)
