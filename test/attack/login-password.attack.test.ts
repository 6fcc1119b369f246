import { afterAll, test } from 'vitest'
import { createPasswordHashes } from '../../src/core/password/password-hash.ts'
import { tryLogin } from '../support/client.ts'
import { expectRefused, expectSuccess } from '../support/expectations.ts'
import { expectNotStored, startTarget } from './support/target.ts'

const hashes = createPasswordHashes({ concurrency: 1, maxWaiting: 1 })
let count = 0

// These tests are about the password, and dev mode needs no captcha.
const target = await startTarget({ settings: { application: { mode: 'dev' } } })
afterAll(target.close)
await target.context.roleAdministration.add({ roleKey: 'user', roleName: 'user' })

const attempt = (username: string, password: string) => tryLogin(target.base, { username, password })

/** Imports a user with a password hash from another program. */
async function importUser(passwordHash: string): Promise<string> {
  const role = await target.context.roles.findByKey('user')
  const username = `imported-${count++}`
  await target.context.users.insert({ username, passwordHash, roleId: role?.roleId ?? 0, status: '2' }, 0)
  return username
}

/** Created with libxcrypt, which is independent of the libraries that the service uses. */
const bcryptHashes: [string, string][] = [
  ['a', '$2a$04$PpOGdRIs.Dw3g2QY/BUdlus4u8se6K0po84qaZGzjw9kdZItHAyza'],
  ['abc', '$2b$04$voFm/JEsS9.SQgoTwkxNlOLIZKh3UFVQQITgNcc7EtgsO7r7gzfOu'],
  ['password', '$2y$04$tRvC.iJjNRmzrOF/.tIxhu/0pHnoiSn92iyA5h/8YgX8F9x.5T/0q'],
  ['U*U*', '$2a$04$/LIRn3pYYo4NKOC7vJoSGuvo1Kt96W.1590pb7vKicklAkKNEAwZi'],
  ['0123456789', '$2b$05$CAfyBuNTBtjCHD4E0pDyleBhIaJQZ3R3WlmO2jt7IMtSfMpxPhe5m'],
  ['correct horse battery staple', '$2y$04$lNVQJrnX6CWVp39rMbBPWObNH1PxzDkAKR1pAMioldytcSNuwQMHa'],
  ['x'.repeat(71), '$2a$04$CQYz/OQl0xMgd1kt3IICpO./tgpffSfMAR6Ik2Emrv.xBIJRFsuvW'],
  ['y'.repeat(72), '$2b$04$YhveXJdnlYzmJk5sumvWtOPmbyientxko2J.Khc7SJbcDU4G6sLv6'],
  ['café', '$2y$04$/s9kif8HsgjMYZRZVbvX6.dXgXq6U32K4KxMHp0dUBctFq6AuRzeO'],
  ['中文密码', '$2a$05$kcKG7MNRG2/VwawG8WjHhOD/nzW48a9Rpb4R4xaR83/iwaMIeX.qe'],
  ['🔑🏰', '$2b$04$wvHRrRLAV8n9HxybbwCbDuSbucd.YCFXHEQIwwtuIGjOzDB3dTHcO'],
  ['tab\there', '$2y$04$OfPf.cTVmMyU4qT8nBN3z.uq3z78b2Yyhn/gw2EVfE8ZO4tHi.RhC'],
  [' leading', '$2a$04$A.rUU9gIYuowBVouSIU9mOJJWirxwK8oxmT18EQ1eS/u.BnjHmTxe'],
  ['trailing ', '$2b$04$Lb1MAZdgH6FGdCMOUPVPPe0aaPuWCH6iv036fZ1Y4hj8SzsjD2vb2'],
  [`quote"s and 'apostrophes'`, '$2y$05$OgalrV2HOw2FcI.vJSoiFumoBqf8BvSEanXNEO1E11dtfK1lADiIW'],
  ['back\\slash', '$2a$04$8e/OqeFONW.KZJhB/KLsQuuG4M/oCfi1aFxzw1IgaVBeX9iJYRhXe'],
  ['percent%s%n', '$2b$04$7U2gt9QmnTItzwk1pl.HSudRKZ6S4w.n3Ti5NcwYxtW3o4ZEndM.C'],
  ['\u007f\u0080ÿ', '$2y$04$mfEsiLfxdBibPiB8G287G.dZ93KvyHQDD3c7BevU0rZUeR88QNEXu'],
  ['\uffff', '$2a$04$HofTJP4FLAA.rsGKuV4kAe2mfYKRcaYHBgqrwCfn05A3jV2qsJvBy'],
  ['!@#$%^&*()_+', '$2b$05$CYTRzspgpqODuFWyNLtt9.FXoEZykk22Dg4b75iIB2Sn74jhvTmHi'],
  ['~'.repeat(8), '$2y$04$0WPfdYBFg8Q00UvkrAaBZ.4evMSb37jzKFAlQDNCpoW4nkEAv1gLy'],
  ['A', '$2a$04$9xdCRhTtjpzaUCvtkDqDEOGzWfhRfSsdqJFQZl/.qwpbLPy4KL3bq'],
  ['aA', '$2b$04$bFFoXb.2J7pFMeK33fPJs.zYsn2QzHbjpRUiR9x8Q0StnjopA9qua'],
  ['null', '$2y$04$Tc29lSjQtcATqfsfQ1VjkOR8ktzCwJiBoyCbp.EwkQIOay6AdX0rO'],
  ['é'.repeat(36), '$2a$05$HnZmVDYqpFiIU9Iyy1own.3.DHepOQRjRa4jdeIy8j2IPtoJKqpLG'],
  ['€'.repeat(24), '$2b$04$0Bo7/.b5L/TDOt7bJHtodOt9r5L7S0UUeZyksuToILf3ETCahWuVu'],
  ['abc', '$2y$04$D35TffjFn18PtrjgaVK.Ju3pg6B.Q8GOxj/Ad9RWNE7BVdULcE0pO'],
  ['y'.repeat(72), '$2y$04$.c4cSq.EFwtqVBiUuQfaGOjTYELbKIOo8k74Sq6KWFRt1FPi/YYVy'],
]

