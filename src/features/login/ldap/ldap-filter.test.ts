import { FilterParser } from 'ldapts'
import { expect, test } from 'vitest'
import { mappedByGroups } from './directory-account.ts'
import { filledFilter } from './ldap-filter.ts'
import { subjectOf, subjectValue } from './subject.ts'

test.each(['*', 'a)(uid=*', 'a))(|(uid=*', '\\', '\\2a', 'a\0b', '(', ')', '{dn}', 'Müller', '$&', "$'"])(
  'the name %j stays one value of the filter',
  (username) => {
    const filter = FilterParser.parseString(filledFilter('(uid={username})', { username }))
    expect(filter).toMatchObject({ attribute: 'uid', value: username })
  },
)

test('a value is not searched for placeholders', () => {
  expect(filledFilter('(|(member={dn})(memberUid={username}))', { dn: '{username}', username: 'x' })).toBe(
    '(|(member={username})(memberUid=x))',
  )
})

test('the binary id of Active Directory is shown as its tools show it, and converted back', () => {
  const bytes = Buffer.from('000102030405060708090a0b0c0dff80', 'hex')
  expect(subjectOf('objectGUID', bytes)).toBe('03020100-0504-0706-0809-0a0b0c0dff80')
  expect(subjectValue('objectguid', '03020100-0504-0706-0809-0a0b0c0dff80')).toEqual(bytes)
  expect(subjectOf('objectGUID', Buffer.from('short'))).toBeUndefined()
  expect(subjectOf('entryUUID', Buffer.from('A0-1'))).toBe('a0-1')
  expect(subjectOf('entryUUID', Buffer.alloc(0))).toBeUndefined()
})

test('the first entry with a group of the user decides, whatever the spelling of its name', () => {
  const mappings = [
    { group: 'cn=Admins, dc=example', role: 'admin' },
    { group: 'cn=staff,dc=example', role: 'staff' },
  ]
  const roleOf = (roles: typeof mappings, groups: string[]) =>
    mappedByGroups({ roles, departments: [] }, groups).roleKey
  expect(roleOf(mappings, ['CN=staff,DC=example', 'CN=admins,DC=example'])).toBe('admin')
  expect(roleOf(mappings, ['cn=staff,dc=example'])).toBe('staff')
  expect(roleOf(mappings, ['not a name', 'cn=admins,dc=example,dc=evil'])).toBeUndefined()
  expect(roleOf([...mappings, { group: '*', role: 'guest' }], [])).toBe('guest')
})

test('with entries for departments, a user without one is in none; without entries, nothing is said', () => {
  const departments = [
    { group: 'cn=Sales, dc=example', department: 7 },
    { group: 'cn=staff,dc=example', department: 8 },
  ]
  const departmentOf = (mappings: typeof departments, groups: string[]) =>
    mappedByGroups({ roles: [], departments: mappings }, groups).deptId
  expect(departmentOf(departments, ['cn=staff,dc=example', 'CN=sales,DC=example'])).toBe(7)
  expect(departmentOf(departments, ['cn=others,dc=example'])).toBe(0)
  expect(departmentOf([...departments, { group: '*', department: 9 }], [])).toBe(9)
  expect(departmentOf([], ['cn=staff,dc=example'])).toBeUndefined()
})
