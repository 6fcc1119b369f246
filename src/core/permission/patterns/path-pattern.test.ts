import { describe, expect, test } from 'vitest'
import { Refusal } from '../../../platform/refusal/refusal.ts'
import {
  findPatternProblem,
  parsePathPattern,
  parseRoutePath,
  patternMatches,
  patternsOverlap,
} from './path-pattern.ts'

const matches = (pattern: string, path: string) => patternMatches(parsePathPattern(pattern), path)
const overlap = (a: string, b: string) => patternsOverlap(parsePathPattern(a), parsePathPattern(b))

describe('the syntax of path patterns', () => {
  test.each([
    '/',
    '/*',
    '/a/',
    '/api/v1/sys-user',
    '/api/v1/sys-user/:id',
    '/api/v1/sys-user/:id/password',
    '/:a/:a',
    '/:user-id/:user_id/:0/*',
    "/~me/it's/a=b,c!/d&e/@f",
    '/%E4%B8%AD%20%2B/100%25',
    `/${'a'.repeat(1023)}`,
    '/a'.repeat(64),
  ])('%s is valid', (text) => {
    expect(findPatternProblem(text)).toBeUndefined()
    expect(parsePathPattern(text).text).toBe(text)
  })

  test.each([
    ['', 'write "/*" for every path'],
    ['*', 'write "/*" for every path'],
    ['api/v1', 'it must start with "/": write "/api/v1"'],
    ['/a//b', 'write one "/" in place of "//"'],
    ['/a/./b', 'write the path that "." leads to'],
    ['/a/../b', 'write the path that ".." leads to'],
    ['/foo*', 'write ":name" in place of "foo*", or "/*" after a whole segment for anything below it'],
    ['/a/*/b', 'write "/*" only at the very end, and ":name" for one segment'],
    ['/a/**', 'write ":name" in place of "**"'],
    ['/:/all', 'write ":" and a name of letters, digits, "_" and "-" in place of ":"'],
    ['/:id.json', 'write ":" and a name of letters, digits, "_" and "-" in place of ":id.json"'],
    ['/role/{id}', 'write ":id" in place of "{id}"'],
    ['/:id/a.b', '"." cannot stand in a literal segment: write ":name" in place of "a.b"'],
    ['/%20%2B.', '"." cannot stand in a literal segment'],
    [`/${'a'.repeat(1022)}.`, '"." cannot stand in a literal segment'],
    ['/a/report.csv', '"." cannot stand in a literal segment: write ":name" in place of "report.csv"'],
    ['/a/x:y', '":" cannot stand in a literal segment: write ":name" in place of "x:y"'],
    ['/a/(b)', '"(" cannot stand in a literal segment: write ":name" in place of "(b)"'],
    ['/a/b+', '"+" cannot stand in a literal segment: write ":name" in place of "b+"'],
    ['/a/b$', '"$" cannot stand in a literal segment: write ":name" in place of "b$"'],
    ['/a/[bc]', 'write "%5B" in place of "["'],
    ['/a|b', 'write "%7C" in place of "|"'],
    ['/^a', 'write "%5E" in place of "^"'],
    ['/{id}s', 'write "%7B" in place of "{"'],
    ['/a{2}', 'write "%7B" in place of "{"'],
    ['/a?b=1', 'write the path alone, without a query or fragment'],
    ['/a#b', 'write the path alone, without a query or fragment'],
    ['/a\\b', 'write "/" in place of a backslash'],
    ['/a;b=1', 'write it without ";"'],
    ['/a b', 'write "%20" in place of " "'],
    ['/中', 'write "%E4%B8%AD" in place of "中"'],
    ['/😀', 'write "%F0%9F%98%80" in place of "😀"'],
    ['/a\u0000', 'write it without control characters and lone surrogates'],
    ['/\ud800', 'write it without control characters and lone surrogates'],
    ['/100%', 'write "%25" for a percent sign'],
    ['/%%2041', 'write "%25" for a percent sign'],
    ['/%zz', 'write "%25" for a percent sign'],
    ['/%e4%b8%ad', 'write "%E4" in place of "%e4"'],
    ['/%41', 'write "A" in place of "%41"'],
    ['/%2Ehidden', 'write ":name" for a segment with a dot in it'],
    ['/a%2Fb', 'write it without "%2F": a request with that in its path is refused'],
    ['/a%5Cb', 'write it without "%5C"'],
    ['/a%3Bb', 'write it without "%3B"'],
    ['/a%00b', 'write it without "%00"'],
    ['/a%252e', 'write it without "%25"'],
    ['/%C0%AF', 'write it without "%C0"'],
    [`/${'a'.repeat(1024)}`, 'write at most 1024 characters'],
    ['/a'.repeat(65), 'write at most 64 segments, and "/*" for what is deeper'],
    [`${'/a'.repeat(64)}/*`, 'write at most 64 segments, and "/*" for what is deeper'],
  ])('%s is refused with a correction', (text, advice) => {
    expect(findPatternProblem(text)?.en).toContain(advice)
    expect(findPatternProblem(text)?.zh).toMatch(/^路径模式 ".*" 无法使用：/s)
    expect(() => parsePathPattern(text)).toThrow(
      expect.objectContaining({
        reason: 'invalid-parameters',
        details: { problem: findPatternProblem(text) },
      }),
    )
  })

  test('a long pattern is truncated in the message', () => {
    const problem = findPatternProblem(`/${'.'.repeat(100_000)}`)?.en
    expect(problem).toContain(`"/${'.'.repeat(99)}…"`)
    expect(problem?.length).toBeLessThan(300)
    expect(findPatternProblem(`/${'.'.repeat(99)}`)?.en).toContain(`"/${'.'.repeat(99)}"`)
  })

  test('an invalid pattern throws a Refusal', () => {
    expect(() => parsePathPattern('a')).toThrow(Refusal)
  })
})

