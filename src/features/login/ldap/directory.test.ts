import { afterAll, describe, expect, test } from 'vitest'
import {
  directoryWith,
  GROUPS,
  group,
  groupDn,
  PEOPLE,
  person,
  personDn,
  SERVICE_DN,
  SERVICE_PASSWORD,
} from '../../../../test/support/directory-entries.ts'
import { BASE_DN, type Slapd, startSlapd } from '../../../../test/support/servers/slapd.ts'
import { readTextFile } from '../../../platform/settings/file/text-file.ts'
import { createDirectory, type DirectoryOptions } from './directory.ts'
import { createLdapServers, type LdapServersOptions } from './ldap-servers.ts'
import type { LdapSession } from './ldap-session.ts'

const OPTIONS: DirectoryOptions = {
  baseDn: PEOPLE,
  userFilter: '(uid={username})',
  enabledFilter: '',
  subjectAttribute: 'entryUUID',
  usernameAttribute: 'uid',
  nickNameAttribute: 'cn',
  emailAttribute: 'mail',
  phoneAttribute: 'telephoneNumber',
  groupBaseDn: GROUPS,
  groupFilter: '(|(member={dn})(uniqueMember={dn}))',
  nestedGroups: 'recursive',
  maxGroupDepth: 8,
}

const STRANGE_RDN = 'cn=Strange\\, (Name*) \\\\ \\+ Co'
const STRANGE_DN = `${STRANGE_RDN},${PEOPLE}`

/** A part of the tree that is said to be on another server. */
const REFERRAL = `dn: ou=elsewhere,ou=parts,${BASE_DN}
objectClass: referral
objectClass: extensibleObject
ou: elsewhere
ref: ldap://127.0.0.1:1/ou=elsewhere,ou=parts,${BASE_DN}
`

const slapd: Slapd | undefined = await startSlapd(
  directoryWith(
    `dn: ou=parts,${BASE_DN}\nobjectClass: organizationalUnit\nou: parts\n`,
    `dn: uid=frank,ou=parts,${BASE_DN}\nobjectClass: account\nuid: frank\n`,
    REFERRAL,
    person('alice'),
    person('bob', { more: 'employeeType: former\n' }),
    person('carol', { more: 'objectClass: extensibleObject\nuserAccountControl: 514\n' }),
    person('dave', { more: 'objectClass: extensibleObject\nuserAccountControl: 512\n' }),
    person('erin', { more: 'objectClass: extensibleObject\nobjectGUID:: AAECAwQFBgcICQoLDA3/gA==\n' }),
    person('strange', { rdn: STRANGE_RDN, more: 'cn:: U3RyYW5nZSwgKE5hbWUqKSBcICsgQ28=\n' }),
    person('twin-1', { more: 'employeeNumber: twin\n' }),
    person('twin-2', { more: 'employeeNumber: twin\n' }),
    person('accent', { more: 'employeeNumber: Zoë  Smith\n' }),
    group('staff', personDn('alice'), STRANGE_DN),
    group('engineers', groupDn('staff')),
    group('admins', groupDn('engineers'), groupDn('ring')),
    group('ring', groupDn('admins')),
  ),
)

afterAll(() => slapd?.remove())

function servers(changed: Partial<LdapServersOptions> = {}) {
  const ca = slapd && readTextFile(slapd.caFile)
  return createLdapServers({
    urls: [slapd?.ldapsUrl ?? ''],
    startTls: true,
    ca: ca && 'text' in ca ? ca.text : undefined,
    bindDn: SERVICE_DN,
    bindPassword: SERVICE_PASSWORD,
    isActiveDirectory: false,
    timeoutMs: 60_000,
    now: Date.now,
    ...changed,
  })
}

