// Runs at the full cost of a password hash: it is about the hash itself.

import { verify as verifyArgon2 } from '@node-rs/argon2'
import { hash as bcryptHash, verify as verifyBcrypt } from '@node-rs/bcrypt'
import { expect, test } from 'vitest'
import {
  DECOY_HASH,
  decoyOf,
  hashPassword,
  isPasswordHash,
  isTooExpensive,
  verifyPassword,
} from './hash-function.ts'

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

/** The defaults of systems from which users are imported. */
const DEFAULTS = {
  'OWASP, 46 MiB': argon2('m=47104,t=1,p=1'),
  'argon2-cffi, node-argon2': argon2('m=65536,t=3,p=4'),
  'PHP, Laravel': argon2('m=65536,t=4,p=1'),
  Django: argon2('m=102400,t=2,p=8'),
  'bcrypt 4': BCRYPT,
  Symfony: BCRYPT.replace('$04$', '$13$'),
  'the most memory': argon2('m=262144,t=1,p=16'),
}

test.each(Object.entries(DEFAULTS))('can be imported: %s', (_name, text) => {
  expect(isPasswordHash(text)).toBe(true)
  expect(isTooExpensive(text)).toBe(false)
  for (const longer of [` ${text}`, `${text} `, `${text}\n`]) expect(isPasswordHash(longer)).toBe(false)
})

test.each([
  '',
  'plain text',
  BCRYPT.replace('$2b$', '$2x$'),
  BCRYPT.replace('$04$', '$32$'),
  BCRYPT.replace('$04$', '$03$'),
  argon2('m=4096,t=2,p=1').replace('argon2id', 'argon2i'),
  argon2('m=99999999,t=99,p=99').replace('argon2id', 'argon2d'),
  argon2('m=99999999,t=99,p=99').replace('v=19$', ''),
  argon2('m=4096,t=2,p=1,keyid=AA'),
  // The library refuses these at once: nobody could log in, and the time would reveal the user.
  argon2('m=7,t=1,p=1'),
  argon2('m=15,t=1,p=2'),
  argon2('m=4096,t=2,p=1').replace('$c29tZXNhbHQ$', '$c29tZXNhbHR$'),
  argon2('m=4096,t=2,p=1').replace('$c29tZXNhbHQ$', '$c29tZXNhbHQaa$'),
  argon2('m=4096,t=2,p=1').replace(/c$/, 'd'),
  `${argon2('m=4096,t=2,p=1')}AA`,
  BCRYPT.replace('MRum2SO', 'MRum2SP'),
  BCRYPT.replace(/m$/, 'n'),
])('is not a hash, matches nothing and has no decoy: %j', async (text) => {
  expect(isPasswordHash(text)).toBe(false)
  expect(isTooExpensive(text)).toBe(false)
  expect(decoyOf(text)).toBeUndefined()
  expect(await verifyPassword('x', text)).toBe(false)
})

test.each([
  argon2('m=8,t=1,p=1'),
  argon2('m=16,t=1,p=2'),
  argon2('m=8,t=1,p=1').replace('$c29tZXNhbHQ$', '$c29tZXNhbHQwMQ$'),
  argon2('m=8,t=1,p=1').replace(/\$[^$]*$/, `$${'A'.repeat(86)}`),
  ...[...'.Oeu'].map((last) => BCRYPT.replace('MRum2SO', `MRum2S${last}`)),
  ...[...'.CGKOSWaeimquy26'].map((last) => BCRYPT.replace(/m$/, last)),
])('is a hash that the library computes: %j', async (text) => {
  expect(isPasswordHash(text)).toBe(true)
  const verify = text.startsWith('$2') ? verifyBcrypt('x', text) : verifyArgon2(text, 'x')
  expect(await verify).toBe(false)
})

// A verification of these would end the process or take minutes.
test.each([
  argon2('m=99999999,t=99,p=99'),
  argon2('m=4294967295,t=1,p=1'),
  argon2('m=262144,t=12,p=1'),
  argon2('m=262145,t=1,p=1'),
  argon2('m=131073,t=2,p=1'),
  argon2('m=8,t=4294967295,p=1'),
  argon2('m=4096,t=1,p=17'),
  BCRYPT.replace('$04$', '$14$'),
  BCRYPT.replace('$04$', '$31$'),
])('is above the limit, matches nothing and has no decoy: %j', async (text) => {
  expect(isTooExpensive(text)).toBe(true)
  expect(isPasswordHash(text)).toBe(false)
  expect(decoyOf(text)).toBeUndefined()
  expect(await verifyPassword('x', text)).toBe(false)
})
