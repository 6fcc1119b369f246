import { expect, test } from 'vitest'
import type { StoredAccount } from '../user/account.store.ts'
import { createAccountDirectory } from './credential-verifier.ts'

const known = {
  userId: 7,
  roleId: 3,
  roleKey: 'editor',
  username: 'alice',
  dataScope: '5',
  credentialVersion: 2,
  secondFactorEnabled: false,
}
const stored: StoredAccount = { ...known, deptId: 4, formerRoleId: 0, passwordHash: 'a hash', enabled: true }

function directoryWith(account: StoredAccount | undefined) {
  const asked: string[] = []
  const directory = createAccountDirectory({
    async findByName(username) {
      asked.push(username)
      return account
    },
    find: async () => undefined,
  })
  return { directory, asked }
}

test('an enabled account is found, without its password hash', async () => {
  const { directory, asked } = directoryWith(stored)
  expect(await directory.find('alice')).toEqual(known)
  expect(asked).toEqual(['alice'])
})

test('a disabled or unknown account is not found', async () => {
  expect(await directoryWith({ ...stored, enabled: false }).directory.find('alice')).toBeUndefined()
  expect(await directoryWith(undefined).directory.find('alice')).toBeUndefined()
})
