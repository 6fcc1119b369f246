import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPolicyStore } from '../../authorization/permission/policy.store.ts'
import { type DatabaseHandle, openDatabase } from '../../database/database.ts'
import { checkFourEyes } from './four-eyes.ts'

let handle: DatabaseHandle
beforeAll(async () => {
  handle = await openDatabase('sqlite::memory:')
  await createPolicyStore(handle.database).insert([
    { roleKey: 'desk', method: 'PUT', path: '/api/v1/sys-user/:id' },
    { roleKey: 'reader', method: 'GET', path: '/api/v1/*' },
  ])
})
afterAll(() => handle.close())

const named = [
  { key: 'login.secondFactor.requiredRoles', roleKey: 'admin' },
  { key: 'login.ldap.roles', roleKey: 'admin' },
  { key: 'login.ldap.roles', roleKey: 'reader' },
  { key: 'login.oidc.providers (company) roles', roleKey: 'desk' },
  { key: 'login.oidc.providers (company) defaultRole', roleKey: 'reader' },
]

test('mappings that grant administration rights are listed', async () => {
  const findings = await checkFourEyes(handle.database, {
    operations: ['grant-administration'],
    admins: 2,
    named,
  })
  expect(findings.map(({ status, found }) => [status, found.slice(0, 60)])).toEqual([
    ['ok', '2 admins confirm changes'],
    ['warning', 'login.ldap.roles grants the role "admin" with administration'],
    ['warning', 'login.oidc.providers (company) roles grants the role "desk" '],
  ])
})

test('without the setting there is nothing to report', async () => {
  expect(await checkFourEyes(handle.database, { operations: [], admins: 0, named })).toEqual([])
})
