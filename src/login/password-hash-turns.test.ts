import { expect, test } from 'vitest'
import type { HashResult } from './hash-work.ts'
import { createPasswordHashes } from './password-hash.ts'

/** Hashes whose workers answer when the test says so. */
function hashesInHand(limits: { concurrency: number; maxWaiting: number }) {
  const given: { password: string; answer(result: HashResult): void; fail(error: Error): void }[] = []
  const hashes = createPasswordHashes({
    ...limits,
    workers: {
      run: ({ password }) => new Promise((answer, fail) => given.push({ password, answer, fail })),
      close: async () => {},
    },
  })
  return { given, hashes }
}

test.each([
  { concurrency: 1, maxWaiting: 3, handed: 2 },
  { concurrency: 2, maxWaiting: 3, handed: 4 },
  { concurrency: 2, maxWaiting: 1, handed: 3 },
  { concurrency: 2, maxWaiting: 0, handed: 2 },
])(
  'each thread has one in work and one at hand; the others wait, and one more is refused: %j',
  async ({ handed, ...limits }) => {
    const { given, hashes } = hashesInHand(limits)
    const room = limits.concurrency + limits.maxWaiting
    const passwords = Array.from({ length: room }, (_, number) => `password ${number}`)
    const hashing = passwords.map((password) => hashes.hash(password))
    await expect(hashes.hash('one more')).rejects.toMatchObject({ reason: 'rate-limited' })
    expect(given.map(({ password }) => password)).toEqual(passwords.slice(0, handed))
    for (const [number, one] of hashing.entries()) {
      given[number]?.answer(`hash ${number}`)
      expect(await one).toBe(`hash ${number}`)
    }
    expect(given.map(({ password }) => password)).toEqual(passwords)
  },
)

test('a fault of a thread is no answer, and hands the turn on', async () => {
  const { given, hashes } = hashesInHand({ concurrency: 1, maxWaiting: 1 })
  const fault = new Error('the thread ended')
  const [first, second] = [hashes.matches('a', 'hash'), hashes.matchesAlike('b', 'hash', [])]
  for (const { fail } of given) fail(fault)
  await expect(first).rejects.toBe(fault)
  await expect(second).rejects.toBe(fault)
  const third = hashes.matches('c', 'hash')
  given[2]?.answer([true])
  expect(await third).toBe(true)
})

test.each([['true'], ['x'], [[]]])('an answer of the wrong form matches nothing: %j', async (answer) => {
  const { given, hashes } = hashesInHand({ concurrency: 1, maxWaiting: 0 })
  const matching = hashes.matches('a', 'hash')
  given[0]?.answer(answer)
  expect(await matching).toBe(false)
})

test('an answer of the wrong form is no hash', async () => {
  const { given, hashes } = hashesInHand({ concurrency: 1, maxWaiting: 0 })
  const hash = hashes.hash('a')
  given[0]?.answer([true])
  await expect(hash).rejects.toThrow('a password was not hashed')
})
