import { expect, test } from 'vitest'
import { resolveSettings } from '../../../../core/settings/load-settings.ts'
import { problemOfLdapFilter, problemOfLdapUrl, problemsOfLdap } from './ldap.ts'

const COMPLETE = {
  urls: ['ldaps://dc1.example.com'],
  startTls: true,
  bindDn: 'cn=castellan,dc=example',
  bindPassword: 'secret',
  baseDn: 'dc=example',
  roles: [{ group: 'cn=admins,dc=example', role: 'admin' }],
}

test('complete settings are accepted', () => {
  expect(problemsOfLdap(COMPLETE)).toEqual([])
  expect(problemsOfLdap({ ...COMPLETE, urls: ['ldap://dc1.example.com'] })).toEqual([])
  expect(problemsOfLdap({ ...COMPLETE, bindDn: '', bindPassword: '' })).toEqual([])
})

test.each([
  ['login.ldap.urls', { urls: [] }],
  ['login.ldap.baseDn', { baseDn: '' }],
  ['login.ldap.roles', { roles: [] }],
  ['login.ldap.bindPassword', { bindPassword: '' }],
  ['login.ldap.startTls', { startTls: false, urls: ['ldaps://dc1.example.com', 'ldap://dc2.example.com'] }],
])('%s is refused if it is missing or unsafe', (key, changed) => {
  expect(problemsOfLdap({ ...COMPLETE, ...changed })).toMatchObject([{ key }])
})

test('StartTLS can be off only for servers on the same machine', () => {
  const urls = ['ldap://localhost', 'ldap://127.0.0.1:1389', 'ldap://[::1]', 'ldaps://dc1.example.com']
  expect(problemsOfLdap({ ...COMPLETE, startTls: false, urls })).toEqual([])
  expect(
    problemsOfLdap({ ...COMPLETE, startTls: false, urls: ['ldap://127.0.0.1.evil.example'] }),
  ).toHaveLength(1)
})

test('the settings are required only if the method is enabled, and the message names the key', () => {
  expect(resolveSettings({}).login.ldap.urls).toEqual([])
  expect(() => resolveSettings({ login: { methods: ['ldap'] } })).toThrow(
    /^login\.ldap\.urls is empty\. Fix: /,
  )
})

test.each([
  'https://dc1.example.com',
  'dc1.example.com',
  'ldaps://u:p@dc1',
  'ldaps://dc1/dc=example',
  'ldap://',
])('the URL %s is refused', (url) => {
  expect(problemOfLdapUrl(url)).toBeDefined()
})

test.each([
  '(uid=x)',
  '(uid={name})',
  'uid={username}',
  '((uid={username})',
  '(uid={username}))',
  '(a=b)(uid={username})',
])('the user filter %s is refused', (filter) => {
  expect(problemOfLdapFilter(filter, ['{username}'])).toBeDefined()
})

test('filters with their placeholder are accepted', () => {
  expect(problemOfLdapFilter('(&(objectCategory=person)(uid={username}))', ['{username}'])).toBeUndefined()
  expect(problemOfLdapFilter('(!(employeeType=former))', [])).toBeUndefined()
})

test('an entry of the roles needs a distinguished name and a role', () => {
  const read = (roles: readonly object[]) => resolveSettings({ login: { ldap: { roles: roles as never } } })
  const guest = { group: '*', role: 'guest' }
  expect(read([guest]).login.ldap.roles).toEqual([guest])
  expect(() => read([guest, { group: 'admins', rol: 'admin' }])).toThrow(
    [
      'login.ldap.roles entry 2: rol (settings object) is not a key of this record. Fix: did you mean role? Correct it or remove it',
      'login.ldap.roles entry 2: group (settings object) must be a distinguished name, or "*" for every user. Fix: write for example group: "cn=admins,ou=groups,dc=example,dc=com"',
      'login.ldap.roles entry 2: role (settings object) is missing. Fix: write for example role: "admin"',
    ].join('\n'),
  )
})
