import { endpoint } from '../../../core/check/http/endpoint.ts'
import type { PolicyStore } from '../../../core/permission/policy.store.ts'
import { compareRules } from '../../../core/permission/rules/rule-comparison.ts'
import { ruleFields } from '../../../core/permission/rules/rule-schemas.ts'
import type { RoleStore } from '../../../core/role/role.store.ts'
import type { Role } from '../../../core/role/role.ts'
import type { Schema } from '../../../platform/http/endpoint/documentation.ts'
import { pageOf, pageQuery, pageResponse } from '../../../platform/http/endpoint/page-query.ts'
import {
  count,
  listSchema,
  objectSchema,
  pageSchema,
  text,
} from '../../../platform/http/endpoint/response-schemas.ts'
import { Refusal } from '../../../platform/refusal/refusal.ts'
import type { UsageStore } from '../usage/usage.store.ts'
import { lastUsedAt } from './report-schemas.ts'
import { ruleWithUse } from './reports.ts'
import { findRuleUses } from './unused-rules.ts'

/** How many rules a list of a comparison has at most. */
const MAX_COMPARED_RULES = 1000

const roleKey = { type: 'string', maxLength: 64, description: 'The key of the role.' } as const

const grantFields = { path: text, method: text }
const isCovered = {
  type: 'boolean',
  description: 'Whether a wider rule of the other role allows the same calls.',
}

function comparedSchema(title: string, fields: Readonly<Record<string, Schema>>): Schema {
  return objectSchema(title, {
    count,
    rules: {
      ...listSchema(objectSchema(`${title}Rule`, fields)),
      description: `The first ${MAX_COMPARED_RULES} rules, sorted by path.`,
    },
  })
}
const oneSidedSchema = comparedSchema('OneSided', { ...grantFields, isCovered })

interface Parts {
  readonly roles: RoleStore
  readonly policyStore: PolicyStore
  readonly usage: UsageStore
}

/** Endpoints about the rules of a role. They are below `/policy`, because they show rules. */
export function roleRuleRoutes({ roles, policyStore, usage }: Parts) {
  async function existing(key: string): Promise<Role> {
    const role = await roles.findByKey(key)
    if (!role) throw new Refusal('role-unknown', { role: `"${key}"` })
    return role
  }

  return {
    usage: endpoint({
      operationId: 'listRulesWithUse',
      summary: 'List the rules of a role with their last use',
      description:
        'A rule counts as used if a recorded route overlaps it. Calls of the role `admin` are not recorded.',
      response: pageSchema('UsedRulePage', objectSchema('UsedRule', { ...ruleFields, lastUsedAt })),
      refusals: ['role-unknown'],
      query: { type: 'object', required: ['roleKey'], properties: { ...pageQuery, roleKey } } as const,
      async handler({ query }) {
        const { roleKey: key } = await existing(query.roleKey)
        const page = await policyStore.page({ roleKey: key }, pageOf(query))
        const allowed = (await usage.list({ roleKey: key })).filter((one) => one.allowed)
        const uses = await findRuleUses(page.list, allowed)
        return pageResponse({ ...page, list: uses.map(ruleWithUse) })
      },
    }),

    compare: endpoint({
      operationId: 'compareRoles',
      summary: 'Compare the rules of two roles',
      response: objectSchema('RoleComparison', {
        onlyFirst: oneSidedSchema,
        onlySecond: oneSidedSchema,
        both: comparedSchema('Common', grantFields),
      }),
      refusals: ['role-unknown'],
      query: {
        type: 'object',
        required: ['first', 'second'],
        properties: { first: roleKey, second: roleKey },
      } as const,
      async handler({ query }) {
        const [first, second] = [await existing(query.first), await existing(query.second)]
        const { onlyFirst, onlySecond, both } = await compareRules(
          await policyStore.listByRole(first.roleKey),
          await policyStore.listByRole(second.roleKey),
        )
        return { onlyFirst: counted(onlyFirst), onlySecond: counted(onlySecond), both: counted(both) }
      },
    }),
  }
}

function counted<Rule>(rules: readonly Rule[]) {
  return { count: rules.length, rules: rules.slice(0, MAX_COMPARED_RULES) }
}
