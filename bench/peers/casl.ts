import { createMongoAbility, type MongoAbility } from '@casl/ability'
import type { PolicyRule } from '../../src/permission/policy-rule.ts'
import type { Decide } from './decide.ts'

type RoleAbility = MongoAbility<[string, 'Path' | { readonly path: string }]>

/** An ability for each role, built beforehand, with conditions in its own language, as its guide advises. */
export function caslDecisions(rules: readonly PolicyRule[]): Decide {
  const abilities = new Map<string, RoleAbility>()
  for (const roleKey of new Set(rules.map((rule) => rule.roleKey))) {
    const ofRole = rules.filter((rule) => rule.roleKey === roleKey)
    const ability = createMongoAbility<RoleAbility>(ofRole.map(abilityRuleOf), {
      anyAction: '*',
      detectSubjectType: () => 'Path',
    })
    abilities.set(roleKey, ability)
  }
  return ({ roleKey, path, method }) => abilities.get(roleKey)?.can(method, { path }) ?? false
}

function abilityRuleOf({ path, method }: PolicyRule) {
  const pattern = path.replaceAll(/:\w+/g, '[^/]+').replace('/*', '/.*')
  return {
    action: method,
    subject: 'Path' as const,
    conditions: { path: { $regex: new RegExp(`^${pattern}$`) } },
  }
}
