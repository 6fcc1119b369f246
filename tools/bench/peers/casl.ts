import { createMongoAbility, type MongoAbility } from '@casl/ability'
import type { PolicyRule } from '../../../src/core/permission/policy-rule.ts'
import type { Decide } from './decide.ts'

type RoleAbility = MongoAbility<[string, 'Path' | { readonly path: string }]>

/** Creates one ability per role in advance, with conditions, as the CASL guide recommends. */
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
