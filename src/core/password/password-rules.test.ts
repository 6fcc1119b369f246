import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scaled } from '../../../test/support/scale.ts'
import { createPasswordRules, problemOfPassword } from './password-rules.ts'

const rules = createPasswordRules({ minLength: 15 })
const about = { username: 'lisa.meier', nickName: '王小明 Lisa', email: 'l.meier@example.org' }
const ADVICE = 'Choose a longer phrase of several unrelated words.'

describe('accepted', () => {
  test.each([
    'pony clip velvet moon',
    'correct pony battery clip',
    'monkey dragon sunshine harbour',
    'tr0ub4dor&3 lampshade',
    'Xk7#pQ9!mZ2$vB5',
    '839201756293847',
    'no capital, no digit, no sign',
    'änderung über straße',
    '我家门前有两棵树一棵是枣树另一棵也是枣树',
    '🐢🦊🌵🍕🚲🎺🧊🪁🔭🧵🥝🐙🌋🛶🎲',
    ' spaces at both ends ',
    'castellan keeps four keys',
    'lisa.meier likes tea',
    'the alphabet abcdefgh and more',
    'monkey37dragon42',
    // Repeated, though what is repeated would do alone.
    'pony clip velvet moon pony clip velvet moon ',
  ])('%j', (password) => {
    expect(rules.problemOf(password, about)).toBeUndefined()
  })
})

describe('refused, with advice', () => {
  test.each([
    ['', 'the password must have 1 to 256 characters.'],
    [
      'short phrase',
      'the password must have at least 15 characters. Choose a phrase of several unrelated words.',
    ],
    [
      'fourteen chars',
      'the password must have at least 15 characters. Choose a phrase of several unrelated words.',
    ],
    ['x\uD800 lone surrogate', 'the password contains invalid Unicode.'],
    ...among('most common passwords', ['1234qwerasdfzxcv', 'CorrectHorseBatteryStaple', 'polniypizdec0211']),
    ...among('most common passwords', ['ｐａｓｓｗｏｒｄａｓｓｗｏｒｄ', 'correct-horse-battery-staple']),
    ...among('repeats the same characters', [
      'aaaaaaaaaaaaaaa',
      'abcabcabcabcabc',
      'xkqwbxkqwbxkqwbxk',
      '................',
    ]),
    ...among('repeats the same characters', [
      'velvet-velvet-velvet',
      'Velvet Moon velvet moon',
      '王伟王伟王伟王伟王伟王伟王伟王伟',
    ]),
    ...among('sequence of letters', [
      '098765432109876',
      'abcdefghijklmno',
      'zyxwvutsrqponml',
      'xyzabcdefghijkl',
    ]),
    ...among('sequence of letters', [
      'qwertyuiopasdfgh',
      'QWERTYUIOP[]asdfgh',
      'poiuytrewqlkjhgf',
      '!@#$%^&*()_+!@#',
    ]),
    ...among('sequence of letters', [
      'aaaabbbbccccdddd',
      'abcdefgh12345678',
      '6yhn7ujm5tgb4rfv',
      '1q2w3e4r5t6y7u8i9o0p',
      'azertyuiopqsdfgh',
    ]),
    ...among('digits or punctuation added', [
      'password1234567',
      'administrator!!!',
      '2024-06-password',
      'P@ssw0rd!!2024!',
    ]),
    ...among('digits or punctuation added', [
      'abc123!?!.?.!?.!?',
      '*** welcome *** ',
      '__!!trustno1!!__',
      '123456!?!?.-,;?',
    ]),
    ...among('digits or punctuation added', ['contraseña 83920175', 'пароль839201756', 'superadmin@2026']),
    ...among('name of the user or of this service', [
      'castellan123456',
      'CASTELLANcastellan',
      'castellan-castellan!',
    ]),
    ...among('name of the user or of this service', [
      'lisa.meier83920',
      '77lisa.meier-77',
      'lisa.meier.lisa.meier',
    ]),
    ...among('name of the user or of this service', [
      'l.meier@example.org',
      'L.Meier@Example.org!',
      '83920175l.meier',
    ]),
    ...among('name of the user or of this service', [
      '王小明839201756293',
      '王小明 lisa 2026 2026',
      'lisa castellan 1',
    ]),
  ])('%j', (password, problem) => {
    const said = rules.problemOf(password, about)
    expect(said?.en).toContain(problem)
    expect(said?.zh).toMatch(/密码.*。$/)
    if (password !== '') expect(said?.en.toLowerCase()).not.toContain(password.toLowerCase())
  })

  function among(words: string, passwords: readonly string[]): [string, string][] {
    return passwords.map((password) => [password, words])
  }

  test('the message contains advice', () => {
    expect(rules.problemOf('password1234567')?.en).toBe(
      `the password is a common password with digits or punctuation added. ${ADVICE}`,
    )
  })
})

