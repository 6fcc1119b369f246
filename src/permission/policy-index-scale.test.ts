import { describe, expect, test } from 'vitest'
import { createPolicyIndex, type PolicyRule } from './policy-index.ts'

const rule = (roleKey: string, method: string, path: string): PolicyRule => ({ roleKey, path, method })

describe('a big policy', () => {
  const rules = Array.from({ length: 30_000 }, (_, i) =>
    rule(`role${i % 7}`, 'GET', `/api/v1/thing${i}/:id/part${i % 100}`),
  )

  test('keeps every rule, and none for another role', () => {
    const index = createPolicyIndex(rules)
    expect(index.size).toBe(30_000)
    for (const [i, { roleKey }] of rules.entries()) {
      const path = `/api/v1/thing${i}/7/part${i % 100}`
      if (!index.allows(roleKey, path, 'GET')) expect.fail(`${roleKey} may not call ${path}`)
      if (index.allows(`role${(i + 1) % 7}`, path, 'GET')) expect.fail(`another role may call ${path}`)
      if (index.allows(roleKey, `${path}0`, 'GET')) expect.fail(`${roleKey} may call ${path}0`)
    }
  })
})

describe('a hostile policy', () => {
  // Far more than is needed on the slowest machine, and far less than an exponential search would take.
  const ENOUGH_SECONDS = 10
  const secondsFor = (work: () => void) => {
    const start = performance.now()
    work()
    return (performance.now() - start) / 1000
  }

  test('names and literals at each of 64 levels: a decision stays short', () => {
    // Each of the rules agrees with the path up to its end; a search that forgets where it was would try 2^63 ways.
    const rules = Array.from({ length: 63 }, (_, i) =>
      rule('r', 'GET', `${'/a'.repeat(i)}/:x${'/a'.repeat(62 - i)}/z`),
    )
    const index = createPolicyIndex(rules)
    const path = `${'/a'.repeat(63)}/b`
    expect(
      secondsFor(() => {
        for (let i = 0; i < 200; i++) expect(index.allows('r', path, 'GET')).toBe(false)
      }),
    ).toBeLessThan(ENOUGH_SECONDS)
  })

  test('every mixture of names and literals over 13 levels: a decision costs no more than the rules', () => {
    const mixtures = Array.from({ length: 2 ** 13 }, (_, i) =>
      Array.from({ length: 13 }, (_, level) => (((i >> level) & 1) === 1 ? '/:x' : '/a')).join(''),
    )
    const index = createPolicyIndex(mixtures.map((path) => rule('r', 'GET', `${path}/z`)))
    expect(index.allows('r', `${'/a'.repeat(13)}/z`, 'GET')).toBe(true)
    const path = `${'/a'.repeat(13)}/b`
    expect(
      secondsFor(() => {
        for (let i = 0; i < 20; i++) expect(index.allows('r', path, 'GET')).toBe(false)
      }),
    ).toBeLessThan(ENOUGH_SECONDS)
  })

  test('many rules of one shape: building does not go over all of them for each', () => {
    const rules = Array.from({ length: 50_000 }, (_, i) => rule('r', 'GET', `/:name${i}`))
    expect(secondsFor(() => createPolicyIndex(rules))).toBeLessThan(ENOUGH_SECONDS)
  })
})
