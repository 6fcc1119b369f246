import type { RouteShorthandOptionsWithHandler } from 'fastify'
import type { PolicyAdministration } from '../administration/policy.ts'
import { csvEndpoint } from '../http/csv-endpoint.ts'
import { changed, endpoint } from '../http/endpoint.ts'
import { type CsvProblem, formatCasbinCsv, parseCasbinCsv } from '../permission/casbin-csv.ts'
import type { PolicyStore } from '../permission/policy.store.ts'
import { Refusal } from '../refusal.ts'
import { operatorOf } from './operator.ts'
import { pageOf, pageQuery, pageResponse } from './page-query.ts'

const BODY_LIMIT_BYTES = 8 * 1024 * 1024
const MAX_RULES = 20_000
/** Limits the message for a file of another format, in which every line is invalid. */
const MAX_REPORTED_PROBLEMS = 100

const text = { type: 'string', maxLength: 4096 } as const
const filter = { roleKey: text, path: text, method: text }

const rulesBody = {
  type: 'object',
  required: ['rules'],
  properties: {
    rules: {
      type: 'array',
      minItems: 1,
      maxItems: MAX_RULES,
      items: {
        type: 'object',
        required: ['roleKey', 'path', 'method'],
        properties: { roleKey: text, path: text, method: text },
      },
    },
  },
} as const

const csvBody = { type: 'object', required: ['csv'], properties: { csv: { type: 'string' } } } as const

export interface PolicyRouteOptions {
  readonly policyStore: PolicyStore
  readonly policyAdministration: PolicyAdministration
}

export function policyRoutes({ policyStore, policyAdministration }: PolicyRouteOptions) {
  return {
    list: endpoint({
      query: { type: 'object', properties: { ...pageQuery, ...filter } } as const,
      async handler({ query }) {
        return pageResponse(await policyStore.page(query, pageOf(query)), {})
      },
    }),

    add: endpoint({
      bodyLimit: BODY_LIMIT_BYTES,
      body: rulesBody,
      async handler({ body, request, identity }) {
        return changed(await policyAdministration.add(operatorOf(request, identity), rulesOf(body.rules)))
      },
    }),

    remove: endpoint({
      bodyLimit: BODY_LIMIT_BYTES,
      body: rulesBody,
      async handler({ body, request, identity }) {
        return changed(await policyAdministration.remove(operatorOf(request, identity), rulesOf(body.rules)))
      },
    }),

    import: endpoint({
      bodyLimit: BODY_LIMIT_BYTES,
      body: csvBody,
      async handler({ body, request, identity }) {
        const { rules, problems } = parseCasbinCsv(body.csv)
        if (problems.length > 0)
          throw new Refusal('invalid-parameters', { problem: formatProblems(problems) })
        const { added } = await policyAdministration.add(operatorOf(request, identity), rules)
        return { data: { added, read: rules.length } }
      },
    }),

    export: csvEndpoint({
      name: 'policy',
      async *lines() {
        yield formatCasbinCsv(await policyStore.all())
      },
    }),
  } satisfies Record<string, RouteShorthandOptionsWithHandler>
}

/** Drops other members of the objects. */
function rulesOf(rules: readonly { roleKey: string; path: string; method: string }[]) {
  return rules.map(({ roleKey, path, method }) => ({ roleKey, path, method }))
}

/** Returns one line per invalid row. */
function formatProblems(problems: readonly CsvProblem[]): string {
  const lines = problems
    .slice(0, MAX_REPORTED_PROBLEMS)
    .map(({ line, problem }) => `line ${line}: ${problem}`)
  const more = problems.length > lines.length ? [`… and ${problems.length - lines.length} more`] : []
  return ['nothing was imported.', ...lines, ...more].join('\n')
}