describe('a pattern matches', () => {
  test.each([
    ['/a', '/a', true],
    ['/a', '/a/', false],
    ['/a/', '/a/', true],
    ['/a/', '/a', false],
    ['/a', '/A', false],
    ['/:id', '/7', true],
    ['/:id', '/', false],
    ['/:id', '/7/', false],
    ['/:id', '/:', true],
    ['/a', '/:', false],
    ['/:a/:a', '/1/2', true],
    ['/a/*', '/a', false],
    ['/a/*', '/a/', true],
    ['/a/*', '/a/b/c', true],
    ['/a/*', '/ab/c', false],
    ['/:a/*', '/x/', true],
    ['/:a/*', '//x', false],
    ['/', '/', true],
    ['/*', '/', true],
    ['/*', 'a', false],
    ['/*', 'x/a', false],
    ['/a', 'x/a', false],
    ['/*', '', false],
  ])('%s on %s: %s', (pattern, path, expected) => {
    expect(matches(pattern, path)).toBe(expected)
  })

  test('the pattern of a route matches every path that the router may accept', () => {
    expect(patternMatches(parseRoutePath('/file/:name.png'), '/file/a.png')).toBe(true)
    expect(patternMatches(parseRoutePath('/v1.0/a'), '/v1.0/a')).toBe(true)
    expect(patternMatches(parseRoutePath('*'), '/anything/at/all')).toBe(true)
    expect(patternMatches(parseRoutePath('/a*'), '/abc')).toBe(true)
  })
})

describe('patterns overlap', () => {
  test.each([
    ['/a', '/a', true],
    ['/a', '/b', false],
    ['/a', '/:x', true],
    ['/a/:x', '/:y/b', true],
    ['/a/:x', '/:y', false],
    ['/*', '/a/b', true],
    ['/a/*', '/a', false],
    ['/a/*', '/a/', true],
    ['/a/:x', '/a/', false],
    ['/a/*', '/:x/*', true],
    ['/a/*', '/b/*', false],
    ['/a/*', '/a/b/:c/*', true],
  ])('%s and %s: %s', (a, b, expected) => {
    expect(overlap(a, b)).toBe(expected)
    expect(overlap(b, a)).toBe(expected)
  })
})
