import { endpoint } from '../../../core/check/http/endpoint.ts'
import { roleSchema } from '../../../core/role/role-schemas.ts'
import { offsetOf, type Page, type PageRequest } from '../../../platform/database/query/page.ts'
import { DEFAULT_DAYS, MAX_DAYS } from '../../../platform/http/endpoint/limits.ts'
import { pageOf, pageQuery } from '../../../platform/http/endpoint/page-query.ts'
import { querySchema } from '../../../platform/http/endpoint/request-schemas.ts'
import { pageSchema } from '../../../platform/http/endpoint/response-schemas.ts'
import { createConcurrencyLimit } from '../../../platform/runtime/concurrency-limit.ts'
import type { CleanUp } from './clean-up/clean-up.ts'
import { cleanUpRoutes } from './clean-up/clean-up-endpoints.ts'
import { MAX_ROLES_PER_CLEAN_UP } from './clean-up/clean-up-roles.ts'
import { emptyScopeSchema } from './empty-scope.ts'
import { idleUserSchema } from './idle-user.ts'
import {
  coveredRuleSchema,
  MAX_INCOMPLETE_ROLES,
  sameRightsPageSchema,
  unusedRulePageSchema,
} from './report-schemas.ts'
import type { Reports } from './reports.ts'

const daysQuery = {
  type: 'string',
  format: 'days',
  description: `The number of days, 1 to ${MAX_DAYS}. Default: ${DEFAULT_DAYS}.`,
} as const

interface Parts {
  readonly reports: Reports
  readonly cleanUp: CleanUp
}

/** Each report reads the tables in batches: the page is a part of a list in memory. */
export function reportRoutes({ reports, cleanUp }: Parts) {
  // A report loads the whole policy or all users, and a clean-up does so while other changes wait.
  const limit = createConcurrencyLimit({ concurrency: 1, maxWaiting: 20 })
  return {
    unusedRules: endpoint({
      operationId: 'listUnusedRules',
      summary: 'List rules that have not been used for some days',
      description:
        'A rule counts as used if a recorded call overlaps it. Rules that were added in these days, and rules of the role `admin`, are left out.',
      response: unusedRulePageSchema,
      query: querySchema({ ...pageQuery, days: daysQuery }),
      async handler({ query }) {
        const report = await limit(() => reports.unusedRules({ days: daysOf(query) }))
        const { rules: unused, incompleteRoles, ...record } = report
        const incomplete = incompleteRoles.slice(0, MAX_INCOMPLETE_ROLES)
        return { ...partOf(unused, pageOf(query)), ...record, incompleteRoles: incomplete }
      },
    }),

    coveredRules: endpoint({
      operationId: 'listCoveredRules',
      summary: 'List rules that another rule of the same role covers',
      response: pageSchema('CoveredRulePage', coveredRuleSchema),
      query: querySchema(pageQuery),
      async handler({ query }) {
        return partOf(await limit(reports.coveredRules), pageOf(query))
      },
    }),

    sameRights: endpoint({
      operationId: 'listRolesWithSameRights',
      summary: 'List roles with the same rights',
      description:
        'Roles with the same status and data scope whose rules allow the same calls. Roles that a setting names are left out.',
      response: sameRightsPageSchema,
      query: querySchema(pageQuery),
      async handler({ query }) {
        const groups = await limit(reports.sameRights)
        const roleCount = groups.reduce((sum, { remove }) => sum + remove.length, 0)
        const { list, ...place } = partOf(groups, pageOf(query))
        const bounded = list.map(({ keep, remove }) => ({
          keep,
          remove: remove.slice(0, MAX_ROLES_PER_CLEAN_UP),
          removeCount: remove.length,
        }))
        return { ...place, list: bounded, roleCount }
      },
    }),

    unusedRoles: endpoint({
      operationId: 'listUnusedRoles',
      summary: 'List roles without users',
      description:
        'Roles that were created or changed, or got a rule, in these days are left out, and so are roles that a setting names.',
      response: pageSchema('UnusedRolePage', roleSchema),
      query: querySchema({ ...pageQuery, days: daysQuery }),
      async handler({ query }) {
        const roles = await limit(() => reports.unusedRoles({ days: daysOf(query) }))
        return partOf(roles, pageOf(query))
      },
    }),

    idleUsers: endpoint({
      operationId: 'listIdleUsers',
      summary: 'List users without a recent login',
      description:
        'Enabled users, service accounts included, who have not logged in for some days; of users who have never logged in, those created before. Users who were enabled in these days are left out, and so are the caller and, if all enabled admins are idle, the one who logged in last.',
      response: pageSchema('IdleUserPage', idleUserSchema),
      query: querySchema({ ...pageQuery, days: daysQuery }),
      async handler({ query, identity, scope }) {
        const options = { days: daysOf(query), exceptUserId: identity.userId }
        const idle = await limit(() => reports.idleUsers(scope, options))
        const { list, ...place } = partOf(idle, pageOf(query))
        return { ...place, list: await reports.detailsOf(list) }
      },
    }),

    emptyScopes: endpoint({
      operationId: 'listEmptyScopes',
      summary: 'List roles and users who see no rows',
      description:
        'Roles and enabled users whose data scope resolves to none, with the reason. A role that is the cause for all of its users is listed once.',
      response: pageSchema('EmptyScopePage', emptyScopeSchema),
      query: querySchema(pageQuery),
      async handler({ query }) {
        const { list, ...place } = partOf(await limit(reports.emptyScopes), pageOf(query))
        return { ...place, list: await reports.withNames(list) }
      },
    }),

    ...cleanUpRoutes(cleanUp, limit),
  }
}

function daysOf({ days: text }: { readonly days?: string | undefined }): number {
  return Number(text ?? DEFAULT_DAYS)
}

function partOf<T>(all: readonly T[], page: PageRequest): Page<T> {
  const { pageIndex, pageSize } = page
  const from = offsetOf(page)
  return { list: all.slice(from, from + pageSize), count: all.length, pageIndex, pageSize }
}
