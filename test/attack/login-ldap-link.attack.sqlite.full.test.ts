import { Attribute, Change } from 'ldapts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DISABLED } from '../../src/core/user/status.ts'
import { createUserLinkStore } from '../../src/core/user/user-link.store.ts'
import { openDatabase, type RootDatabase } from '../../src/platform/database/database.ts'
import { getCaptcha, login, tryLogin } from '../support/client.ts'
import { directoryWith, group, groupDn, person, personDn } from '../support/directory-entries.ts'
import { expectRefused, expectSuccess } from '../support/expectations.ts'
import { claimsOf } from '../support/jwt.ts'
import { ldapSettings } from '../support/ldap-settings.ts'
import { type Slapd, startSlapd } from '../support/servers/slapd.ts'
import { startTarget, type Target } from './support/target.ts'

/** Names that exist in the directory and here. */
const NAMES = [
  'linked',
  'off',
  'password-only',
  'robot',
  'renamed',
  'recycled',
  'guessed',
  'twice',
  'no-group',
]
/** Names of the directory that resemble that of the admin: with a Cyrillic letter, and with a wide one. */
const LOOK_ALIKES = ['аdmin', 'ａdmin']

const slapd = await startSlapd(
  directoryWith(
    ...NAMES.map((name) => person(name)),
    ...LOOK_ALIKES.map((name) => person(name)),
    group('staff', ...[...NAMES.filter((name) => name !== 'no-group'), ...LOOK_ALIKES].map(personDn)),
  ),
)
const directory = slapd as Slapd
let target: Target
let database: RootDatabase
let closeDatabase: () => Promise<void>

describe.skipIf(slapd === undefined)('attacks where the first login takes over an existing account', () => {
  beforeAll(async () => {
    target = await startTarget({
      settings: {
        login: {
          methods: ['password', 'ldap', 'service'],
          ldap: { ...ldapSettings(directory), createUsers: false, linkExisting: true },
        },
      },
    })
    const { roleAdministration, userAdministration, serviceAccountAdministration } = target.context
    await roleAdministration.add({ roleKey: 'staff', roleName: 'staff' })
    for (const username of [...NAMES.filter((name) => name !== 'robot'), 'coveted'])
      await userAdministration.add({ username, password: `local ${username}`, roleKey: 'staff' })
    await userAdministration.setStatus('off', DISABLED)
    await userAdministration.change('password-only', { loginMethods: ['password'] })
    await serviceAccountAdministration.add({ username: 'robot', roleKey: 'staff', owner: 'admin' })
    const opened = await openDatabase(target.databaseUrl)
    database = opened.database
    closeDatabase = opened.close
  })
  afterAll(async () => {
    await closeDatabase?.()
    await target?.close()
    await slapd?.remove()
  })

  const attempt = (username: string, fields: Record<string, unknown> = {}) =>
    tryLogin(target.base, { method: 'ldap', username, password: `${username}-password`, ...fields })
  const userOf = async (username: string) => {
    const user = await target.context.users.findByName(username)
    if (!user) throw new Error(`there is no user ${username}`)
    return user
  }

  const linksOf = async (username: string) =>
    createUserLinkStore(database).ofUser((await userOf(username)).userId)

  test('a name that only looks like that of an account does not get it', async () => {
    for (const name of LOOK_ALIKES) expectRefused(await attempt(name), 400)
    for (const name of ['ADMIN', 'admin ', 'ａdmin', 'аdmin'])
      expectRefused(await attempt(name, { password: `${LOOK_ALIKES[0]}-password` }), 400)
    expect(await linksOf('admin')).toEqual([])
  })

  test.each(['off', 'password-only', 'robot', 'no-group'])(
    'an account that may not log in this way is not linked: %s',
    async (name) => {
      const before = await userOf(name)
      expectRefused(await attempt(name), 400)
      expect(await linksOf(name)).toEqual([])
      expect(await userOf(name)).toEqual(before)
    },
  )

  test('nothing is linked before password and captcha are right', async () => {
    expectRefused(await attempt('guessed', { password: 'wrong' }), 400)
    const uuid = await getCaptcha(target.base)
    const answer = await attempt('guessed', { uuid, code: 'WRONG' })
    expect(answer.body.reason).toBe('captcha-wrong')
    expect(await linksOf('guessed')).toEqual([])
  })

  test('first logins at the same time link an account once', async () => {
    const answers = await Promise.all([attempt('twice'), attempt('twice'), attempt('twice')])
    for (const answer of answers) expectSuccess(answer)
    expect(await linksOf('twice')).toHaveLength(1)
  })

  test('a new entry with the name of a deleted one does not get its account', async () => {
    expectSuccess(await attempt('recycled'))
    await directory.change(async (client) => {
      await client.del(personDn('recycled'))
      await client.add(personDn('recycled'), {
        objectClass: 'inetOrgPerson',
        ...{ uid: 'recycled', cn: 'somebody else', sn: 'else', userPassword: 'recycled-password' },
      })
    })
    expectRefused(await attempt('recycled'), 400)
    expect(await linksOf('recycled')).toHaveLength(1)
  })

  test('an entry keeps its account when it takes the name of another one', async () => {
    expectSuccess(await attempt('renamed'))
    const { userId } = await userOf('renamed')
    await directory.change((client) => client.modifyDN(personDn('renamed'), 'uid=coveted'))
    const modification = new Attribute({ type: 'member', values: [personDn('coveted')] })
    await directory.change((client) =>
      client.modify(groupDn('staff'), new Change({ operation: 'add', modification })),
    )
    const token = await login(target.base, {
      method: 'ldap',
      username: 'coveted',
      password: 'renamed-password',
    })
    expect(claimsOf(token)).toMatchObject({ identity: userId })
    expect(await linksOf('coveted')).toEqual([])
  })

  test('a new account with the old name of a linked one is not reached', async () => {
    expectSuccess(await attempt('linked'))
    const { userId } = await userOf('linked')
    const { userAdministration } = target.context
    await userAdministration.change('linked', { username: 'linked-before' })
    await userAdministration.add({ username: 'linked', password: 'local linked', roleKey: 'staff' })
    const token = await login(target.base, {
      method: 'ldap',
      username: 'linked',
      password: 'linked-password',
    })
    expect(claimsOf(token)).toMatchObject({ identity: userId })
    expect(await linksOf('linked')).toEqual([])
  })
})
