import { Attribute, Change } from 'ldapts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { READS_ALL } from '../../src/core/audit-log/audit-log-reader.ts'
import { bearer, call, login, loginAs, readLoginLog, tryLogin } from '../support/client.ts'
import { directoryWith, group, groupDn, PEOPLE, person, personDn } from '../support/directory-entries.ts'
import { eventually } from '../support/eventually.ts'
import { expectRefused, expectSuccess } from '../support/expectations.ts'
import { ldapSettings, resolvedLdapSettings } from '../support/ldap-settings.ts'
import { type Slapd, startSlapd } from '../support/servers/slapd.ts'
import { startService, type TestService } from '../support/service.ts'

const NAMES = [
  'first',
  'order',
  'nested',
  'fresh',
  'renamed',
  'leaver',
  'former',
  'gone',
  'kept',
  'local',
  'linked',
  'seller',
]
const slapd = await startSlapd(
  directoryWith(
    ...NAMES.map((name) => person(name)),
    person('nobody'),
    group('staff', ...NAMES.filter((name) => name !== 'nested').map(personDn)),
    group('editors', personDn('order'), groupDn('team')),
    group('team', personDn('nested')),
    group('admins', personDn('order')),
    group('sales', personDn('seller'), personDn('nobody')),
  ),
)
const directory = slapd as Slapd
let service: TestService
let admin: string

