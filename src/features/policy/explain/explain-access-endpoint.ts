import { LIST_USERS, maySeeUsers } from '../../../core/check/asked-users.ts'
import { endpoint } from '../../../core/check/http/endpoint.ts'
import { accessSchema } from '../../../core/permission/access-schema.ts'
import type { Permission } from '../../../core/permission/permission.ts'
import { callFields } from '../../../core/permission/permission-endpoints.ts'
import type { SessionStore } from '../../../core/session/session.store.ts'
import { userOfToken } from '../../../core/session/token-subject.ts'
import { Refusal } from '../../../platform/refusal/refusal.ts'
import type { Subject } from './access-check.ts'
import { type AccessQuestion, onlySubject } from './access-question.ts'

const name = { type: 'string', minLength: 1, maxLength: 64 } as const

interface Parts {
  readonly permission: Permission
  readonly sessionStore: Pick<SessionStore, 'findOwner'>
  readonly now: () => number
}

/** Explains whether a role or a user may call a path with a method. */
export function explainAccessRoute(
  { permission, sessionStore: sessions, now }: Parts,
  askAccess: AccessQuestion,
) {
  return endpoint({
    operationId: 'explainAccess',
    summary: 'Explain whether a role or a user may make a call',
    description:
      'Takes one of `roleKey`, `userId`, `username` and `tokenId` (the `jti` of a token, or the ID of its session). All but `roleKey` also need the permission for `GET /api/v1/sys-user`. Rules of other roles need the one for `GET /api/v1/policy`.',
    response: accessSchema,
    refusals: ['permission-denied', 'not-found'],
    query: {
      type: 'object',
      required: ['path', 'method'],
      properties: {
        roleKey: name,
        userId: { type: 'string', format: 'id' },
        username: name,
        tokenId: { type: 'string', minLength: 1, maxLength: 128 },
        path: callFields.path,
        method: callFields.method,
      },
    } as const,
    async handler({ query, identity, operator, scope }) {
      const { path, method, roleKey, userId, username, tokenId } = query
      const asked = onlySubject<Subject | { readonly tokenId: string }>({
        roleKey: roleKey !== undefined && { roleKey },
        userId: userId !== undefined && { userId: Number(userId) },
        username: username !== undefined && { username },
        tokenId: tokenId !== undefined && { tokenId },
      })
      // Otherwise the rule for this endpoint alone would reveal who has an account.
      if (!('roleKey' in asked) && !maySeeUsers(permission, identity))
        throw new Refusal('permission-denied', {}, { needed: LIST_USERS })
      const subject = 'tokenId' in asked ? await userOfToken(scope, asked.tokenId, { sessions, now }) : asked
      return askAccess(subject, { path, method }, { identity, operator, scope })
    },
  })
}
