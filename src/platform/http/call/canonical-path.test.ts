import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scaled } from '../../../../test/support/scale.ts'
import { isCanonicalPath } from './canonical-path.ts'

describe('canonical', () => {
  test.each([
    '/',
    '/api/v1/login',
    '/api/v1/login/',
    '/api/v1/sys-user/7?pageIndex=1&pageSize=10',
    '/api/v1/sys-user?',
    '/?a=/../b//c;d%2f%zz',
    '/api/v1/sys-user?ref=/api/v1/logout',
    "/~a-b_c.d/!$&'()*+,=:@",
    '/.well-known/a..b/...',
    '/%E4%B8%AD%E6%96%87/%F0%9F%98%80/%C2%A0',
    '/a%20b/%22%3C%3E%5B%5D%5E%60%7B%7C%7D',
    '/%23%24%26%2B%2C%3A%3D%3F%40',
    '/%21%27%28%29%2A',
    '/100%25',
    '/100%25/',
    '/100%25?a',
    '/50%25%20off',
    '/%25zz',
    '/:id/*',
  ])('%s', (target) => {
    expect(isCanonicalPath(target)).toBe(true)
  })
})

describe('refused', () => {
  test.each([
    ['an empty target', ['', '?a=1']],
    ['other than a path', ['api/v1', '*', 'http://host/api/v1', 'host:443', '?/a']],
    ['an empty segment', ['//', '//host/a', '/a//b', '/a//', '/a//?b', '///']],
    [
      'a dot segment',
      ['/.', '/..', '/a/.', '/a/..', '/./a', '/../a', '/a/./b', '/a/../b', '/a/..?b', '/a/.?b'],
    ],
    ['an encoded dot segment', ['/%2e', '/%2E%2E/a', '/a/.%2e/b', '/a/%2e./b', '/api/v1/login/%2e%2e/x']],
    [
      'an encoded slash or backslash',
      ['/a%2fb', '/a%2Fb', '/a%5cb', '/a%5Cb', '/api/v1/getCaptcha%2f..%2fx'],
    ],
    ['a backslash', ['/a\\b', '\\a', '/a/..\\b', '/\\']],
    [
      'an encoded unreserved character',
      ['/%41', '/%61', '/%30', '/%2D', '/%2E', '/%5F', '/%7E', '/sys%2Duser'],
    ],
    ['a lower-case escape', ['/%e4%b8%ad', '/%E4%B8%aD', '/a%3a', '/%c3%a9']],
    ['an invalid escape', ['/%', '/a%', '/%2', '/%2G', '/%zz', '/%%20', '/%u0041', '/% 20']],
    ['a path encoded twice', ['/%252e%252e/a', '/%252F', '/%2541', '/%25252e', '/a%255c', '/%25ab']],
    [
      'an encoded control character',
      ['/%00', '/a%0A', '/a%0D%0Ab', '/%1F', '/%7F', '/%09', '/%C2%80', '/%C2%9F'],
    ],
    ['a control character', ['/a\u0000', '/a\n', '/a\rb', '/\t', '/\u007f', '/a ', '/ ']],
    [
      'bytes that are not UTF-8',
      ['/%80', '/%FF', '/%C0%AF', '/%C1%9C', '/%E0%80%AF', '/%E4%B8', '/%E4', '/%ED%A0%80'],
    ],
    [
      'more such bytes',
      ['/%F0%80%80%AF', '/%F4%90%80%80', '/%F5%80%80%80', '/%C3A', '/%C3%', '/%C3%41', '/..%FF/a'],
    ],
    ['a raw character beyond ASCII', ['/中', '/é', '/\u202e', '/\uff0f', '/\ud800', '/a\u0100']],
    [
      'a path parameter',
      ['/a;b=1/c', '/a;', '/;', '/..;/a', '/a%3Bb', '/..%3B/a', '/api/v1/login;/x', '/a%3b'],
    ],
    ['a fragment', ['/a#b', '/#', '/a?b#c', '/api/v1/role#/api/v1/login']],
    ['a character that must be escaped', ['/a b', '/<a>', '/"', '/{id}', '/a|b', '/^', '/`', '/[a]']],
  ])('%s', (_, targets) => {
    expect(targets.filter(isCanonicalPath)).toEqual([])
  })
})

// Segments as a careful client makes them of arbitrary text.
const segment = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
  .filter((text) => !/[\p{Cc}/\\;]|%[0-9A-F]{2}|^\.{1,2}$/iu.test(text))
  .map(encodeURIComponent)
const canonicalPath = fc
  .tuple(fc.array(segment, { maxLength: 5 }), fc.boolean())
  .map(([segments, slash]) => `/${segments.join('/')}${slash && segments.length > 0 ? '/' : ''}`)

