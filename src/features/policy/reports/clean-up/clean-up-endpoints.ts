import { endpoint, withoutVersion } from '../../../../core/check/http/endpoint.ts'
import { InvalidParameters } from '../../../../platform/refusal/refusal.ts'
import type { RunLimited } from '../../../../platform/runtime/concurrency-limit.ts'
import { cleanUpBodies } from '../report-schemas.ts'
import type { CleanUp } from './clean-up.ts'
import { MAX_MOVED_USERS_PER_CLEAN_UP, MAX_ROLES_PER_CLEAN_UP } from './clean-up-roles.ts'
import { MAX_RULES_PER_CLEAN_UP } from './clean-up-rules.ts'
import { MAX_USERS_PER_CLEAN_UP } from './clean-up-users.ts'
import { type CleanUpSelection, cleanedUpSchema } from './cleaned-up.ts'

const BODY_LIMIT_BYTES = 2 * 1024 * 1024

const CLEAN_UP =
  'All or nothing, with one entry in the audit log. Takes either a selection or `all: true` for everything in the report'
const CLEAN_UP_REFUSALS = [
  'report-outdated',
  'admin-only',
  'own-role',
  'beyond-own-role',
  'own-role-ends',
] as const

/** Creates the endpoints that clean up what a report shows. */
export function cleanUpRoutes(cleanUp: CleanUp, limit: RunLimited) {
  return {
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
  }
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
