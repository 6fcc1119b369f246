import { pageOf, pageQuery, pageResponse } from '../../../platform/http/endpoint/page-query.ts'
import {
  bodySchema,
  longText,
  querySchema,
  strictBodySchema,
} from '../../../platform/http/endpoint/request-schemas.ts'
import {
  count,
  listSchema,
  objectSchema,
  pageSchema,
} from '../../../platform/http/endpoint/response-schemas.ts'
import {
  type InputProblem,
  InvalidParameters,
  type LocalizedText,
} from '../../../platform/refusal/refusal.ts'
import { csvEndpoint } from '../../check/http/csv-endpoint.ts'
import { endpoint, withoutVersion } from '../../check/http/endpoint.ts'
import type { PolicyStore } from '../policy.store.ts'
import { type CsvPolicy, formatCasbinCsv, parseCasbinCsv } from './casbin-csv.ts'
import { type PolicyAdministration, RULES_PER_BATCH } from './policy.ts'
import { ruleSchema } from './rule-schemas.ts'

export const BODY_LIMIT_BYTES = 8 * 1024 * 1024
const MAX_RULES = 20_000
export const MAX_IMPORTED_RULES = 100_000

const ruleFields = { roleKey: longText, path: longText, method: longText }

const ruleList = {
  type: 'array',
  maxItems: MAX_RULES,
  items: { type: 'object', required: ['roleKey', 'path', 'method'], properties: ruleFields },
} as const
const strictRuleList = { ...ruleList, items: { ...ruleList.items, additionalProperties: false } } as const

/** So few that one entry of the audit log lists the whole change. */
const rulesOfChange = { ...strictRuleList, maxItems: RULES_PER_BATCH } as const

/** The members of a change, which a preview takes too. */
export const changedRules = {
  add: { ...rulesOfChange, description: 'Rules to add. Those that exist stay as they are.' },
  remove: { ...rulesOfChange, description: 'Rules to remove. They must exist.' },
} as const

export const EMPTY_CHANGE = {
  en: 'the change is empty: give rules to add or to remove.',
  zh: '没有任何更改：请提供要添加或删除的规则。',
}

const NOTHING_IMPORTED = { en: 'nothing was imported.', zh: '没有导入任何规则。' }

export const CHANGE_REFUSALS = [
  'role-unknown',
  'admin-only',
  'own-role',
  'beyond-own-role',
  'own-role-ends',
] as const

interface Parts {
  readonly policyStore: PolicyStore
  readonly policyAdministration: PolicyAdministration
}

export function policyRoutes({ policyStore, policyAdministration }: Parts) {
  return {
    list: endpoint({
      operationId: 'listRules',
      summary: 'List rules',
      response: pageSchema('RulePage', ruleSchema),
      query: querySchema({ ...pageQuery, ...ruleFields }),
      async handler({ query }) {
        return pageResponse(await policyStore.page(query, pageOf(query)))
      },
    }),

    add: endpoint({
      operationId: 'addRules',
      summary: 'Add rules',
      description: 'All or nothing. Existing rules are not counted.',
      response: objectSchema('AddedRules', { added: count }),
      refusals: CHANGE_REFUSALS,
      bodyLimit: BODY_LIMIT_BYTES,
      body: bodySchema('Rules', ['rules'], { rules: { ...ruleList, minItems: 1 } }),
      async handler({ body, operator }) {
        return withoutVersion(await policyAdministration.add(operator, rulesOf(body.rules)))
      },
    }),

    remove: endpoint({
      operationId: 'deleteRules',
      summary: 'Delete rules',
      description: 'All or nothing.',
      response: objectSchema('DeletedRules', { removed: count }),
      refusals: [...CHANGE_REFUSALS, 'rule-unknown'],
      bodyLimit: BODY_LIMIT_BYTES,
      body: strictBodySchema('RulesToDelete', ['rules'], { rules: { ...strictRuleList, minItems: 1 } }),
      async handler({ body, operator }) {
        return withoutVersion(await policyAdministration.remove(operator, rulesOf(body.rules)))
      },
    }),

    change: endpoint({
      operationId: 'changeRules',
      summary: 'Add and delete rules',
      description:
        'All or nothing, and one entry in the audit log. `POST /api/v1/policy/preview` takes the same body. To undo the change, add what it has removed and remove what it has added.',
      response: objectSchema('ChangedRules', {
        added: { ...listSchema(ruleSchema), description: 'Without the rules that existed before.' },
        removed: listSchema(ruleSchema),
      }),
      refusals: [...CHANGE_REFUSALS, 'rule-unknown'],
      bodyLimit: BODY_LIMIT_BYTES,
      body: strictBodySchema('RuleChange', [], changedRules),
      async handler({ body: { add = [], remove = [] }, operator }) {
        if (add.length + remove.length === 0) throw new InvalidParameters(EMPTY_CHANGE)
        return withoutVersion(
          await policyAdministration.change(operator, { add: rulesOf(add), remove: rulesOf(remove) }),
        )
      },
    }),

    import: endpoint({
      operationId: 'importRules',
      summary: 'Import rules from CSV',
      description: 'All or nothing, at most 8 MB and 100,000 rules.',
      response: objectSchema('ImportedRules', { added: count, read: count }),
      refusals: CHANGE_REFUSALS,
      bodyLimit: BODY_LIMIT_BYTES,
      body: bodySchema('PolicyImport', ['csv'], {
        csv: { type: 'string', description: 'Casbin CSV: `p, role, path, method`.' },
      }),
      async handler({ body, operator }) {
        const read = await parseCasbinCsv([body.csv], { maxRules: MAX_IMPORTED_RULES })
        if (read.problemCount > 0) throw new InvalidParameters(csvProblem(read, NOTHING_IMPORTED))
        const { added } = await policyAdministration.add(operator, read.rules)
        return { added, read: read.rules.length }
      },
    }),

    export: csvEndpoint({
      operationId: 'exportRules',
      summary: 'Export all rules as CSV',
      name: 'policy',
      async *lines() {
        yield formatCasbinCsv(await policyStore.all())
      },
    }),
  }
}

/** Copies the known fields by name, so that nothing else reaches the store. */
export function rulesOf(rules: readonly { roleKey: string; path: string; method: string }[]) {
  return rules.map(({ roleKey, path, method }) => ({ roleKey, path, method }))
}

/** Returns a text about an invalid file of rules: what follows from it, and one line per invalid line. */
export function csvProblem(
  { problems, problemCount }: Pick<CsvPolicy, 'problems' | 'problemCount'>,
  consequence: LocalizedText,
): InputProblem {
  const en = problems.map(({ line, problem }) => `line ${line}: ${problem.en}`)
  const zh = problems.map(({ line, problem }) => `第 ${line} 行：${problem.zh}`)
  const more = problemCount - problems.length
  if (more > 0) {
    en.push(`… and ${more} more`)
    zh.push(`……以及另外 ${more} 行`)
  }
  return {
    field: 'csv',
    en: [consequence.en, ...en].join('\n'),
    zh: [consequence.zh, ...zh].join('\n'),
  }
}
