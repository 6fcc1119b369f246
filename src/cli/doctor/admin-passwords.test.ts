import { expect, test } from 'vitest'
import { hashPassword } from '../../authentication/password/hash-function.ts'
import { checkAdminPasswords, checkPasswordVariable } from './admin-passwords.ts'

const ALICE = {
  username: 'alice',
  passwordHash: '$2b$04$......................2222222222222222222222222222222',
}
const BOB = { ...ALICE, username: "bob'; rm -rf /" }

test('the own name and well-known passwords are found by the stored hash', async () => {
  const findings = await checkAdminPasswords([
    { username: 'admin', passwordHash: await hashPassword('123456') },
    { username: 'a-very-long-name', passwordHash: await hashPassword('a-very-long-name') },
    { username: 'careful', passwordHash: await hashPassword('blue plates and green apples') },
  ])
  expect(findings).toHaveLength(2)
  expect(findings).toContainEqual({
    status: 'problem',
    found: 'the admin "admin" has a well-known password',
    fix: 'Set another one: castellan user passwd admin',
  })
  expect(JSON.stringify(findings)).not.toContain('123456')
})

test('a name is quoted in the command', async () => {
  const [finding] = await checkAdminPasswords([BOB], async () => true)
  expect(finding?.fix).toBe(`Set another one: castellan user passwd 'bob'\\''; rm -rf /'`)
})

test('no more passwords are compared when the time is over', async () => {
  let comparisons = 0
  const verify = async () => {
    comparisons++
    return false
  }
  expect(await checkAdminPasswords([ALICE, BOB], verify, -1)).toMatchObject([{ status: 'skipped' }])
  expect(comparisons).toBe(0)
  expect(await checkAdminPasswords([ALICE, BOB], verify)).toMatchObject([{ status: 'ok' }])
  expect(comparisons).toBe(34)
})

test('a hash that would require gigabytes is not verified', async () => {
  const expensive = {
    username: 'x',
    passwordHash: `$argon2id$v=19$m=9999999,t=9,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`,
  }
  await checkAdminPasswords([expensive], async () => {
    throw new Error('verified')
  })
})

test('without admins there is nothing to compare', async () => {
  expect(await checkAdminPasswords([])).toMatchObject([{ status: 'skipped' }])
})

test('the variable for the first start should be removed', () => {
  expect(checkPasswordVariable([ALICE], { CASTELLAN_ADMIN_PASSWORD: 'x' })).toMatchObject([
    { status: 'warning' },
  ])
  expect(checkPasswordVariable([], { CASTELLAN_ADMIN_PASSWORD: 'x' })).toEqual([])
  expect(checkPasswordVariable([ALICE], {})).toEqual([])
})
