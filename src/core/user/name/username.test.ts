import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scaled } from '../../../../test/support/scale.ts'
import { problemOfUsername, usernameKey } from './username.ts'

const MAX_KEY_LENGTH_PER_CHARACTER = 18

describe('the same key: names that differ only in letter case, spelling or script', () => {
  test.each([
    ['admin', 'ADMIN'],
    ['admin', 'аdmin'], // Cyrillic
    ['admin', 'аԁміո'], // Cyrillic, Armenian
    ['admin', 'ａｄｍｉｎ'],
    ['admin', '𝒶𝒹𝓂𝒾𝓃'],
    ['admin', 'ᴀᴅᴍɪɴ'],
    ['admin', 'ꭺꭰmin'], // Cherokee
    ['admin', 'admın'],
    ['ADMIN', 'ΑDМIN'], // Greek, Cyrillic
    ['root', 'rооt'],
    ['root', 'rοοt'], // Greek
    ['root', 'гoot'],
    ['bob', 'ВОВ'], // Cyrillic capitals
    ['tomcat', 'ΤΟΜСАТ'],
    ['hexakey', 'ΗΕΧΑΚΕУ'],
    ['victor', 'νictor'],
    ['scope', 'ѕсоре'],
    ['cat', 'ϲat'],
    ['CAT', 'ϹAT'],
    ['jupyter', 'јupуtеr'],
    ['ops-team', 'ops\u2010team'],
    ['ops-team', 'ops\u2013team'],
    ['o.neil', 'o\uA4F8neil'],
    ["o'neil", 'o\u2019neil'],
    ['user10', 'user\u0661\u0966'], // Arabic and Indian digits
    ['é', 'e\u0301'],
    ['á', 'а\u0301'], // The accent over a Cyrillic letter
    ['ă', 'ӑ'],
    ['ŞULE', 'şule'],
  ])('%s, %s', (one, other) => {
    expect(usernameKey(other)).toBe(usernameKey(one))
  })
})

describe('different keys: names that look different', () => {
  test.each([
    ['user1', 'userl'],
    ['user0', 'usero'],
    ['rnaria', 'maria'],
    ['vv', 'w'],
    ['ops-team', 'ops_team'],
    ['jose', 'josé'],
    ['muller', 'müller'],
    ['lodz', 'łodz'],
    ['王伟', '王偉'],
    ['ひらがな', 'ヒラガナ'],
    ['김', '긴'],
    ['محمد', 'محمود'],
    ['иван', 'ivan'],
    ['дарья', 'марья'],
    ['νίκος', 'nikos'],
  ])('%s, %s', (one, other) => {
    expect(usernameKey(other)).not.toBe(usernameKey(one))
  })
})

/** Any text, with look-alikes and their accents in it more often than by chance. */
const anyText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 4 }),
      fc.constantFrom(
        'а',
        'Ν',
        'ν',
        'Σ',
        'İ',
        'ı',
        'ꭰ',
        'ß',
        'ﬁ',
        '\u0301',
        '\u0345',
        '\u1100',
        '\u1161',
        '\uFDFA',
      ),
      fc.string({ unit: 'grapheme', maxLength: 4 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))

/** These have neither letter case nor a normal form. */
const NO_CHARACTER = /\p{Unassigned}|\p{Private_Use}|\p{Surrogate}/u

test('the key of a key is the same key, and its length is bounded', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const key = usernameKey(text)
      expect(usernameKey(key)).toBe(key)
      expect(key.length).toBeLessThanOrEqual(MAX_KEY_LENGTH_PER_CHARACTER * text.length)
    }),
    { numRuns: scaled(1000, 5000) },
  )
})

test('the same holds for every single character, in any letter case', () => {
  const bad: string[] = []
  for (let code = 0; code <= 0x10ffff; code++) {
    const character = String.fromCodePoint(code)
    if (NO_CHARACTER.test(character)) continue
    const key = usernameKey(character)
    const holds =
      usernameKey(key) === key &&
      key.length <= MAX_KEY_LENGTH_PER_CHARACTER * character.length &&
      key === usernameKey(character.toLowerCase())
    if (!holds) bad.push(code.toString(16))
  }
  expect(bad).toEqual([])
}, 300_000)

