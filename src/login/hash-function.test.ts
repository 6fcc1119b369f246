import { hash as bcryptHash } from '@node-rs/bcrypt'
import { expect, test } from 'vitest'
import { DECOY_HASH, decoyOf, hashPassword, isPasswordHash } from './hash-function.ts'

test('the decoy of a current hash is the current decoy, and a decoy is its own decoy', async () => {
  expect(decoyOf(await hashPassword('x'))).toBe(DECOY_HASH)
  for (const decoy of [DECOY_HASH, `$2b$10$${'.'.repeat(53)}`]) expect(decoyOf(decoy)).toBe(decoy)
})

test('bcrypt has one kind for each cost, whatever the version prefix', async () => {
  const [cost4, cost6] = [await bcryptHash('x', 4), await bcryptHash('x', 6)]
  for (const name of ['$2a$', '$2b$', '$2y$'])
    expect(decoyOf(cost4.replace('$2b$', name))).toBe(decoyOf(cost4))
  expect(decoyOf(cost6)).not.toBe(decoyOf(cost4))
})

test('argon2id has one kind for each set of parameters', () => {
  const of = (settings: string): string | undefined => decoyOf(argon2(settings))
  const kinds = ['m=4096,t=2,p=1', 'm=4097,t=2,p=1', 'm=4096,t=3,p=1', 'm=4096,t=2,p=2', 'm=19456,t=2,p=1']
  expect(new Set(kinds.map(of)).size).toBe(kinds.length)
  expect(of('m=19456,t=2,p=1')).toBe(DECOY_HASH)
})

const BCRYPT = '$2b$04$cVWp4XaNU8a4v1uMRum2SO026BWLIoQMD/TXg5uZV.0P.uO8m3YEm'
const argon2 = (settings: string) =>
  `$argon2id$v=19$${settings}$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc`

test.each([BCRYPT, argon2('m=1048576,t=2,p=1'), argon2('m=4096,t=10,p=16')])(
  'can be imported: %j',
  (text) => {
    expect(isPasswordHash(text)).toBe(true)
    for (const longer of [` ${text}`, `${text} `, `${text}\n`]) expect(isPasswordHash(longer)).toBe(false)
  },
)

test.each([
  '',
  'plain text',
  '$2x$04$cVWp4XaNU8a4v1uMRum2SO026BWLIoQMD/TXg5uZV.0P.uO8m3YEm',
  '$2b$16$cVWp4XaNU8a4v1uMRum2SO026BWLIoQMD/TXg5uZV.0P.uO8m3YEm',
  argon2('m=1048577,t=2,p=1'),
  argon2('m=9999999,t=2,p=1'),
  '$argon2i$v=19$m=4096,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
])('cannot be imported, as it is not a hash or too expensive: %j', (text) => {
  expect(isPasswordHash(text)).toBe(false)
  expect(decoyOf(text)).toBeUndefined()
})
