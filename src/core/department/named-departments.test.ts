import { expect, test } from 'vitest'
import { resolveSettings } from '../settings/load-settings.ts'
import { describeUnusableDepartment, namedDepartmentsOf } from './named-departments.ts'

const group = 'cn=sales,dc=example'
const provider = { name: 'company', issuer: 'https://sso.example', clientId: 'c', defaultRole: 'staff' }
const claim = { claim: 'groups', value: 'sales' }

const loginWith = (methods: ('password' | 'ldap' | 'oidc')[]) =>
  resolveSettings({
    application: { publicUrl: 'https://admin.example' },
    login: {
      methods,
      ldap: {
        urls: ['ldaps://dc.example'],
        baseDn: 'dc=example',
        roles: [{ group: '*', role: 'staff' }],
        departments: [
          { group, department: 7 },
          { group: '*', department: 7 },
        ],
      },
      oidc: { providers: [{ ...provider, departments: [{ ...claim, department: 8 }] }] },
    },
  })

test('every department of an enabled method is named once per setting', () => {
  expect(namedDepartmentsOf(loginWith(['password', 'ldap', 'oidc']))).toEqual([
    { key: 'login.ldap.departments', deptId: 7 },
    { key: 'login.oidc.providers (company) departments', deptId: 8 },
  ])
  expect(namedDepartmentsOf(loginWith(['password']))).toEqual([])
})

test.each([0, -1, 1.5, '7'])('the department %j is refused', (department) => {
  const departments = JSON.parse(JSON.stringify([{ group, department }]))
  expect(() => resolveSettings({ login: { ldap: { departments } } })).toThrow('department')
})

test('a department that cannot be used is described with the setting and the fix', () => {
  const named = { key: 'login.ldap.departments', deptId: 7 }
  expect(describeUnusableDepartment({ ...named, problem: 'missing' }).found).toBe(
    'login.ldap.departments names the department 7, which does not exist: its users are in no department',
  )
  expect(describeUnusableDepartment({ ...named, problem: 'disabled' }).fix).toContain(
    'castellan dept change 7 --status enabled',
  )
})