test('what a client encodes with encodeURIComponent is canonical', () => {
  fc.assert(
    fc.property(canonicalPath, (path) => isCanonicalPath(path)),
    { numRuns: scaled(1000, 5000) },
  )
})

test('a canonical path has the same meaning for servers that resolve and for servers that decode', () => {
  const anything = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          '/',
          '.',
          '..',
          'a',
          '%',
          '%2',
          '%2e',
          '%2F',
          '%5C',
          '%25',
          '%41',
          '%C3%A9',
          ';',
          '\\',
          ':',
        ),
        fc.string({ maxLength: 2 }),
      ),
      { maxLength: 8 },
    )
    .map((parts) => `/${parts.join('')}`)
  let canonical = 0
  fc.assert(
    fc.property(fc.oneof(anything, canonicalPath), (target) => {
      if (!isCanonicalPath(target)) return
      canonical++
      const path = target.split('?')[0] ?? ''
      expect(new URL(`http://host${target}`).pathname).toBe(path)
      const decoded = path.split('/').map(decodeURIComponent)
      expect(decodeURIComponent(path).split('/')).toEqual(decoded)
      expect(decoded.filter((segment) => /^\.{1,2}$|[\\/;]/.test(segment))).toEqual([])
    }),
    { numRuns: scaled(2000, 10_000) },
  )
  expect(canonical).toBeGreaterThan(600)
})

describe('decoded, as the identity headers sign it', () => {
  const reserved = [..."!$&'()*+,:=@"].flatMap((character) => [character, escapeOf(character)])
  const piece = fc.oneof(
    segment,
    fc.constantFrom(...reserved, '%25', '%2', '2', '5', '4', '%C3%A9', '%20', '%3F'),
  )
  const spelling = fc
    .array(piece, { minLength: 1, maxLength: 6 })
    .map((pieces) => `/${pieces.join('')}`)
    .filter(isCanonicalPath)

  test('a path has nothing left to decode and no control character', () => {
    fc.assert(
      fc.property(spelling, (path) => {
        expect(decodeURIComponent(path)).not.toMatch(/%[\dA-Fa-f]{2}|\p{Cc}/u)
      }),
      { numRuns: scaled(1000, 5000) },
    )
  })

  test('two paths are the same only if they differ in escapes of reserved characters', () => {
    const withoutReservedEscapes = (path: string): string =>
      path.replaceAll(/%(?:2[146-9A-C]|3[AD]|40)/g, decodeURIComponent)
    fc.assert(
      fc.property(spelling, (path) => {
        const [, ...characters] = decodeURIComponent(path)
        const narrowest = `/${characters.map(encodeURIComponent).join('')}`
        expect(withoutReservedEscapes(narrowest)).toBe(withoutReservedEscapes(path))
      }),
      { numRuns: scaled(1000, 5000) },
    )
  })
})

function escapeOf(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}

test('a second spelling of any unreserved character of a canonical path is refused', () => {
  fc.assert(
    fc.property(canonicalPath, fc.nat(), (path, seed) => {
      const places = [...path.replace(/%../g, '###').matchAll(/[A-Za-z0-9\-._~]/g)].map(({ index }) => index)
      const at = places[seed % places.length]
      if (at === undefined) return
      const escaped = escapeOf(path.charAt(at))
      expect(isCanonicalPath(path.slice(0, at) + escaped + path.slice(at + 1))).toBe(false)
    }),
    { numRuns: scaled(1000, 5000) },
  )
})

test.each([
  ['4,096 bytes', `/${'a'.repeat(4095)}`, true],
  ['4,096 bytes and a long query', `/${'a'.repeat(4095)}?${'/a'.repeat(5000)}`, true],
  ['4,097 bytes', `/${'a'.repeat(4096)}`, false],
  ['4,097 bytes with escapes', `/${'%20'.repeat(1365)}a`, false],
  ['256 segments', '/a'.repeat(256), true],
  ['257 segments', '/a'.repeat(257), false],
  ['257 segments, the last one empty', `${'/a'.repeat(256)}/`, false],
])('a path of %s: %s', (_name, target, expected) => {
  expect(isCanonicalPath(target)).toBe(expected)
})

test('exactly the characters that need no escape are canonical unescaped', () => {
  const taken = Array.from({ length: 0x180 }, (_, code) => String.fromCharCode(code)).filter(
    (character) => isCanonicalPath(`/a${character}b`) && isCanonicalPath(`/a/b${character}`),
  )
  // A slash, and the query's question mark, cannot be part of a segment.
  expect(taken.join('')).toBe(
    "!$&'()*+,-./0123456789:=?@ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~",
  )
})
