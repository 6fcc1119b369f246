import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ALL_USERS } from '../../src/core/user/list/user-scope.ts'
import { getCaptcha, tryLogin } from '../support/client.ts'
import { directoryWith, group, person, personDn, SERVICE_PASSWORD } from '../support/directory-entries.ts'
import { expectRefused, expectSuccess } from '../support/expectations.ts'
import { ldapSettings } from '../support/ldap-settings.ts'
import { type Slapd, startSlapd } from '../support/servers/slapd.ts'
import { expectNotStored, startTarget, type Target } from './support/target.ts'

const STARTED_AT = Date.now()
const PASSWORD = 'the-password-of-alice-in-the-directory'
const slapd = await startSlapd(
  directoryWith(
    person('alice', { password: PASSWORD }),
    person('quiet', { password: PASSWORD }),
    person('reused'),
    person('throttled'),
    person('two-names', { more: 'uid: other-name\n' }),
    // Names of accounts that exist here.
    person('admin'),
    person('аdmin'),
    group('staff', ...['alice', 'quiet', 'reused', 'throttled', 'two-names', 'admin', 'аdmin'].map(personDn)),
  ),
)
const directory = slapd as Slapd
let target: Target
let ahead = 0

describe.skipIf(slapd === undefined)('attacks on logins with a directory', () => {
  beforeAll(async () => {
    target = await startTarget({
      // The clock stands still, so that no wait ends on a slow machine.
      replacements: { now: () => STARTED_AT + ahead },
      settings: { login: { methods: ['password', 'ldap'], maxFailures: 3, ldap: ldapSettings(directory) } },
    })
    await target.context.roleAdministration.add({ roleKey: 'staff', roleName: 'staff' })
  })
  afterAll(async () => {
    await target?.close()
    await slapd?.remove()
  })

  const attempt = (username: string, password: string, fields: Record<string, unknown> = {}) =>
    tryLogin(target.base, { method: 'ldap', username, password, ...fields })
  const usernames = async () => {
    const { list } = await target.context.userList.page(
      ALL_USERS,
      {},
      { by: 'userId', descending: false },
      { pageIndex: 1, pageSize: 100 },
    )
    return list.map(({ username }) => username)
  }

  test('a name is not a filter', async () => {
    const names = [
      '*',
      'a*',
      'alic\\65',
      '\\2a',
      'alice)(uid=*',
      '*)(uid=*))(|(uid=*',
      'alice)(cn=*)',
      'alice\\00',
    ]
    const answers = await Promise.all(names.map((name) => attempt(name, PASSWORD)))
    for (const answer of answers) expectRefused(answer, 400)
    expect(await usernames()).toEqual(['admin'])
  })

  test('a password that a server may accept without checking it is refused', async () => {
    for (const password of ['', '\0', `${PASSWORD}\0`, `${PASSWORD}\0more`, ' ']) {
      expect((await attempt('quiet', password)).body.token).toBeUndefined()
    }
    expect(await usernames()).toEqual(['admin'])
  })

  test('a user of the directory does not become a local user with the same or a similar name', async () => {
    expectRefused(await attempt('admin', 'admin-password'), 400)
    expectRefused(await attempt('аdmin', 'аdmin-password'), 400)
    expect(await usernames()).toEqual(['admin'])
    expectSuccess(await tryLogin(target.base))
  })

  test('a new entry with the name of a deleted one does not get its account', async () => {
    expectSuccess(await attempt('reused', 'reused-password'))
    await directory.change(async (client) => {
      await client.del(personDn('reused'))
      await client.add(personDn('reused'), {
        objectClass: 'inetOrgPerson',
        ...{ uid: 'reused', cn: 'somebody else', sn: 'else', userPassword: 'reused-password' },
      })
    })
    expectRefused(await attempt('reused', 'reused-password'), 400)
    expect((await target.context.users.findByName('reused'))?.nickName).toBe('reused in the directory')
  })

  test('failures are throttled under one name, whatever its spelling in letter case', async () => {
    for (const name of ['throttled', 'THROTTLED', 'Throttled'])
      expectRefused(await attempt(name, 'wrong'), 400)
    expect((await attempt('throttled', 'throttled-password')).body.reason).toBe('rate-limited')
    // The count is that of the user, not of the method.
    expect((await attempt('throttled', 'x', { method: 'password' })).body.reason).toBe('rate-limited')
  })

  test('the directory is not asked without a right captcha', async () => {
    const uuid = await getCaptcha(target.base)
    const answer = await attempt('alice', PASSWORD, { uuid, code: 'WRONG' })
    expect(answer.body.reason).toBe('captcha-wrong')
    expect(await usernames()).not.toContain('alice')
  })

  test('an unknown user and a wrong password get the same response', async () => {
    const known = await attempt('alice', 'wrong')
    const unknown = await attempt('unknown-user', 'wrong')
    expectRefused(known, 400)
    expect(unknown.text).toBe(known.text)
  })

  test('passwords are neither stored nor logged', async () => {
    expectSuccess(await attempt('alice', PASSWORD))
    expectRefused(await attempt('alice', `${PASSWORD}-wrong`), 400)
    await expectNotStored(target, [PASSWORD, SERVICE_PASSWORD])
  })

  test('an entry with two names gets no more guesses than others, and the responses do not show why', async () => {
    const guesses = ['two-names', 'other-name', 'two-names']
    for (const name of guesses) expectRefused(await attempt(name, 'wrong'), 400)
    const unknown = await attempt('not-a-name', 'wrong')
    for (const name of ['two-names', 'other-name']) {
      const right = await attempt(name, 'two-names-password')
      expect(right.text, 'the entry has to wait').toBe(unknown.text)
    }
    ahead += 10_000
    expectSuccess(await attempt('other-name', 'two-names-password'))
    expectSuccess(await attempt('two-names', 'two-names-password'))
  })
})