/** Created with the command of the reference implementation. */
const argon2Hashes: [string, string][] = [
  ['password', '$argon2id$v=19$m=4096,t=2,p=1$c29tZXNhbHQ$jacJHQ+PoBstB/ZoVNk8re3s1yzVABZujceGiwVNJnk'],
  ['a', '$argon2id$v=19$m=256,t=1,p=1$c2FsdHNhbHQ$CV78SP6Lkth2k53A0QkxTC1VJ+OpVmv7s8OMbrWnj4U'],
  ['中文密码', '$argon2id$v=19$m=1024,t=3,p=2$YW5vdGhlciBzYWx0$YWoBE2mF3bFSdJpQ827Cx0v1j1pYhrXjqmIRZB7MD70'],
  [
    'correct horse battery staple',
    '$argon2id$v=19$m=8192,t=2,p=4$MDEyMzQ1Njc4OWFiY2RlZg$9bWkiGZeY/fLShoss53VcrpgG9twPLs5ngapUCS7qWo',
  ],
]

test.each([...bcryptHashes, ...argon2Hashes])(
  'L20 %j under %s: the right password, and no other',
  async (password, hash) => {
    const username = await importUser(hash)
    expectRefused(await attempt(username, `${password}x`.slice(-256)), 400)
    if (password.length > 1) expectRefused(await attempt(username, password.slice(1)), 400)
    expectSuccess(await attempt(username, password))
    // The login rehashed the password. The new hash must match the same password.
    expectSuccess(await attempt(username, password))
  },
)

test.each([
  ['nothing', ''],
  ['a plaintext password', 'password'],
  ['a hash without salt and digest', '$argon2id$v=19$m=19456,t=2,p=1$$'],
  ['a truncated hash', '$2b$04$voFm/JEsS9.SQgoTwkxNlOLIZKh3UFVQQITgNcc7Etgs'],
  ['an unknown hash type', '$1$salt$qJH7.N4xYta3aEG/dfqo/0'],
  ['an MD5 digest', '5f4dcc3b5aa765d61d8327deb882cf99'],
  ['absurd parameters', '$argon2id$v=19$m=4294967295,t=4294967295,p=1$c29tZXNhbHQ$AAAA'],
  ['a locked-password marker', '*'],
])('L20 no password matches when the stored hash is %s', async (_name, hash) => {
  const username = await importUser(hash)
  for (const password of ['password', hash.slice(0, 256) || 'x', '*']) {
    expectRefused(await attempt(username, password), 400)
  }
})

/** A password, and similar ones that must not match. */
const similarPasswords: [string, string, string[]][] = [
  ['characters after NUL', 'abc\0def', ['abc\0xyz', 'abc', 'abc\0', 'abcdef']],
  ['a NUL at the end', 'abc\0', ['abc', 'abc\0\0']],
  ['64 code points', `${'p'.repeat(64)}`, ['p'.repeat(63), 'p'.repeat(65)]],
  [
    'a difference beyond 72 bytes',
    `${'q'.repeat(100)}1`,
    [`${'q'.repeat(100)}2`, 'q'.repeat(72), 'q'.repeat(100)],
  ],
  ['the maximum length', `${'r'.repeat(255)}1`, [`${'r'.repeat(255)}2`, 'r'.repeat(255)]],
  ['emoji', '👩‍👩‍👧‍👦🏰', ['👩‍👩‍👧🏰', '👩👩👧👦🏰', '🏰']],
  ['composed letters', 'caf\u00e9', ['cafe\u0301', 'cafe', 'CAF\u00c9']],
  ['decomposed letters', 'cafe\u0301', ['caf\u00e9']],
  ['full-width letters', '\uff50\uff41\uff53\uff53', ['pass', '\uff30\uff21\uff33\uff33']],
  ['white space', ' a b ', ['a b', ' a b', 'a b ', ' a  b ', '\ta b\t', ' a\u00a0b ']],
  ['a ligature', '\ufb01ne', ['fine']],
  ['an invisible character', 'pass\u200bword', ['password', 'pass\ufeffword']],
]
test.each(similarPasswords)('L17 %s: only the exact password matches', async (_name, password, others) => {
  // The password rules would refuse some of these. The test is about matching, so the hash is stored directly.
  const username = await importUser(await hashes.hash(password))
  for (const other of others) expectRefused(await attempt(username, other), 400)
  expectSuccess(await attempt(username, password))
})

test('L17 a username is matched exactly', async () => {
  await target.context.userAdministration.add({
    username: 'Élodie',
    password: 'her password',
    roleKey: 'user',
  })
  for (const username of [
    'élodie',
    'E\u0301lodie',
    'Elodie',
    'Élodie ',
    ' Élodie',
    'Élodie\0',
    'Élodie%',
    '_lodie',
  ]) {
    expectRefused(await attempt(username, 'her password'), 400)
  }
  expectSuccess(await attempt('Élodie', 'her password'))
})

test('no password appears in the log or the data folder', async () => {
  const passwords = similarPasswords.map(([, password]) => password).filter((password) => password.length > 8)
  await expectNotStored(target, ['her password', 'correct horse battery staple', ...passwords])
})
