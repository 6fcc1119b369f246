import { describe, expect, test } from 'vitest'
import type { PolicyRule } from '../../../core/permission/policy-rule.ts'
import type { Usage } from '../usage/usage.ts'
import { type PolicyChange, previewChange } from './preview.ts'

const rule = (path: string, method = 'GET', roleKey = 'editor'): PolicyRule => ({ roleKey, path, method })

function usage(route: string, part: Partial<Usage> = {}): Usage {
  const call = { roleKey: 'editor', method: 'GET', route, allowed: true }
  return { ...call, count: 3, firstUsedAt: 1, lastUsedAt: 2, ...part }
}

function preview(rules: PolicyRule[], change: Partial<PolicyChange>, usages: Usage[]) {
  const none = { added: [], removed: [], disabledRoles: new Set<string>() }
  const exclusions = [{ method: 'GET', path: '/notice' }]
  return previewChange({ usages, rules, exclusions, change: { ...none, ...change } })
}

/** The routes and extents of gains and losses. */
async function summaryOf(rules: PolicyRule[], change: Partial<PolicyChange>, usages: Usage[]) {
  const { gains, losses } = await preview(rules, change, usages)
  const shorten = (list: typeof gains) => list.map(({ route, extent }) => `${route} ${extent}`)
  return { gains: shorten(gains), losses: shorten(losses) }
}

test('a removed rule is a loss of what was used, with the count and the last use', async () => {
  const rules = [rule('/orders/:id'), rule('/users')]
  expect(
    await preview(rules, { removed: [rule('/orders/:id')] }, [usage('/orders/:id'), usage('/users')]),
  ).toEqual({
    gains: [],
    losses: [
      {
        roleKey: 'editor',
        method: 'GET',
        route: '/orders/:id',
        extent: 'full',
        usedCount: 3,
        lastUsedAt: 2,
        refusedCount: 0,
        lastRefusedAt: undefined,
      },
    ],
  })
})

test('an added rule is a gain of what was refused before', async () => {
  const refused = usage('/orders/:id', { allowed: false })
  const { gains, losses } = await preview([], { added: [rule('/orders/*')] }, [refused])
  expect(losses).toEqual([])
  expect(gains).toMatchObject([{ extent: 'full', usedCount: 0, refusedCount: 3, lastRefusedAt: 2 }])
})

describe('a rule that covers only part of a recorded route', () => {
  const usages = [usage('/orders/:id')]
  test.each([
    [
      'is removed',
      [rule('/orders/7')],
      { removed: [rule('/orders/7')] },
      { gains: [], losses: ['/orders/:id part'] },
    ],
    ['is added', [], { added: [rule('/orders/7')] }, { gains: ['/orders/:id part'], losses: [] }],
    [
      'remains',
      [rule('/orders/7'), rule('/orders/:id')],
      { removed: [rule('/orders/:id')] },
      { gains: [], losses: ['/orders/:id part'] },
    ],
    [
      'is exchanged for another one',
      [rule('/orders/7')],
      { removed: [rule('/orders/7')], added: [rule('/orders/8')] },
      { gains: ['/orders/:id part'], losses: ['/orders/:id part'] },
    ],
  ])('%s: the change is reported as a part', async (_, rules, change, expected) => {
    expect(await summaryOf(rules, change, usages)).toEqual(expected)
  })
})

describe('nothing changes where', () => {
  const none = { gains: [], losses: [] }
  test.each([
    [
      'another rule still allows it',
      [rule('/orders/*'), rule('/orders/:id')],
      { removed: [rule('/orders/:id')] },
    ],
    [
      'another rule for all methods still allows a part of it',
      [rule('/orders/7', '*'), rule('/orders/7')],
      { removed: [rule('/orders/7')] },
    ],
    ['a rule allows it already', [rule('/orders/*')], { added: [rule('/orders/:id')] }],
    [
      'a rule is exchanged for a wider one',
      [rule('/orders/:id')],
      { removed: [rule('/orders/:id')], added: [rule('/orders/*')] },
    ],
    ['the rule has another method', [rule('/orders/:id', 'PUT')], { removed: [rule('/orders/:id', 'PUT')] }],
    ['the rule belongs to another role', [], { added: [rule('/orders/:id', 'GET', 'auditor')] }],
    ['the rule is not valid', [rule('/orders/{id}')], { removed: [rule('/orders/{id}')] }],
  ])('%s', async (_, rules, change) => {
    expect(await summaryOf(rules, change, [usage('/orders/:id')])).toEqual(none)
  })

  test('the exclusion list allows it', async () => {
    const rules = [rule('/notice')]
    expect(await summaryOf(rules, { removed: rules }, [usage('/notice')])).toEqual(none)
  })
})

test('a disabled role loses everything, including what the exclusion list allows', async () => {
  const usages = [usage('/orders/:id'), usage('/notice', { count: 9 }), usage('/users', { allowed: false })]
  const change = { disabledRoles: new Set(['editor']) }
  expect(await summaryOf([rule('/orders/:id')], change, usages)).toEqual({
    gains: [],
    losses: ['/notice full', '/orders/:id full'],
  })
})

test('many rules and routes are compared in many turns of the event loop', async () => {
  const rules = Array.from({ length: 40_000 }, (_, i) => rule(`/orders/${i}/lines`))
  const usages = Array.from({ length: 4000 }, (_, i) => usage(`/orders/${i}/lines`))
  let turns = 0
  let next: NodeJS.Immediate | undefined
  const countTurn = (): void => {
    turns++
    next = setImmediate(countTurn)
  }
  countTurn()
  try {
    const { losses } = await preview(rules, { removed: rules.slice(0, 20_000) }, usages)
    expect(losses).toHaveLength(4000)
  } finally {
    clearImmediate(next)
  }
  // One turn per batch of rules, at least.
  expect(turns).toBeGreaterThan(80)
})
