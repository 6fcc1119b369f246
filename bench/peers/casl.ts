import { Ability, type MatchConditions } from '@casl/ability'
import type { PolicyRule } from '../../src/permission/policy-rule.ts'
import type { Decide } from './decide.ts'

interface Asked {
  readonly path: string
}
type RoleAbility = Ability<[string, Asked | 'Path'], RegExp>

const options = {
  anyAction: '*',
  conditionsMatcher:
    (pattern: RegExp): MatchConditions =>
    (asked) =>
      pattern.test(String(asked.path)),
  detectSubjectType: () => 'Path' as const,
}

/** An ability for each role, built beforehand, as its guide advises; a pattern is a condition, compiled once. */
export function caslDecisions(rules: readonly PolicyRule[]): Decide {
  const abilities = new Map<string, RoleAbility>()
  for (const roleKey of new Set(rules.map((rule) => rule.roleKey))) {
    const ofRole = rules.filter((rule) => rule.roleKey === roleKey)
    abilities.set(roleKey, new Ability(ofRole.map(abilityRuleOf), options))
  }
  return ({ roleKey, path, method }) => abilities.get(roleKey)?.can(method, { path }) ?? false
}

function abilityRuleOf({ path, method }: PolicyRule) {
  const pattern = path.replaceAll(/:\w+/g, '[^/]+').replace('/*', '/.*')
  return { action: method, subject: 'Path' as const, conditions: new RegExp(`^${pattern}$`) }
}