describe.skipIf(slapd === undefined)('logins with a directory', () => {
  beforeAll(async () => {
    service = await startService({
      settings: { login: { methods: ['password', 'ldap'], ldap: ldapSettings(directory) } },
    })
    for (const roleKey of ['staff', 'editor'])
      await service.context.roleAdministration.add({ roleKey, roleName: roleKey })
    admin = await login(service.base)
  })
  afterAll(async () => {
    await service?.close()
    await slapd?.remove()
  })

  const attempt = (username: string, fields: Record<string, unknown> = {}) =>
    tryLogin(service.base, { method: 'ldap', username, password: `${username}-password`, ...fields })
  const loginOf = (username: string) =>
    login(service.base, { method: 'ldap', username, password: `${username}-password` })
  const userOf = async (username: string) => {
    const user = await service.context.users.findByName(username)
    return user && { ...user, roleKey: (await service.context.roles.find(user.roleId))?.roleKey }
  }
  const isAlive = async (token: string) =>
    (await call(`${service.base}/getinfo`, bearer(token))).body.code === 200
  const modify = (dn: string, operation: 'add' | 'delete' | 'replace', type: string, value: string) =>
    directory.change((client) =>
      client.modify(dn, new Change({ operation, modification: new Attribute({ type, values: [value] }) })),
    )
  const sync = () => service.context.syncWithDirectory(resolvedLdapSettings(ldapSettings(directory)))

  test('the app config lists the method', async () => {
    const { body } = await call(`${service.base}/app-config`)
    expect((body.data as Record<string, unknown>).loginMethods).toEqual([
      { method: 'password', captchaRequired: true },
      { method: 'ldap', captchaRequired: true },
    ])
  })

  test('the first login creates an account, and the login log names the method', async () => {
    expectSuccess(await attempt('first'))
    expect(await userOf('first')).toMatchObject({
      nickName: 'first in the directory',
      email: 'first@example.com',
      phone: '+49 30 1234',
      roleKey: 'staff',
      loginMethods: ['ldap'],
    })
    const [entry] = await readLoginLog(service.base, admin)
    expect(entry).toMatchObject({ username: 'first', method: 'ldap', reason: 'logged-in' })
    // The account has no local password.
    expectRefused(await attempt('first', { method: 'password' }), 400)
  })

  test('the first entry of the mapping decides, and nested groups count', async () => {
    await loginOf('order')
    await loginOf('nested')
    expect((await userOf('order'))?.roleKey).toBe('admin')
    expect((await userOf('nested'))?.roleKey).toBe('editor')
  })

  test('an unknown name, a wrong password and a user without a group get the same response', async () => {
    const refused = [
      await attempt('unknown'),
      await attempt('first', { password: 'wrong' }),
      await attempt('nobody'),
    ]
    for (const response of refused) expectRefused(response, 400)
    const texts = refused.map(({ body }) => JSON.stringify({ ...body, requestId: '' }))
    expect(new Set(texts).size).toBe(1)
    expect(await userOf('nobody')).toBeUndefined()
  })

  test('attributes and role are updated at every login, and a new role ends the sessions', async () => {
    const before = await loginOf('fresh')
    await modify(personDn('fresh'), 'replace', 'mail', 'new@example.com')
    await loginOf('fresh')
    expect(await userOf('fresh')).toMatchObject({ email: 'new@example.com', roleKey: 'staff' })
    expect(await isAlive(before)).toBe(true)
    await modify(groupDn('editors'), 'add', 'member', personDn('fresh'))
    const after = await loginOf('fresh')
    expect((await userOf('fresh'))?.roleKey).toBe('editor')
    expect([await isAlive(before), await isAlive(after)]).toEqual([false, true])
  })

  test('a renamed entry keeps its account', async () => {
    await loginOf('renamed')
    const before = await userOf('renamed')
    await directory.change(async (client) => {
      await client.modifyDN(personDn('renamed'), `uid=changed,${PEOPLE}`)
      const member = (uid: string) => new Attribute({ type: 'member', values: [personDn(uid)] })
      await client.modify(groupDn('staff'), [
        new Change({ operation: 'delete', modification: member('renamed') }),
        new Change({ operation: 'add', modification: member('changed') }),
      ])
    })
    const answer = await attempt('changed', { password: 'renamed-password' })
    expectSuccess(answer)
    const info = await call(`${service.base}/getinfo`, bearer(String(answer.body.token)))
    expect((info.body.data as Record<string, unknown>).userId).toBe(before?.userId)
  })

  test('a login of a user without a group any more is refused and ends the sessions', async () => {
    const token = await loginOf('leaver')
    await modify(groupDn('staff'), 'delete', 'member', personDn('leaver'))
    expect(await isAlive(token)).toBe(true)
    expectRefused(await attempt('leaver'), 400)
    expect(await isAlive(token)).toBe(false)
  })

  test('the sync ends the sessions of disabled and deleted users, and of nobody else', async () => {
    const [former, gone, kept] = [await loginOf('former'), await loginOf('gone'), await loginOf('kept')]
    await modify(personDn('former'), 'add', 'employeeType', 'former')
    await modify(personDn('kept'), 'replace', 'telephoneNumber', '+49 30 9999')
    await directory.change((client) => client.del(personDn('gone')))
    expect(await sync()).toMatchObject({ gone: 1, disabled: 1, problems: [] })
    // The command runs in another process than the service.
    await eventually(async () => expect([await isAlive(former), await isAlive(gone)]).toEqual([false, false]))
    expect(await isAlive(kept)).toBe(true)
    expect((await userOf('kept'))?.phone).toBe('+49 30 9999')
    expectRefused(await attempt('former'), 400)
    expectRefused(await attempt('gone'), 400)
    const { list } = await service.context.auditLog.page(READS_ALL, {}, { pageIndex: 1, pageSize: 5 })
    expect(list.filter(({ action }) => action === 'user.end-sessions')).toHaveLength(2)
    // There is nothing left to end, so nothing is noted again.
    await sync()
    const again = await service.context.auditLog.page(READS_ALL, {}, { pageIndex: 1, pageSize: 5 })
    expect(again.list[0]?.id).toBe(list[0]?.id)
  })

  test('a local account with the same name is not taken over', async () => {
    const { token } = await loginAs(service, 'local')
    expectRefused(await attempt('local'), 400)
    expect(await isAlive(token)).toBe(true)
    expect((await userOf('local'))?.roleKey).toBe('role-of-local')
  })

  test('accounts are linked only if the settings say so, and none is created if they say so', async () => {
    const strict = await startService({
      settings: {
        login: {
          methods: ['ldap', 'password'],
          // The first server does not exist.
          ldap: {
            ...ldapSettings(directory),
            urls: ['ldaps://127.0.0.1:1', directory.ldapUrl],
            createUsers: false,
            linkExisting: true,
          },
        },
      },
    })
    try {
      await strict.context.roleAdministration.add({ roleKey: 'staff', roleName: 'staff' })
      const { password } = await loginAs(strict, 'linked')
      const before = await strict.context.users.findByName('linked')
      const fields = { method: 'ldap', username: 'linked', password: 'linked-password' }
      expectSuccess(await tryLogin(strict.base, fields))
      const after = await strict.context.users.findByName('linked')
      expect(after?.userId).toBe(before?.userId)
      expect((await strict.context.roles.find(after?.roleId ?? 0))?.roleKey).toBe('staff')
      expectSuccess(await tryLogin(strict.base, { username: 'linked', password }))
      const other = { method: 'ldap', username: 'first', password: 'first-password' }
      expectRefused(await tryLogin(strict.base, other), 400)
    } finally {
      await strict.close()
    }
  })

  test('a mapped department follows the groups at every login and sync, and the audit log has it', async () => {
    const departments = [{ group: groupDn('sales'), department: 1 }]
    const ldap = { ...ldapSettings(directory), departments }
    const mapping = await startService({ settings: { login: { methods: ['password', 'ldap'], ldap } } })
    try {
      const { context, base } = mapping
      await context.roleAdministration.add({ roleKey: 'staff', roleName: 'staff', dataScope: '3' })
      const { deptId } = await context.departmentAdministration.add({ deptName: 'Sales' })
      expect(deptId).toBe(1)
      const fields = { method: 'ldap', username: 'seller', password: 'seller-password' }
      const token = await login(base, fields)
      const scope = async () => (await call(`${base}/data-scope`, bearer(token))).body.data
      const departmentOf = async (name: string) => (await context.users.findByName(name))?.deptId
      const logged = await context.auditLog.page(READS_ALL, {}, { pageIndex: 1, pageSize: 1 })
      expect(logged.list[0]).toMatchObject({ action: 'user.create', source: 'login', after: { deptId } })
      expect(await scope()).toMatchObject({ kind: 'some', departments: [deptId] })

      await modify(groupDn('sales'), 'delete', 'member', personDn('seller'))
      await login(base, fields)
      expect(await departmentOf('seller')).toBe(0)
      const changed = await context.auditLog.page(READS_ALL, {}, { pageIndex: 1, pageSize: 1 })
      expect(changed.list[0]).toMatchObject({
        action: 'user.update',
        source: 'login',
        before: { deptId },
        after: { deptId: 0 },
      })
      // The token of before is still valid, and sees nothing now.
      expect(await scope()).toMatchObject({ kind: 'none', reason: 'department-missing' })

      await modify(groupDn('sales'), 'add', 'member', personDn('seller'))
      await context.syncWithDirectory(resolvedLdapSettings(ldap))
      expect(await departmentOf('seller')).toBe(deptId)
    } finally {
      await mapping.close()
    }
  })

  test('without the directory, logins are refused with code 503 and nobody loses a session', async () => {
    const token = await loginOf('first')
    await directory.stop()
    try {
      const answer = await attempt('first')
      expect(answer.body).toMatchObject({ code: 503, reason: 'provider-unavailable' })
      await expect(sync()).rejects.toThrow('no directory server can be used')
      expect(await isAlive(token)).toBe(true)
      // Local accounts do not need the directory.
      expectSuccess(await tryLogin(service.base))
    } finally {
      await directory.start()
    }
  })
})