describe.skipIf(slapd === undefined)('a real directory', () => {
  const groupsOf = (name: string, changed: Partial<DirectoryOptions> = {}) => {
    const directory = createDirectory({ ...OPTIONS, ...changed })
    return servers().use(async (session) => {
      const user = await directory.findByName(session, name)
      return user && directory.groupsOf(session, user)
    })
  }

  test('a user is found by name and by id, with attributes', async () => {
    const directory = createDirectory(OPTIONS)
    const [byName, bySubject] = await servers().use(async (session) => {
      const user = await directory.findByName(session, 'alice')
      return [user, await directory.findBySubject(session, user?.subject ?? '', 'alice')] as const
    })
    expect(byName).toEqual({
      dn: personDn('alice'),
      subject: expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/),
      username: 'alice',
      nickName: 'alice in the directory',
      email: 'alice@example.com',
      phone: '+49 30 1234',
      isDisabled: false,
    })
    expect(bySubject).toEqual(byName)
  })

  test('an id that the directory cannot search for does not make a user disappear', async () => {
    // The schema of slapd has no rule to compare objectGUID, so no entry matches a filter with it.
    const directory = createDirectory({ ...OPTIONS, subjectAttribute: 'objectGUID' })
    const id = '03020100-0504-0706-0809-0a0b0c0dff80'
    const [found, gone] = await servers({ isActiveDirectory: true }).use(async (session) => [
      (await directory.findByName(session, 'erin'))?.subject,
      await directory.findBySubject(session, id, 'nobody'),
    ])
    expect(found).toBe(id)
    expect(gone).toBeUndefined()
    await expect(servers().use((session) => directory.findBySubject(session, id, 'erin'))).rejects.toThrow(
      'cannot be searched by objectGUID',
    )
  })

  test('groups in groups are found, also if they contain each other', async () => {
    expect(await groupsOf('alice')).toEqual([
      groupDn('staff'),
      groupDn('engineers'),
      groupDn('admins'),
      groupDn('ring'),
    ])
    expect(await groupsOf('alice', { maxGroupDepth: 2 })).toEqual([groupDn('staff'), groupDn('engineers')])
    expect(await groupsOf('alice', { nestedGroups: 'off' })).toEqual([groupDn('staff')])
    expect(await groupsOf('bob')).toEqual([])
  })

  test('special characters in the name of an entry are escaped', async () => {
    expect(await groupsOf('strange', { nestedGroups: 'off' })).toEqual([groupDn('staff')])
    const directory = createDirectory(OPTIONS)
    const right = await servers().use(async (session) => {
      const user = await directory.findByName(session, 'strange')
      return session.verifyPassword(user?.dn ?? '', 'strange-password')
    })
    expect(right).toBe(true)
  })

  test('a name of several entries is refused, and so is a spelling that only the directory accepts', async () => {
    const userFilter = '(employeeNumber={username})'
    const directory = createDirectory({ ...OPTIONS, userFilter })
    const found = (name: string) => servers().use((session) => directory.findByName(session, name))
    await expect(found('twin')).rejects.toThrow('several entries match')
    expect((await found('zoë  smith'))?.username).toBe('accent')
    expect(await found('zoë smith')).toBeUndefined()
    expect(await found('zoë    smith')).toBeUndefined()
  })

  test('a disabled entry is recognized by the bit of Active Directory and by a filter', async () => {
    const directory = createDirectory({ ...OPTIONS, enabledFilter: '(!(employeeType=former))' })
    const disabled = await servers().use(async (session) => {
      const users = []
      for (const name of ['alice', 'bob', 'carol', 'dave'])
        users.push(await directory.findByName(session, name))
      return users.filter((user) => user?.isDisabled).map((user) => user?.username)
    })
    expect(disabled).toEqual(['bob', 'carol'])
  })

  test('a wrong or empty password is refused, and the session keeps the rights of the service account', async () => {
    const directory = createDirectory(OPTIONS)
    const outcome = await servers().use(async (session) => ({
      wrong: await session.verifyPassword(personDn('alice'), 'wrong'),
      // slapd is configured to accept both as anonymous.
      empty: await session.verifyPassword(personDn('alice'), ''),
      nobody: await session.verifyPassword('', 'alice-password'),
      right: await session.verifyPassword(personDn('alice'), 'alice-password'),
      found: (await directory.findByName(session, 'bob'))?.username,
    }))
    expect(outcome).toEqual({ wrong: false, empty: false, nobody: false, right: true, found: 'bob' })
  })

  test('StartTLS protects a connection', async () => {
    const steps: unknown[] = []
    await servers({ urls: [slapd?.ldapUrl ?? ''] }).use(async () => {}, {
      onStep: (step) => steps.push(step),
    })
    expect(steps).toEqual([
      { step: 'connected', url: slapd?.ldapUrl },
      { step: 'bound', url: slapd?.ldapUrl },
    ])
  })

  test.each([
    ['another authority', { ca: undefined }, /certificate/],
    ['another host', { urls: [slapd?.ldapsUrlByAddress ?? ''] }, /does not match certificate/],
  ])('a certificate of %s is refused', async (_name, changed, problem) => {
    const used: LdapSession[] = []
    await expect(servers(changed).use(async (session) => used.push(session))).rejects.toThrow(problem)
    expect(used).toEqual([])
  })

  test('referrals are not followed, and a user who may be on another server has not disappeared', async () => {
    const directory = createDirectory({ ...OPTIONS, baseDn: `ou=parts,${BASE_DN}` })
    const [frank, grace] = await servers().use(async (session) => [
      await directory.findByName(session, 'frank'),
      await directory.findByName(session, 'grace'),
    ])
    expect(frank?.username).toBe('frank')
    expect(grace).toBeUndefined()
    const id = '00000000-0000-0000-0000-000000000000'
    await expect(servers().use((session) => directory.findBySubject(session, id, 'grace'))).rejects.toThrow(
      'referrals are not followed',
    )
    await expect(groupsOf('alice', { groupBaseDn: BASE_DN })).rejects.toThrow('referrals are not followed')
  })

  test('a base that the service account cannot read does not make a user disappear', async () => {
    const directory = createDirectory({ ...OPTIONS, baseDn: `ou=missing,${BASE_DN}` })
    await expect(servers().use((session) => directory.findBySubject(session, 'x', 'alice'))).rejects.toThrow(
      /0x20/,
    )
  })
})
