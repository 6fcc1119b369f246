import { expect, test } from 'vitest'
import { parseToken } from './token-parser.ts'

const encode = (text: string): string => Buffer.from(text).toString('base64url')
const HEADER = encode('{"alg":"HS256","typ":"JWT"}')
const CLAIMS = encode('{"a":1}')

test('a token has three parts: a header with known members, claims and a signature', () => {
  expect(parseToken(`${HEADER}.${CLAIMS}.AAAA`)).toEqual({
    header: { alg: 'HS256', typ: 'JWT' },
    claims: { a: 1 },
  })
  expect(parseToken(`${encode('{"kid":"k"}')}.${CLAIMS}.AAAA`)?.header).toEqual({ kid: 'k' })
})

test.each([
  ['.', 'no part at all'],
  [`${HEADER}.${CLAIMS}`, 'two parts'],
  [`${HEADER}.${CLAIMS}.AAAA.`, 'four parts'],
  [`.${CLAIMS}.AAAA`, 'no header'],
  [`${HEADER}..AAAA`, 'no claims'],
  [`${HEADER}.${CLAIMS}.`, 'no signature'],
  [`${HEADER}.${CLAIMS}.AAA=`, 'a signature with padding'],
  [`${HEADER}.${CLAIMS}.AB`, 'a signature with bits to spare'],
  [`${HEADER}=.${CLAIMS}.AAAA`, 'a header with padding'],
  [`${HEADER}.${CLAIMS}=.AAAA`, 'claims with padding'],
  [`${HEADER}.${CLAIMS}\n.AAAA`, 'claims with a line break'],
  [`${encode('{"alg":"HS256","x":1}')}.${CLAIMS}.AAAA`, 'a header with another name'],
  [`${encode('[]')}.${CLAIMS}.AAAA`, 'a header that is a list'],
  [`${encode('null')}.${CLAIMS}.AAAA`, 'a header that is nothing'],
  [`${encode('1')}.${CLAIMS}.AAAA`, 'a header that is a number'],
  [`${encode('{')}.${CLAIMS}.AAAA`, 'a header that is not JSON'],
  [`${HEADER}.${encode('[]')}.AAAA`, 'claims that are a list'],
  [`${HEADER}.${encode('null')}.AAAA`, 'claims that are nothing'],
  [`${HEADER}.${encode('"a"')}.AAAA`, 'claims that are a text'],
  [
    `${HEADER}.${Buffer.from('{"a":"\xff"}', 'latin1').toString('base64url')}.AAAA`,
    'claims that are not UTF-8',
  ],
])('%s is refused: %s', (token) => {
  expect(parseToken(token)).toBeUndefined()
})

test('a token has at most 4096 characters', () => {
  const rest = 4096 - `${HEADER}.${CLAIMS}.`.length
  expect(parseToken(`${HEADER}.${CLAIMS}.${'A'.repeat(rest)}`)).toBeDefined()
  expect(parseToken(`${HEADER}.${CLAIMS}.${'A'.repeat(rest + 4)}`)).toBeUndefined()
})
