import { DatabaseSync } from '@photostructure/sqlite'
import { expect, test } from 'vitest'
import { tryLogin } from '../support/client.ts'
import { describeInBrowser, eventually } from './support/browser-test.ts'

describeInBrowser('administration', (stage) => {
  test('a user is created; a refusal is shown at its field; the first login demands a new password', async () => {
    const { page, open } = await stage().loggedIn()
    await open('/users')
    await page.getByRole('button', { name: 'Add user' }).click()
    const form = page.getByRole('dialog')
    await field(form, 'Password').getByText('At least 15 characters. Common passwords').waitFor()
    await form.getByLabel('Username').fill('admin')
    await form.getByLabel('Password', { exact: true }).fill('short')
    await form.getByLabel('Role', { exact: true }).click()
    await page.getByText('Administrator (admin)').click()
    await form.getByRole('button', { name: 'Add', exact: true }).click()
    await field(form, 'Password').getByText('The password must have at least 15 characters').waitFor()
    await form.getByRole('button', { name: 'Generate' }).click()
    const generated = form.getByLabel('Password', { exact: true })
    await eventually(() => generated.inputValue()).not.toBe('short')
    const password = await generated.inputValue()
    await form.getByRole('button', { name: 'Add', exact: true }).click()
    await field(form, 'Username').getByText('Username "admin" is already taken').waitFor()
    await form.getByLabel('Username').fill('walter')
    await form.getByRole('button', { name: 'Add', exact: true }).click()
    const panel = page.getByRole('dialog', { name: 'User walter was added.' })
    await panel.getByText(password).waitFor()
    expect(await panel.getByRole('button', { name: 'Close' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    for (const [label, text] of [
      ['Username', 'walter'],
      ['Password', password],
    ] as const) {
      await panel.getByRole('button', { name: `Copy ${label}` }).click()
      await eventually(() => page.evaluate('navigator.clipboard.readText()')).toBe(text)
    }
    await panel.getByRole('button', { name: 'Done' }).click()
    await panel.waitFor({ state: 'hidden' })
    await eventually(() => page.locator('tr.highlighted strong').allTextContents()).toEqual(['walter'])

    const walter = await stage().loggedIn({ username: 'walter', password })
    await walter.open('/')
    await walter.page.waitForURL('**/profile')
    await walter.page.getByText('Change your password to continue.').waitFor()
  })

  test('search, sort order and page are part of the URL', async () => {
    for (const name of ['zoe', 'zora']) await stage().console.addUser(name)
    const { page, open, reload } = await stage().loggedIn()
    await open('/users')
    await page.getByLabel('Username, name or e-mail').fill('ZO')
    await eventually(() => page.locator('tbody tr.ant-table-row').count()).toBe(2)
    await eventually(() => page.url()).toContain('search=ZO')
    await reload()
    await eventually(() => page.locator('tbody tr.ant-table-row').count()).toBe(2)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await eventually(() => page.url()).not.toContain('search=')
    const header = page.getByRole('columnheader', { name: 'Username' })
    await header.click()
    await eventually(() => page.url()).toContain('orderBy=username')
    await eventually(() => header.getAttribute('aria-sort')).toBe('ascending')
    await header.click()
    await eventually(() => page.locator('tbody tr.ant-table-row strong').first().textContent()).toBe('zora')
    await eventually(() => page.url()).toContain('orderBy=username&order=desc')
    await open('/users?search=zo&pageIndex=7')
    await eventually(() => page.url()).toContain('pageIndex=1')
    await page.getByRole('row', { name: /zora/ }).waitFor()
  })

  test('the next and the previous page of users continue at a position, a reloaded one is found by its number', async () => {
    const { console, loggedIn } = stage()
    const { roleId } = (
      await console.asAdmin('POST', '/role', {
        roleKey: 'paged',
        roleName: 'Paged',
        dataScope: '5',
      })
    ).data as { roleId: number }
    const password = 'a long enough password'
    for (let number = 10; number < 35; number++) {
      await console.asAdmin('POST', '/sys-user', { username: `paged-${number}`, password, roleId })
    }
    const { page, open, reload } = await loggedIn()
    const positions: (string | null)[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname.endsWith('/sys-user')) positions.push(searchParams.get('after'))
    })
    const shows = (first: string) =>
      eventually(() => page.locator('tbody tr.ant-table-row strong').first().textContent()).toBe(first)
    await open('/users?username=paged-&orderBy=username&pageSize=10')
    await shows('paged-10')
    await page.getByTitle('Next Page').click()
    await shows('paged-20')
    await page.getByTitle('Next Page').click()
    await shows('paged-30')
    expect(positions).toEqual(['', 'paged-19', 'paged-29'])
    await page.getByTitle('Previous Page').click()
    await shows('paged-20')
    await eventually(() => page.url()).toContain('pageIndex=2')
    expect(new Set(positions)).toEqual(new Set(['', 'paged-19', 'paged-29']))
    positions.length = 0
    await reload()
    await shows('paged-20')
    await page.getByTitle('1', { exact: true }).click()
    await shows('paged-10')
    await page.getByTitle('3', { exact: true }).click()
    await shows('paged-30')
    expect(positions[0], 'a reloaded page').toBe('')
  })

  test('several users are disabled and enabled at once, but not the own account', async () => {
    for (const name of ['bulk-one', 'bulk-two']) await stage().console.addUser(name)
    const { page, open } = await stage().loggedIn()
    const statuses = () => page.locator('tbody tr.ant-table-row .mark').allTextContents()
    await open('/users?search=admin')
    await eventually(() => page.getByRole('checkbox', { name: 'Select admin' }).isDisabled()).toBe(true)
    await open('/users?search=bulk-')
    for (const name of ['bulk-one', 'bulk-two'])
      await page.getByRole('checkbox', { name: `Select ${name}` }).check()
    await page.getByRole('button', { name: 'Disable (2)' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
    await eventually(statuses).toEqual(['Disabled', 'Disabled'])
    await page.getByRole('button', { name: 'Disable (2)' }).waitFor({ state: 'hidden' })
    for (const name of ['bulk-one', 'bulk-two'])
      await page.getByRole('checkbox', { name: `Select ${name}` }).check()
    await page.getByRole('button', { name: 'Enable (2)' }).click()
    await eventually(statuses).toEqual(['Enabled', 'Enabled'])
    await page.getByRole('button', { name: 'Enable (2)' }).waitFor({ state: 'hidden' })
    for (const name of ['bulk-one', 'bulk-two'])
      await page.getByRole('checkbox', { name: `Select ${name}` }).check()
    await page.getByRole('button', { name: 'Change role… (2)' }).click()
    const form = page.getByRole('dialog', { name: 'Change the role of 2 users' })
    await form.getByLabel('Role', { exact: true }).click()
    await page.getByText('Role of bulk-one (role-of-bulk-one)').click()
    await form.getByRole('button', { name: 'Save' }).click()
    await form.waitFor({ state: 'hidden' })
    await eventually(() => page.getByRole('link', { name: 'Role of bulk-one' }).count()).toBe(2)
    await page.getByRole('button', { name: 'Change role… (2)' }).waitFor({ state: 'hidden' })
  })

  test('the page of a user: account, rights, sessions, attempts and changes; a new password is shown to be copied', async () => {
    const user = await stage().console.addUser('detlef', [{ method: 'GET', path: '/api/v1/orders/:id' }])
    const other = await stage().loggedIn(user)
    await other.open('/profile')
    await other.page.getByRole('button', { name: 'Edit name and e-mail' }).click()
    await other.page.getByRole('dialog').getByLabel('Name').fill('Detlef D.')
    await other.page.getByRole('dialog').getByLabel('E-mail').fill('detlef@example.org')
    await other.page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await other.page.getByText('detlef@example.org').waitFor()

    const { page, open } = await stage().loggedIn()
    await open('/users?search=DETLEF@')
    const row = page.getByRole('row', { name: /detlef/ })
    await row.locator('time').waitFor()
    await row.getByRole('link', { name: 'detlef', exact: true }).click()
    await page.getByRole('heading', { name: 'User detlef', level: 1 }).waitFor()
    await page.getByText('GET /api/v1/orders/:id').waitFor()
    await page.getByText('GET /api/v1/user/profile').waitFor()
    const attempts = page.getByRole('region', { name: 'Recent login attempts' })
    await attempts.getByText('Succeeded').waitFor()
    await attempts.getByText('Logged in', { exact: true }).waitFor()
    await eventually(() => attempts.locator('time').first().textContent()).toMatch(/^(now|\d+ \w+ ago)$/)
    const changes = page.getByRole('region', { name: 'Changes of this user' })
    await changes.getByText('user detlef: name: – → Detlef D.; e-mail: – → detlef@example.org').waitFor()
    await changes.getByText(/^added user detlef/).waitFor()
    const changesBy = page.getByRole('region', { name: 'Changes by this user' })
    await changesBy.getByText(/^user detlef: name/).waitFor()
    const sessions = page.getByRole('region', { name: 'Active sessions' })
    await sessions.getByRole('button', { name: 'End' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click()
    await page.getByText('There are no active sessions.').waitFor()

    await page.getByRole('button', { name: 'More actions for detlef' }).click()
    await page.getByRole('menuitem', { name: 'Set password' }).click()
    await page.getByRole('button', { name: 'Generate' }).click()
    const generated = page.getByLabel('Password', { exact: true })
    await eventually(() => generated.inputValue()).not.toBe('')
    const password = await generated.inputValue()
    await page.getByRole('dialog').getByRole('button', { name: 'Set password' }).click()
    const panel = page.getByRole('dialog', { name: 'New password of detlef' })
    await panel.getByText(password).waitFor()
    await panel.getByRole('button', { name: 'Done' }).click()
    await panel.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'More actions for detlef' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.waitForURL('**/users')
  })

  test('a user gets a role until a time, and the list and the page of the user say when it ends and what returns', async () => {
    await stage().console.addUser('tina')
    await stage().console.addUser('uwe')
    const { page, open } = await stage().loggedIn()
    await open('/users?search=tina')
    await page.getByRole('button', { name: /^Edit/ }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Role', { exact: true }).click()
    await page.getByText('Role of uwe (role-of-uwe)').click()
    await form.getByLabel(/^Role until/).fill('2099-12-31 18:00')
    await form.getByLabel(/^Role until/).press('Tab')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.waitFor({ state: 'hidden' })
    const row = page.getByRole('row', { name: /tina/ })
    await row.getByText(/^Ends in \d+ years$/).waitFor()
    await row.getByRole('link', { name: 'tina' }).click()
    const account = page.getByRole('region', { name: 'Account' })
    await account.getByText('2099-12-31 18:00:00').waitFor()
    await account.getByRole('link', { name: 'Role of tina (role-of-tina)' }).waitFor()
    await page.getByRole('button', { name: /^Edit/ }).click()
    await form.getByText('The role “Role of tina” returns then.').waitFor()
    await form.getByLabel(/^Role until/).click()
    await page.getByText('In 3 days', { exact: true }).click()
    await form.getByRole('button', { name: 'Save' }).click()
    await account.getByText(/in (2|3) days/).waitFor()
  })

  test('two operators change a role: the second is refused and overwrites nothing', async () => {
    const { roleKey } = await stage().console.addUser('quentin')
    const { page, open } = await stage().loggedIn()
    await open(`/roles?roleKey=${roleKey}`)
    await page.getByRole('button', { name: /^Edit/ }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Name').fill('Renamed in the browser')
    const list = await stage().console.asAdmin('GET', `/role?roleKey=${roleKey}`)
    const [role] = (list.data as { list: { roleId: number }[] }).list
    await stage().console.asAdmin('PUT', `/role/${role?.roleId}`, { roleName: 'Renamed elsewhere' })
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByText('Someone else has changed this record.').waitFor()
    await form.getByText(/^Request ID: \S+$/).waitFor()
  })

  test('a form begins in its first field, and neither Escape nor Back loses input without a question', async () => {
    const { page, open } = await stage().loggedIn()
    await open('/roles')
    await page.getByRole('link', { name: 'Users' }).click()
    const add = page.getByRole('button', { name: 'Add user' })
    const form = page.getByRole('dialog', { name: 'Add user' })
    const question = page.getByRole('dialog', { name: 'Discard the input?' })
    await add.click()
    await eventually(() => page.evaluate('document.activeElement.id')).toBe('username')
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'hidden' })

    await add.click()
    await form.getByLabel('Username').fill('half-finished')
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await question.waitFor({ state: 'hidden' })
    await page.goBack()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await question.waitFor({ state: 'hidden' })
    await eventually(() => new URL(page.url()).pathname).toBe('/users')
    expect(await form.getByLabel('Username').inputValue()).toBe('half-finished')
    await page.goBack()
    await question.getByRole('button', { name: 'Discard' }).click()
    await form.waitFor({ state: 'hidden' })
    await eventually(() => new URL(page.url()).search).toBe('')
  })

  test('deleting a user needs a confirmation', async () => {
    await stage().console.addUser('xaver')
    const { page, open } = await stage().loggedIn()
    await open('/users?search=xaver')
    await page.getByRole('button', { name: 'More actions for xaver' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'More actions for xaver' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Nothing matches these filters.').waitFor()
  })

  test('a session is ended, and its browser is sent to the login page', async () => {
    const user = await stage().console.addUser('ottilie', [{ method: 'GET', path: '/api/v1/role' }])
    const other = await stage().loggedIn(user)
    await other.open('/profile')
    const { page, open } = await stage().loggedIn()
    await open('/sessions?username=ottilie')
    await page.getByRole('button', { name: 'End: ottilie' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click()
    await page.getByText('The session has ended.').waitFor()

    await other.page.getByRole('link', { name: 'Roles' }).click()
    await other.page.waitForURL('**/login?from=*')
    await other.page.getByText('Your session was ended by an operator.').waitFor()
  })

  test('all sessions of a role are ended after a confirmation with their number', async () => {
    const user = await stage().console.addUser('rolf', [
      { method: 'GET', path: '/api/v1/role' },
      { method: 'PUT', path: '/api/v1/role/:id' },
    ])
    const other = await stage().loggedIn(user)
    await other.open(`/roles?roleKey=${user.roleKey}`)
    await other.page.getByRole('row', { name: /Role of rolf/ }).waitFor()
    // Nobody may change the own role.
    expect(await other.page.getByRole('button', { name: 'More actions for Role of rolf' }).count()).toBe(0)

    const { page, open } = await stage().loggedIn()
    const ask = async (roleName: string) => {
      await page.getByRole('button', { name: `More actions for ${roleName}` }).click()
      await page.getByRole('menuitem', { name: 'End all sessions' }).click()
      return page.getByRole('dialog', { name: `End all sessions of role ${roleName}?` })
    }
    await open('/roles?roleKey=admin')
    const own = await ask('Administrator')
    await own.getByText('Your own session is one of them').waitFor()
    await own.getByRole('button', { name: 'Cancel' }).click()
    await open(`/roles?roleKey=${user.roleKey}`)
    const dialog = await ask('Role of rolf')
    await dialog.getByText('This ends 1 session of 1 user.').waitFor()
    await dialog.getByRole('button', { name: 'End all sessions' }).click()
    await page.getByText('All sessions of the role Role of rolf have ended.').waitFor()

    await other.open('/roles')
    await other.page.getByText('Your session was ended by an operator.').waitFor()
    await open('/audit-log?action=role.end-sessions')
    await page.getByText('ended all sessions of role role-of-rolf: 1 session of 1 user').waitFor()
  })

  test('the logs: filters are part of the URL and of the export, and the verification finds no tampering', async () => {
    const { page, open, reload } = await stage().loggedIn()
    await open('/login-log')
    const username = page.getByRole('combobox', { name: 'Username' })
    await username.fill('otti')
    await page.locator('.ant-select-item-option', { hasText: 'Begins with “otti”' }).click()
    await eventually(() => page.url()).toContain('username=otti*')
    await page
      .getByRole('row', { name: /ottilie/ })
      .first()
      .waitFor()
    await username.fill('ottilie')
    await page
      .locator('.ant-select-item-option', { hasText: /^ottilie/ })
      .first()
      .click()
    await eventually(() => new URL(page.url()).searchParams.get('username')).toBe('ottilie')
    await page.getByLabel('Address').fill('127.0.0.0/99')
    await page.getByText('ipaddr must be an address such as 10.0.0.5').waitFor()
    await page.getByLabel('Address').fill('127.0.0.0/8')
    await eventually(() => page.url()).toContain('ipaddr=127.0.0.0%2F8')
    await page
      .getByRole('row', { name: /ottilie/ })
      .first()
      .waitFor()
    await page.getByLabel('From', { exact: true }).or(page.getByPlaceholder('From')).first().click()
    await page.getByText('Today', { exact: true }).click()
    await eventually(() => page.url()).toContain('beginTime=')
    await page.getByRole('combobox', { name: 'Reason' }).click()
    await page.getByRole('option', { name: 'Logged in' }).waitFor({ state: 'attached' })
    await page.locator('.ant-select-item-option', { hasText: 'Logged in' }).click()
    await eventually(() => page.url()).toContain('reason=logged-in')
    await reload()
    const row = page.getByRole('row', { name: /ottilie/ }).first()
    await row.waitFor()
    await eventually(() => row.textContent()).toContain('Logged in')
    const time = row.locator('time')
    await eventually(() => time.textContent()).toMatch(/^(now|\d+ \w+ ago)$/)
    expect(await time.getAttribute('title')).toMatch(/^20\d\d-\d\d-\d\d \d\d:\d\d:\d\d$/)
    await page.getByText(/^Times are in the time zone Europe\/Berlin \((GMT|UTC)\+[12]\)\.$/).waitFor()
    const saving = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export CSV' }).click()
    const file = await saving
    expect(file.suggestedFilename()).toBe('login-log.csv')
    const lines = (await text(await file.createReadStream())).trim().split('\n')
    expect(lines.length).toBeGreaterThan(1)
    expect(lines.slice(1).every((line) => line.includes('ottilie'))).toBe(true)

    await open('/audit-log?action=session.end')
    await page.getByText('ended a session of ottilie from 127.0.0.1').first().waitFor()
    await page
      .getByRole('button', { name: /^Details/ })
      .first()
      .click()
    await page.getByRole('dialog').getByText('operating system').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Verify' }).click()
    await page.getByText('The log is intact').waitFor()
  })

  test('a log that was changed in the database: the verification reports the entry', async () => {
    await stage().console.addUser('ulrich')
    const database = new DatabaseSync(stage().console.database)
    const { id } = database.prepare("select id from audit_log where target = 'ulrich'").get() as {
      id: number
    }
    database.prepare("update audit_log set operator = 'somebody else' where id = ?").run(id)
    database.close()
    const { page, open } = await stage().loggedIn()
    await open('/audit-log')
    await page.getByRole('button', { name: 'Verify' }).click()
    const outcome = page.getByRole('alert')
    await outcome.getByText('The log has been tampered with').waitFor()
    await eventually(() => outcome.getByRole('listitem').allTextContents()).toEqual([
      `Entry ${id}: changed, or the previous entry was.`,
    ])
  })

  test('new events appear without reloading, in the language of the console and with their details', async () => {
    const { page, open } = await stage().loggedIn()
    await open('/events')
    await page.getByText('Live', { exact: true }).waitFor()
    const password = 'the long pass phrase of xaver'
    await stage().console.asAdmin('POST', '/sys-user', { username: 'xaver', password, roleId: 1 })
    const sentence = '“xaver” has admin rights now (new user), by “admin”.'
    await page.getByText(sentence).waitFor()
    await page
      .getByRole('button', { name: /Details|More/ })
      .first()
      .click()
    await page.getByRole('dialog').getByText('admin.granted').waitFor()
    await page.keyboard.press('Escape')
    await open('/events?severity=warning')
    await page.getByText('Live', { exact: true }).waitFor()
    expect(await page.getByText(sentence).count()).toBe(0)
  })

  test('the service becomes unreachable: a banner is shown until it is back', async () => {
    const { page, open, problems } = await stage().loggedIn()
    await open('/users')
    await page.route('**', (route) => route.abort())
    await page.getByRole('link', { name: 'Roles' }).click()
    await page.getByText('The data shown may be outdated').waitFor()
    await page.getByText('This page could not be loaded').waitFor()
    await page.unroute('**')
    await page.getByText('The data shown may be outdated').waitFor({ state: 'hidden' })
    await page.getByRole('row', { name: /admin/ }).first().waitFor()
    expect(new URL(page.url()).pathname).toBe('/roles')
    problems.splice(0)
  })

  test('an unknown address and an unknown user have a page of their own, with one heading', async () => {
    const { page, open, problems } = await stage().loggedIn()
    const headings = () => page.getByRole('heading').allTextContents()
    await open('/users/999999')
    await eventually(headings).toEqual(['Not found'])
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    for (const path of ['/no-such-page', '/users/abc', '/roles/0', '/users/1%2F..%2F2']) {
      await open(path)
      await eventually(headings).toEqual(['Page not found'])
    }
    problems.splice(0)
  })

  // The last test: it moves the clock of the service.
  test('the overview lists blocked logins, links figures to the log, and an operator releases a name', async () => {
    const { base, advance } = stage().console
    const fail = () => tryLogin(base, { username: 'mallory', password: 'wrong' })
    for (let failures = 0; failures < 10; failures++) await fail()
    // Every further failure doubles the delay: it must not end during the test.
    for (let seconds = 10; seconds < 900; seconds *= 2) {
      advance(seconds * 1000)
      await fail()
    }
    const { page, open } = await stage().loggedIn()
    await open('/')
    await page.getByRole('listitem').filter({ hasText: 'mallory' }).getByText('no such user').waitFor()
    const blocks = page.getByRole('region', { name: 'Blocked logins' })
    await blocks.getByRole('row', { name: /mallory/ }).waitFor()
    await blocks.getByRole('button', { name: 'Release: mallory' }).click()
    await blocks.getByText('No logins are blocked.').waitFor()
    expect((await fail()).body.code).toBe(400)

    await page.locator('.figure', { hasText: 'Failed logins' }).getByRole('link').click()
    await eventually(() => page.url()).toMatch(/login-log\?status=1&beginTime=.*&endTime=/)
    await open('/')
    await page.getByRole('listitem').filter({ hasText: 'mallory' }).getByRole('link').click()
    await eventually(() => page.url()).toMatch(/login-log\?username=mallory&status=1&beginTime=.*&endTime=/)
    await open('/audit-log?targetKind=throttle')
    await page.getByText('released logins of mallory from 127.0.0.1').waitFor()
  })

  test('clean up: covered rules are listed with the covering rule, and the selected ones are removed', async () => {
    const { roleKey } = await stage().console.addUser('cleo', [
      { method: '*', path: '/cleo/*' },
      { method: 'GET', path: '/cleo/:id' },
    ])
    const { page, open } = await stage().loggedIn()
    await open('/clean-up?report=covered-rules')
    const row = page.getByRole('row', { name: /cleo/ })
    await row.getByText('* /cleo/*').waitFor()
    await page.getByRole('checkbox', { name: `Select ${roleKey} GET /cleo/:id` }).check()
    await page.getByRole('button', { name: 'Remove (1 selected)' }).click()
    const dialog = page.getByRole('dialog', { name: 'Remove 1 covered rule?' })
    await dialog.getByText(/No role loses a permission/).waitFor()
    await dialog.getByRole('button', { name: 'Remove 1 rule' }).click()
    await page.getByText('Cleaned up. The audit log has one entry for it.').waitFor()
    await row.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Unused rules' }).click()
    await page.getByText(/^Not enough data: .*\.$/).waitFor()
  })
})

function field(form: import('playwright-core').Locator, label: string) {
  return form.locator('.ant-form-item', { has: form.page().getByText(label, { exact: true }) }).first()
}

async function text(stream: NodeJS.ReadableStream): Promise<string> {
  let all = ''
  for await (const chunk of stream) all += chunk
  return all
}
