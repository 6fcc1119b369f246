import { describe, expect, test } from 'vitest'
import { InvalidParameters } from '../../platform/refusal/refusal.ts'
import { assertPossibleCall, type Call, narrowestRule } from './call.ts'
import { createPolicyIndex } from './policy-index.ts'

const GOOD: Call = { method: 'GET', path: '/api/v1/a' }

function problemOf(call: Partial<Call>): string | undefined {
  try {
    assertPossibleCall({ ...GOOD, ...call })
    return undefined
  } catch (error) {
    if (!(error instanceof InvalidParameters)) throw error
    return error.problem.en
  }
}

describe('calls', () => {
  test.each([
    [{ method: 'HEAD' }],
    [{ method: 'OPTIONS' }],
    [{ path: '/' }],
    [{ path: '/a/' }],
    [{ path: '/files/a.pdf' }],
    [{ path: '/a/:id' }],
    [{ path: '/caf%C3%A9' }],
  ])('%j is possible', (call) => {
    expect(problemOf(call)).toBeUndefined()
  })

  test.each([
    [{ method: 'get' }, 'the method "get" is unknown: write "GET".'],
    [
      { method: 'BREW' },
      'the method "BREW" is unknown: write one of GET, POST, PUT, PATCH, DELETE, OPTIONS, HEAD.',
    ],
    [{ method: '*' }, /unknown/],
    [{ method: '' }, /unknown/],
    [{ path: 'api/v1/a' }, 'the path "api/v1/a" must start with "/".'],
    [{ path: '' }, /must start with/],
    [{ path: '/a?b=1' }, /query or fragment/],
    [{ path: '/a#b' }, /query or fragment/],
    [{ path: '//a' }, /canonical/],
    [{ path: `/${'a'.repeat(4096)}` }, /more than 4096 bytes or 256 segments/],
    [{ path: '/a'.repeat(257) }, /more than 4096 bytes or 256 segments/],
    [{ path: '/a/../b' }, /canonical/],
    [{ path: '/a/..' }, /canonical/],
    [{ path: '/a%2fb' }, /canonical/],
    [{ path: `/ ${'x'.repeat(200)}` }, /^.{0,180}$/],
  ])('%j is not possible', (call, problem) => {
    const found = problemOf(call)
    if (typeof problem === 'string') expect(found).toBe(problem)
    else expect(found).toMatch(problem)
  })
})

test.each([
  [GOOD, { method: 'GET', path: '/api/v1/a' }],
  [
    { method: 'HEAD', path: '/a/' },
    { method: 'GET', path: '/a/' },
  ],
  [
    { method: 'PUT', path: '/files/a.pdf/7' },
    { method: 'PUT', path: '/files/:name/7' },
  ],
  [
    { method: 'GET', path: '/a/*' },
    { method: 'GET', path: '/a/:name' },
  ],
  [
    { method: 'GET', path: '/a/:b:' },
    { method: 'GET', path: '/a/:name' },
  ],
  [
    { method: 'GET', path: '/' },
    { method: 'GET', path: '/' },
  ],
])('the narrowest rule for %j', (call, expected) => {
  const rule = narrowestRule('auditor', call)
  expect(rule).toEqual({ roleKey: 'auditor', ...expected })
  const method = call.method === 'HEAD' ? 'GET' : call.method
  expect(createPolicyIndex([rule]).allows('auditor', call.path, method)).toBe(true)
})
