import { expect, test } from 'vitest'
import { DECOY_HASH } from '../../authentication/password/hash-function.ts'
import { checkPasswordHashes } from './password-hashes.ts'

const bcrypt = (cost: string): string => `$2b$${cost}$${'e'.repeat(53)}`

/** Checks users with these hashes, read in pages of two. */
async function check(hashes: readonly string[]) {
  const users = hashes.map((hash, index) => ({ id: index + 1, username: `user-${index + 1}`, hash }))
  return checkPasswordHashes({
    page: async (afterId) => users.filter(({ id }) => id > afterId).slice(0, 2),
  })
}

test('hashes within the limit, and users without a password, are not reported', async () => {
  expect(await check([])).toEqual([])
  expect(await check([DECOY_HASH, bcrypt('13'), ''])).toEqual([])
})

test('users whose hash is above the limit or of another kind are named', async () => {
  const expensive = DECOY_HASH.replace('m=19456', 'm=99999999')
  const findings = await check([expensive, DECOY_HASH, bcrypt('14'), DECOY_HASH.replace('2id', '2i')])
  expect(findings).toEqual([
    {
      status: 'warning',
      found:
        '3 users cannot log in with a password, because the stored hash is not accepted: "user-1", "user-3", "user-4"',
      fix: 'Set a new password: castellan user passwd NAME. Accepted: bcrypt with a cost of at most 13, or argon2id with m × t of at most 262144 and p of at most 16.',
    },
  ])
  expect((await check(Array.from({ length: 7 }, () => expensive)))[0]?.found).toMatch(/"user-5", 2 more$/)
})