test('a name of one letter or two digits is ignored, because many passwords contain it', () => {
  expect(rules.problemOf('839201756293847', { username: '7', nickName: '29', email: '' })).toBeUndefined()
})

test('the minimum length is the configured one, counted in visible characters', () => {
  const eight = createPasswordRules({ minLength: 8 })
  expect(eight.problemOf('vexpony7')).toBeUndefined()
  expect(eight.problemOf('vexpony')?.en).toContain('at least 8 characters')
  expect(eight.problemOf('🐢🦊🌵🍕🚲🎺🧊🪁')).toBeUndefined()
  expect(eight.problemOf('🐢🦊🌵🍕🚲🎺🧊')?.en).toContain('at least 8 characters')
  expect(eight.problemOf('password')?.en).toContain('most common passwords')
  expect(eight.problemOf('velvetvelvet')?.en).toContain('repeats the same characters')
})

test('256 characters are accepted, 257 are refused and not truncated', () => {
  const long = Array.from({ length: 64 }, (_, index) => `${(index * 7919) % 1000}`.padStart(4, 'q')).join('')
  expect(long).toHaveLength(256)
  expect(rules.problemOf(long)).toBeUndefined()
  expect(rules.problemOf(`${long}x`)?.en).toBe('the password must have 1 to 256 characters.')
  expect(problemOfPassword(`${long}x`)?.en).toBe('the password must have 1 to 256 characters.')
  expect(problemOfPassword('x')).toBeUndefined()
})

const WORDS =
  'acorn basin cactus dolphin ember falcon garlic hazel igloo jigsaw kettle lantern magnet nectar orchid pebble quartz ribbon saddle timber urchin velvet walnut yonder zipper dragon monkey sunshine'.split(
    ' ',
  )
const phrase = fc
  .tuple(
    fc.shuffledSubarray(WORDS, { minLength: 3, maxLength: 8 }),
    fc.constantFrom('', ' ', '-', '.', '7'),
    fc.boolean(),
  )
  .map(([words, between, capitals]) =>
    words.map((word) => (capitals ? word.charAt(0).toUpperCase() + word.slice(1) : word)).join(between),
  )
  .filter((text) => text.length >= 15)

test('any phrase of different words is accepted', () => {
  fc.assert(
    fc.property(phrase, (password) => rules.problemOf(password, about) === undefined),
    { numRuns: scaled(500, 2000) },
  )
})

test('every character counts, including leading and trailing ones', () => {
  fc.assert(
    fc.property(phrase, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }), (start, end) => {
      const tooLong = [...start, ...end].length > 256
      for (const password of [start + end, end + start]) {
        expect(rules.problemOf(password)?.en).toBe(
          tooLong ? 'the password must have 1 to 256 characters.' : undefined,
        )
      }
    }),
  )
})

test('a repeated short text is refused', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 14 }), (unit) => {
      expect(rules.problemOf(unit.repeat(16))?.en).toContain('the password')
    }),
  )
  // Eighteen characters each when they are compared, and still one.
  expect(rules.problemOf('\uFDFA'.repeat(20))?.en).toContain('repeats the same characters')
})
