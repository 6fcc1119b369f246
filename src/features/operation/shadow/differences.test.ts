import { expect, test } from 'vitest'
import type { PolicyRule } from '../../../core/permission/policy-rule.ts'
import type { Access } from '../../policy/explain/access-check.ts'
import { findDifferences } from './differences.ts'
import type { Answer } from './replay.ts'

const rule = (path: string, method = 'GET'): PolicyRule => ({ roleKey: 'clerk', path, method })

interface Asked {
  readonly path: string
  readonly pattern?: string
  readonly by?: PolicyRule
  readonly there: 'allowed' | 'refused' | 'unclear'
}

function answer({ path, pattern = path, by, there }: Asked): Answer {
  const access: Access = by
    ? { allowed: true, why: 'rule', roleKey: 'clerk', rule: by }
    : { allowed: false, why: 'denied', roleKey: 'clerk', missingRule: rule(path) }
  return {
    question: { subject: { roleKey: 'clerk' }, method: 'GET', path, query: '', pattern, access, requests: 1 },
    decision: { verdict: there, code: 200, detail: undefined },
  }
}

async function commandsFor(rules: readonly PolicyRule[], ...asked: readonly Asked[]) {
  const found = await findDifferences({
    answers: asked.map(answer),
    rules,
    explain: async ({ access }) => access,
  })
  return found.map(({ command, note }) => command ?? note)
}

test('a response without a decision is no difference', async () => {
  expect(await commandsFor([], { path: '/a', there: 'unclear' })).toEqual([])
})

test('the rule for all ids is not proposed if it would allow what the old server refuses', async () => {
  expect(
    await commandsFor(
      [],
      { path: '/orders/7', pattern: '/orders/:id', there: 'allowed' },
      { path: '/orders/export', there: 'refused' },
    ),
  ).toEqual(['castellan policy add clerk GET /orders/7'])
})

test('all rules that allow a call are removed in one command, and no rule twice', async () => {
  const [below, any, exact] = [rule('/a/*'), rule('/:name/b', '*'), rule('/c/b')]
  expect(
    await commandsFor(
      [below, any, exact],
      { path: '/a/b', by: below, there: 'refused' },
      { path: '/c/b', by: any, there: 'refused' },
    ),
  ).toEqual([
    "castellan policy change --remove 'clerk * /:name/b' --remove 'clerk GET /c/b' --remove 'clerk GET /a/*'",
  ])
})

test('calls that both allow keep a rule, unless another one allows them', async () => {
  const [below, list] = [rule('/a/*'), rule('/a/list')]
  expect(
    await commandsFor(
      [below, list],
      { path: '/a/secret', by: below, there: 'refused' },
      { path: '/a/list', by: list, there: 'allowed' },
      { path: '/a/7', pattern: '/a/:id', by: below, there: 'allowed' },
    ),
    // "/a/:id" would allow "/a/secret".
  ).toEqual(["castellan policy change --remove 'clerk GET /a/*' --add 'clerk GET /a/7'"])
})
