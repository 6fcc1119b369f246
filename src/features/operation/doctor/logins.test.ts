import { afterAll, expect, test } from 'vitest'
import { DECOY_HASH } from '../../../core/password/hash-function.ts'
import { createPolicyStore } from '../../../core/permission/policy.store.ts'
import { resolveSettings } from '../../../core/settings/load-settings.ts'
import { openDatabase } from '../../../platform/database/database.ts'
import {
  checkAssertionAudience,
  checkCodeSenders,
  checkFourEyes,
  checkIdentityProviders,
  checkPasswordHashes,
  checkPasswordVariable,
} from './logins.ts'

const bcrypt = (cost: string): string => `$2b$${cost}$${'e'.repeat(53)}`

/** Checks users with these hashes, read in pages of two. */
async function checkHashes(hashes: readonly string[]) {
  const users = hashes.map((hash, index) => ({ id: index + 1, username: `user-${index + 1}`, hash }))
  return checkPasswordHashes({
    page: async (afterId) => users.filter(({ id }) => id > afterId).slice(0, 2),
  })
}

test('hashes within the limit, and users without a password, are not reported', async () => {
  expect(await checkHashes([])).toMatchObject([{ status: 'ok' }])
  expect(await checkHashes([DECOY_HASH, bcrypt('13'), ''])).toMatchObject([{ status: 'ok' }])
})

test('users whose hash is above the limit or of another kind are named', async () => {
  const expensive = DECOY_HASH.replace(/m=\d+/, 'm=99999999')
  const findings = await checkHashes([expensive, DECOY_HASH, bcrypt('14'), DECOY_HASH.replace('2id', '2i')])
  expect(findings).toEqual([
    {
      status: 'warning',
      found:
        '3 users cannot log in with a password, because the stored hash is not accepted: "user-1", "user-3", "user-4"',
      fix: 'Set a new password: castellan user passwd NAME. Accepted: bcrypt with a cost of at most 13, or argon2id with m × t of at most 262144 and p of at most 16.',
    },
  ])
  expect((await checkHashes(Array.from({ length: 7 }, () => expensive)))[0]?.found).toMatch(
    /"user-5", 2 more$/,
  )
})

test('the variable for the first start should be removed', () => {
  expect(checkPasswordVariable(true, { CASTELLAN_ADMIN_PASSWORD: 'x' })).toMatchObject([
    { status: 'warning' },
  ])
  expect(checkPasswordVariable(false, { CASTELLAN_ADMIN_PASSWORD: 'x' })).toEqual([])
  expect(checkPasswordVariable(true, {})).toEqual([])
})

const SMTP = { host: 'mail.example.com', from: 'no-reply@example.com' }

function checkSenders(methods: readonly ('password' | 'code')[], smtp: object) {
  return checkCodeSenders(resolveSettings({ login: { methods, code: { smtp } } }).login)
}

test('without logins by one-time codes there is nothing to check', () => {
  expect(checkSenders(['password'], {})).toEqual([])
})

test('links to set a password need a sender too', () => {
  const application = { publicUrl: 'https://admin.example.com' }
  const { login } = resolveSettings({ application, login: { passwordLink: { enabled: true } } })
  expect(checkCodeSenders(login)).toMatchObject([
    { found: 'login.code.smtp.host is empty' },
    { found: 'login.code.smtp.from is empty' },
  ])
})

test('what stops the start is a problem', () => {
  expect(checkSenders(['password', 'code'], { from: SMTP.from })).toEqual([
    {
      status: 'problem',
      found: 'login.code.smtp.host is empty',
      fix: 'Set it to your SMTP server, or use another sender',
    },
  ])
  expect(checkSenders(['password', 'code'], {})).toMatchObject([
    { found: 'login.code.smtp.host is empty' },
    { found: 'login.code.smtp.from is empty' },
  ])
})

test('a CA file without certificates is a problem', () => {
  expect(checkSenders(['password', 'code'], { ...SMTP, caFile: import.meta.filename })).toMatchObject([
    { status: 'problem', found: expect.stringContaining('contains no certificate') },
  ])
  expect(checkSenders(['password', 'code'], { ...SMTP, caFile: '/nowhere/ca.pem' })).toMatchObject([
    { status: 'problem', found: expect.stringContaining('does not exist') },
  ])
})

test('complete settings are reported', () => {
  expect(checkSenders(['password', 'code'], SMTP)).toMatchObject([{ status: 'ok' }])
})

const provider = { issuer: 'https://sso.example.com', clientId: 'c', defaultRole: 'viewer' }

function checkProviders(methods: readonly ('password' | 'oidc')[]) {
  const providers = [
    { ...provider, name: 'confirming' },
    { ...provider, name: 'trusted', assumeVerified: true },
  ]
  const application = { publicUrl: 'https://admin.example.com' }
  return checkIdentityProviders(
    resolveSettings({ application, login: { methods, oidc: { providers } } }).login,
  )
}

test('a provider whose addresses count without a confirmation is shown', () => {
  expect(checkProviders(['password', 'oidc'])).toMatchObject([
    {
      status: 'warning',
      found: expect.stringMatching(/^the identity provider trusted has assumeVerified: /),
      fix: expect.stringContaining('remove assumeVerified'),
    },
  ])
  expect(checkProviders(['password'])).toEqual([])
})

test('the default issuer is shown if service accounts can log in', () => {
  const check = (methods: string[], jwt: object = {}) =>
    checkAssertionAudience(resolveSettings({ login: { methods }, jwt }))
  expect(check(['password', 'service'])).toMatchObject([
    {
      status: 'warning',
      found: expect.stringContaining('jwt.issuer is "castellan", the default'),
      fix: expect.stringContaining('Set jwt.issuer to a name of this installation'),
    },
  ])
  expect(check(['password'])).toEqual([])
  expect(check(['password', 'service'], { issuer: 'https://admin.example.com' })).toEqual([])
})

const handle = await openDatabase('sqlite::memory:')
afterAll(handle.close)
await createPolicyStore(handle.database).insert([
  { roleKey: 'desk', method: 'PUT', path: '/api/v1/sys-user/:id' },
  { roleKey: 'reader', method: 'GET', path: '/api/v1/*' },
])

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
