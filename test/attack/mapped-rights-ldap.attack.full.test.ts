import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bearer, call, login, tryLogin } from '../support/client.ts'
import { directoryWith, group, groupDn, person, personDn } from '../support/directory-entries.ts'
import { expectRefused, expectSuccess } from '../support/expectations.ts'
import { ldapSettings, resolvedLdapSettings } from '../support/ldap-settings.ts'
import {
  addRole,
  addUser,
  dataOf,
  listOf,
  loginOperator,
  type Operator,
  passwordOf,
} from '../support/operator.ts'
import { type Slapd, startSlapd } from '../support/servers/slapd.ts'
import { startTarget, type Target } from './support/target.ts'

const slapd = await startSlapd(
  directoryWith(
    person('boss'),
    person('demoted'),
    person('joiner'),
    group('staff', personDn('joiner')),
    group('admins', personDn('boss'), personDn('demoted')),
  ),
)
const directory = slapd as Slapd
let target: Target
let admin: Operator
let operator: Operator
let branch: number
let staff: number

describe.skipIf(slapd === undefined)('attacks on users whom a directory gives more rights', () => {
  const settings = () => ({ ...ldapSettings(directory), linkExisting: true })

  beforeAll(async () => {
    target = await startTarget({
      settings: {
        login: { methods: ['password', 'ldap'], maxFailures: 0, ldap: settings() },
      },
    })
    admin = await loginOperator(target.base)
    branch = Number((await dataOf(admin.post('/dept', { deptName: 'Branch', parentId: 0 }))).deptId)
    staff = await addRole(admin, 'staff', [], { dataScope: '3' })
    await addRole(admin, 'editor', [{ method: 'PUT', path: '/api/v1/orders/:id' }], { dataScope: '3' })
    const rules = ['sys-user', 'sys-user/*'].map((name) => ({ method: '*', path: `/api/v1/${name}` }))
    const chief = await addRole(admin, 'chief', rules, { dataScope: '4' })
    await addUser(admin, 'chief', chief, { deptId: branch })
    operator = await loginOperator(target.base, { username: 'chief', password: passwordOf('chief') })
  })
  afterAll(async () => {
    await target?.close()
    await slapd?.remove()
  })

  const add = (username: string) => addUser(operator, username, staff, { deptId: branch })
  const withPassword = (username: string, password = passwordOf(username)) =>
    tryLogin(target.base, { username, password })
  const withDirectory = (username: string) =>
    tryLogin(target.base, { method: 'ldap', username, password: `${username}-password` })
  const sync = () => target.context.syncWithDirectory(resolvedLdapSettings(settings()))

  test('an operator cannot link to the directory, which makes some users admins', async () => {
    const id = await add('puppet')
    expectRefused(
      await operator.post(`/sys-user/${id}/link`, { issuer: 'ldap', subject: 'of-the-boss' }),
      409,
    )
  })

  test('a user who was created first with the name of an admin keeps no known password', async () => {
    const id = await add('boss')
    const token = await login(target.base, { username: 'boss', password: passwordOf('boss') })
    expectSuccess(await withDirectory('boss'))
    expect(await dataOf(admin.get(`/sys-user/${id}`))).toMatchObject({
      roleKey: 'admin',
      loginMethods: ['ldap'],
    })
    expectRefused(await withPassword('boss'), 400)
    expectRefused(await call(`${target.base}/getinfo`, bearer(token)), 401)
    const [entry] = await listOf(admin, `/audit-log?action=user.credentials-remove&targetId=${id}`)
    expect(entry).toMatchObject({ before: { password: true, loginMethods: [] }, after: { issuer: 'ldap' } })
  })

  test('a sync that gives more rights removes the password too, and one that gives fewer does not', async () => {
    await add('joiner')
    expectSuccess(await withDirectory('joiner'))
    expectSuccess(await withPassword('joiner'))
    await directory.change((client) =>
      client.add(groupDn('editors'), {
        objectClass: 'groupOfNames',
        cn: 'editors',
        member: personDn('joiner'),
      }),
    )
    await sync()
    expectRefused(await withPassword('joiner'), 400)
    expectSuccess(await withDirectory('joiner'))

    const id = (await target.context.users.findByName('joiner'))?.userId
    expectSuccess(await admin.put(`/sys-user/${id}`, { loginMethods: ['password', 'ldap'] }))
    expectSuccess(await admin.put(`/sys-user/${id}/password`, { password: passwordOf('joiner') }))
    await directory.change((client) => client.del(groupDn('editors')))
    await sync()
    expect(await dataOf(admin.get(`/sys-user/${id}`))).toMatchObject({ roleKey: 'staff' })
    expectSuccess(await withPassword('joiner'))
  })

  test('an admin cannot make a second one of a mapped admin by a demotion and a password', async () => {
    expectSuccess(await withDirectory('demoted'))
    const id = (await target.context.users.findByName('demoted'))?.userId
    expectSuccess(await admin.put(`/sys-user/${id}`, { roleId: staff, loginMethods: [] }))
    expectSuccess(await admin.put(`/sys-user/${id}/password`, { password: passwordOf('demoted') }))
    expectSuccess(await withPassword('demoted'))
    await sync()
    expect(await dataOf(admin.get(`/sys-user/${id}`))).toMatchObject({
      roleKey: 'admin',
      loginMethods: ['ldap'],
    })
    expectRefused(await withPassword('demoted'), 400)
  })
})
