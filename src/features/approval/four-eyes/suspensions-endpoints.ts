import { endpoint, withoutVersion } from '../../../core/check/http/endpoint.ts'
import { type ListedUserParts, listedUsers, type Reader } from '../../../core/user/listed-users.ts'
import type { User } from '../../../core/user/user.ts'
import { userSchema } from '../../../core/user/user-schemas.ts'
import type { Changed } from '../../../platform/cluster/change-feed/change-writer.ts'
import { idParams } from '../../../platform/http/endpoint/page-query.ts'
import { bodySchema } from '../../../platform/http/endpoint/request-schemas.ts'
import type { SuspensionAdministration } from './suspensions.ts'

const REFUSALS = ['not-found', 'role-unknown', 'admin-only', 'beyond-own-role', 'own-role-ends'] as const

interface Parts extends ListedUserParts {
  readonly suspensionAdministration: SuspensionAdministration
}

/** Creates the endpoints by which an administrator stops another one at once, and a third one decides about both. */
export function suspensionRoutes(parts: Parts) {
  const { suspensionAdministration } = parts

  async function changed(user: Changed<User>, reader: Reader) {
    return (await listedUsers([withoutVersion(user)], reader, parts))[0]
  }

  return {
    suspend: endpoint({
      operationId: 'suspendUser',
      summary: 'Suspend an administrator, and yourself',
      description:
        'Only with `administration.fourEyes.operations`, and only for users with the role `admin`. It disables both at once and ends their sessions, without a confirmation. Another administrator, or a command, then decides about each. Until then, nothing else changes them.',
      response: userSchema,
      refusals: [...REFUSALS, 'suspension-impossible'],
      params: idParams,
      async handler({ params, operator, scope }) {
        const suspended = await suspensionAdministration.suspend(operator, Number(params.id))
        return changed(suspended, { operator, scope })
      },
    }),

    decide: endpoint({
      operationId: 'decideSuspension',
      summary: 'Restore a suspended user, or keep the user disabled',
      description:
        'Only for users with the role `admin` other than the two, who have logged in within the last ten minutes. It needs no confirmation. `restore` enables the user again, which needs a role without an end.',
      response: userSchema,
      refusals: [...REFUSALS, 'not-suspended', 'own-suspension', 'recent-login-required'],
      params: idParams,
      body: bodySchema('SuspensionDecision', ['decision'], {
        decision: { type: 'string', enum: ['restore', 'keep'] },
      }),
      async handler({ params, body, operator, scope }) {
        const decided = await suspensionAdministration.decide(operator, Number(params.id), body.decision)
        return changed(decided, { operator, scope })
      },
    }),
  }
}
