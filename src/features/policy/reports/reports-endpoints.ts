import { endpoint, withoutVersion } from '../../../core/check/http/endpoint.ts'
import { roleSchema } from '../../../core/role/role-schemas.ts'
import { offsetOf, type Page, type PageRequest } from '../../../platform/database/query/page.ts'
import { DEFAULT_DAYS, MAX_DAYS } from '../../../platform/http/endpoint/limits.ts'
import { pageOf, pageQuery } from '../../../platform/http/endpoint/page-query.ts'
import { querySchema } from '../../../platform/http/endpoint/request-schemas.ts'
import { pageSchema } from '../../../platform/http/endpoint/response-schemas.ts'
import { InvalidParameters } from '../../../platform/refusal/refusal.ts'
import { createConcurrencyLimit } from '../../../platform/runtime/concurrency-limit.ts'
import type { CleanUp } from './clean-up/clean-up.ts'
import { MAX_MOVED_USERS_PER_CLEAN_UP, MAX_ROLES_PER_CLEAN_UP } from './clean-up/clean-up-roles.ts'
import { MAX_RULES_PER_CLEAN_UP } from './clean-up/clean-up-rules.ts'
import { MAX_USERS_PER_CLEAN_UP } from './clean-up/clean-up-users.ts'
import { type CleanUpSelection, cleanedUpSchema } from './clean-up/cleaned-up.ts'
import { emptyScopeSchema } from './empty-scope.ts'
import { idleUserSchema } from './idle-user.ts'
import {
  cleanUpBodies,
  coveredRuleSchema,
  MAX_INCOMPLETE_ROLES,
  sameRightsPageSchema,
  unusedRulePageSchema,
} from './report-schemas.ts'
import type { Reports } from './reports.ts'

const BODY_LIMIT_BYTES = 2 * 1024 * 1024

const daysQuery = {
  type: 'string',
  format: 'days',
  description: `The number of days, 1 to ${MAX_DAYS}. Default: ${DEFAULT_DAYS}.`,
} as const

const CLEAN_UP =
  'All or nothing, with one entry in the audit log. Takes either a selection or `all: true` for everything in the report'
const CLEAN_UP_REFUSALS = [
  'report-outdated',
  'admin-only',
  'own-role',
  'beyond-own-role',
  'own-role-ends',
] as const

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

    removeUnusedRules: endpoint({
      operationId: 'removeUnusedRules',
      summary: 'Remove rules that have not been used for some days',
      description: `${CLEAN_UP}, at most ${MAX_RULES_PER_CLEAN_UP} rules.`,
      response: cleanedUpSchema,
      refusals: CLEAN_UP_REFUSALS,
      bodyLimit: BODY_LIMIT_BYTES,
      body: cleanUpBodies.unusedRules,
      async handler({ body, operator }) {
        const selected = selectionOf({ rules: body.rules }, body.all)
        return withoutVersion(await limit(() => cleanUp.removeUnusedRules(operator, body.days, selected)))
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

    removeCoveredRules: endpoint({
      operationId: 'removeCoveredRules',
      summary: 'Remove covered rules',
      description: `${CLEAN_UP}, at most ${MAX_RULES_PER_CLEAN_UP} rules.`,
      response: cleanedUpSchema,
      refusals: CLEAN_UP_REFUSALS,
      bodyLimit: BODY_LIMIT_BYTES,
      body: cleanUpBodies.coveredRules,
      async handler({ body, operator }) {
        const selected = selectionOf({ rules: body.rules }, body.all)
        return withoutVersion(await limit(() => cleanUp.removeCoveredRules(operator, selected)))
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

    mergeRoles: endpoint({
      operationId: 'mergeRolesWithSameRights',
      summary: 'Merge roles with the same rights',
      description: `Moves the users to the role that is kept, ends their sessions, and deletes the other roles. ${CLEAN_UP}, at most ${MAX_ROLES_PER_CLEAN_UP} roles with ${MAX_MOVED_USERS_PER_CLEAN_UP} users.`,
      response: cleanedUpSchema,
      refusals: [...CLEAN_UP_REFUSALS, 'role-in-use'],
      body: cleanUpBodies.sameRights,
      async handler({ body, operator }) {
        const merges = selectionOf({ merges: body.merges }, body.all)
        return withoutVersion(await limit(() => cleanUp.mergeRoles(operator, merges)))
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

    deleteUnusedRoles: endpoint({
      operationId: 'deleteUnusedRoles',
      summary: 'Delete roles without users, and their rules',
      description: `${CLEAN_UP}, at most ${MAX_ROLES_PER_CLEAN_UP} roles.`,
      response: cleanedUpSchema,
      refusals: [...CLEAN_UP_REFUSALS, 'role-in-use'],
      body: cleanUpBodies.unusedRoles,
      async handler({ body, operator }) {
        const selected = selectionOf({ roleIds: body.roleIds }, body.all)
        return withoutVersion(await limit(() => cleanUp.deleteUnusedRoles(operator, body.days, selected)))
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

    disableIdleUsers: endpoint({
      operationId: 'disableIdleUsers',
      summary: 'Disable users without a recent login',
      description: `Ends their sessions. ${CLEAN_UP}, at most ${MAX_USERS_PER_CLEAN_UP} users.`,
      response: cleanedUpSchema,
      refusals: [...CLEAN_UP_REFUSALS, 'last-admin', 'own-account', 'role-unknown'],
      body: cleanUpBodies.idleUsers,
      async handler({ body, operator }) {
        const selected = selectionOf({ userIds: body.userIds }, body.all)
        return withoutVersion(await limit(() => cleanUp.disableIdleUsers(operator, body.days, selected)))
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
  }
}

function daysOf({ days: text }: { readonly days?: string | undefined }): number {
  return Number(text ?? DEFAULT_DAYS)
}

/** Returns what a clean-up applies to. `selection` has one member, with the same name as in the body. */
function selectionOf<T>(
  selection: Readonly<Record<string, readonly T[] | undefined>>,
  isAll: boolean | undefined,
): CleanUpSelection<T> {
  const [[name, selected] = []] = Object.entries(selection)
  if (selected !== undefined && isAll === undefined) return selected
  if (selected === undefined && isAll) return 'all'
  throw new InvalidParameters({
    en: `send either ${name} or all: true.`,
    zh: `请提供 ${name} 或 all: true 其中之一。`,
  })
}

function partOf<T>(all: readonly T[], page: PageRequest): Page<T> {
  const { pageIndex, pageSize } = page
  const from = offsetOf(page)
  return { list: all.slice(from, from + pageSize), count: all.length, pageIndex, pageSize }
}
