import { hash as bcryptHash } from '@node-rs/bcrypt'
import { expect, test } from 'vitest'
import type { StoredAccount } from '../user/account.store.ts'
import { createPasswordHashes } from './password-hash.ts'
import { createPasswordVerifier } from './password-verifier.ts'

const hashes = createPasswordHashes({ concurrency: 2, maxWaiting: 100 })

/** A verifier over one account, and what it does beside answering. */
async function place(changes: Partial<StoredAccount> = {}) {
  const account: StoredAccount = {
    userId: 7,
    roleId: 3,
    roleKey: 'editor',
    username: 'alice',
    dataScope: '5',
    credentialVersion: 2,
    secondFactorEnabled: false,
    deptId: 0,
    formerRoleId: 0,
    passwordHash: await hashes.hash('right'),
    enabled: true,
    ...changes,
  }
  const done = { noticed: [] as string[], compared: [] as unknown[], replaced: [] as unknown[][] }
  const verifier = createPasswordVerifier({
    accounts: {
      findByName: async (username) => (username === 'alice' ? account : undefined),
      find: async () => undefined,
    },
    users: {
      async replaceHash(...change) {
        done.replaced.push(change)
      },
    },
    hashes: {
      ...hashes,
      matchesInEqualTime(password, hash, decoys) {
        done.compared.push([hash, decoys])
        return hashes.matchesInEqualTime(password, hash, decoys)
      },
    },
    storedHashKinds: {
      decoys: () => ['a decoy'],
      notice: (hash) => done.noticed.push(hash),
      close: async () => {},
    },
  })
  const verify = (username: string, password: string) =>
    verifier.verify({ username, password, uuid: '', code: '' }, { find: async () => undefined })
  return { account, done, verify }
}

test('the right password of an enabled account returns the account', async () => {
  const { account, done, verify } = await place()
  expect(await verify('alice', 'right')).toEqual(account)
  expect(done.noticed).toEqual([account.passwordHash])
  expect(done.replaced).toEqual([])
})

test('a wrong password, an unknown user and a disabled user return undefined', async () => {
  const enabled = await place()
  expect(await enabled.verify('alice', 'wrong')).toBeUndefined()
  expect(await enabled.verify('nobody', 'right')).toBeUndefined()
  const disabled = await place({ enabled: false })
  expect(await disabled.verify('alice', 'right')).toBeUndefined()
  expect([...enabled.done.replaced, ...disabled.done.replaced]).toEqual([])
})

test('a hash of every stored kind is computed for every user', async () => {
  const { account, done, verify } = await place({ enabled: false })
  await verify('nobody', 'x')
  await verify('alice', 'x')
  expect(done.compared).toEqual([
    [undefined, ['a decoy']],
    [account.passwordHash, ['a decoy']],
  ])
  expect(done.noticed).toEqual([account.passwordHash])
})

test('an imported hash is replaced after the right password, but not after a wrong one', async () => {
  const old = await bcryptHash('right', 4)
  const { account, done, verify } = await place({ passwordHash: old })
  expect(await verify('alice', 'wrong')).toBeUndefined()
  expect(done.replaced).toEqual([])
  expect(await verify('alice', 'right')).toEqual(account)
  expect(done.replaced).toEqual([[7, old, expect.any(String)]])
  const fresh = String(done.replaced[0]?.[2])
  expect(hashes.isCurrent(fresh)).toBe(true)
  expect(await hashes.matches('right', fresh)).toBe(true)
})
