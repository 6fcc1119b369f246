import { expect, test } from 'vitest'
import { resolveSettings } from '../settings/load-settings.ts'
import { describeMissingRole, namedRolesOf } from './named-roles.ts'

const PROVIDER = { name: 'company', issuer: 'https://sso.example', clientId: 'c' }

test('every role is named once per setting', () => {
  const settings = resolveSettings({
    application: { publicUrl: 'https://admin.example' },
    login: {
      methods: ['password', 'oidc', 'ldap'],
      secondFactor: { requiredRoles: ['*', 'admin', 'admin'] },
      ldap: {
        urls: ['ldaps://dc.example'],
        baseDn: 'dc=example',
        bindDn: 'cn=reader,dc=example',
        bindPassword: 'a password of the directory',
        roles: [{ group: '*', role: 'staff' }],
      },
      oidc: {
        providers: [
          { ...PROVIDER, roles: [{ claim: 'groups', value: 'ops', role: 'ops' }], defaultRole: 'guest' },
        ],
      },
    },
    administration: { requests: ['on-call', 'on-call'] },
  })
  expect(namedRolesOf(settings)).toEqual([
    { key: 'login.secondFactor.requiredRoles', roleKey: 'admin' },
    { key: 'login.ldap.roles', roleKey: 'staff' },
    { key: 'login.oidc.providers (company) roles', roleKey: 'ops' },
    { key: 'login.oidc.providers (company) defaultRole', roleKey: 'guest' },
    { key: 'administration.requests', roleKey: 'on-call' },
  ])
})

test('methods that are not enabled do not count', () => {
  const settings = resolveSettings({
    login: {
      ldap: { roles: [{ group: '*', role: 'staff' }] },
      oidc: { providers: [{ ...PROVIDER, defaultRole: 'staff' }] },
    },
  })
  expect(namedRolesOf(settings)).toEqual([])
})

test('a missing role is described with the setting and the fix', () => {
  expect(describeMissingRole({ key: 'login.ldap.roles', roleKey: 'staf' })).toEqual({
    found: 'login.ldap.roles names the role "staf", which does not exist: the entry has no effect',
    fix: 'Correct the role key ("castellan role list" shows all), or add the role with "castellan role add"',
  })
})