test('ASCII is only converted to lower case', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii' }), (text) => usernameKey(text) === text.toLowerCase()),
  )
})

describe('accepted as a username', () => {
  test.each([
    ...['admin', 'lisa.meier', 'O’Neil', 'Jean Luc', '13800138000', 'l@example.org', 'x', '*', '😀'],
    ...[
      'José',
      'Zoë',
      'Łukasz',
      'Şule',
      'Nguyễn Văn A',
      'jose\u0301',
      'Þórður',
      'Иван Петров',
      'Νίκος',
      'ΝΙΚΟΣ',
    ],
    ...[
      '王伟',
      '田中・太郎',
      'タナカ',
      '김민준',
      '\u1100\u1161',
      'محمد',
      'مُحَمَّد',
      'דוד',
      'अमित',
      'สมชาย',
      'தமிழ்',
    ],
    'x'.repeat(64),
    '😀'.repeat(64),
  ])('%s', (username) => {
    expect(problemOfUsername(username)).toBeUndefined()
  })
})

describe('refused as a username', () => {
  const INVISIBLE = 'the username must not contain control, invisible or unassigned characters.'
  const SPACE = 'the username must not contain spaces other than the ASCII space.'
  test.each([
    ['', 'the username must have 1 to 64 characters.'],
    ['x'.repeat(65), 'the username must have 1 to 64 characters.'],
    ['ad\0min', INVISIBLE],
    ['ad\nmin', INVISIBLE],
    ['ad\u0085min', INVISIBLE],
    ['ad\u200Bmin', INVISIBLE], // zero width space
    ['ad\u202Emin', INVISIBLE], // right to left from here
    ['ad\u00ADmin', INVISIBLE], // soft hyphen
    ['ad\uFEFFmin', INVISIBLE],
    ['ad\u2028min', INVISIBLE],
    ['ad\u2029min', INVISIBLE],
    ['ad\u034Fmin', INVISIBLE], // a mark that joins
    ['ad\uFE0Fmin', INVISIBLE], // variation selector
    ['ad\u3164min', INVISIBLE], // an empty Korean letter
    ['ad\u115Fmin', INVISIBLE],
    ['ad\u2800min', INVISIBLE], // an empty Braille pattern
    ['ad\u{E0061}min', INVISIBLE], // tag
    ['ad\uE000min', INVISIBLE], // private use
    ['ad\u{10FFFD}min', INVISIBLE],
    ['ad\u0378min', INVISIBLE], // unassigned
    ['ad\uFFFEmin', INVISIBLE],
    ['ad\uD800min', INVISIBLE],
    ['ad\u00A0min', SPACE],
    ['ad\u3000min', SPACE],
    ['ad\u2009min', SPACE],
    ['\u0301admin', 'the username must not start with a combining mark.'],
    ['\u20DDadmin', 'the username must not start with a combining mark.'],
    [' admin', 'the username must not start or end with a space.'],
    ['admin ', 'the username must not start or end with a space.'],
    ['\uFDFA'.repeat(20), 'the username is too long after normalization.'],
    // Greek Nu and Upsilon, which are v and u when they are small.
    ['ADMIΝ', 'the username can be confused with one in Latin letters. Write it in lower case.'],
    ['ΝΙΝΑ', 'the username can be confused with one in Latin letters. Write it in lower case.'],
    ['ΥΟΚΟ', 'the username can be confused with one in Latin letters. Write it in lower case.'],
    ['ADMI𝚴', 'the username can be confused with one in Latin letters. Write it in lower case.'],
  ])('%j', (username, problem) => {
    expect(problemOfUsername(username)).toEqual({
      field: 'username',
      en: problem,
      zh: expect.stringMatching(/^用户名.*。$/),
    })
  })
})
