import { LIST_USERS, maySeeUsers } from '../../../core/check/asked-users.ts'
import { endpoint } from '../../../core/check/http/endpoint.ts'
import { accessSchema } from '../../../core/permission/access-schema.ts'
import type { Permission } from '../../../core/permission/permission.ts'
import { onlyUser } from '../../../core/user/list/user-scope.ts'
import type { UserStore } from '../../../core/user/user.store.ts'
import type { Identity } from '../../../platform/http/call/identity.ts'
import { languageOf } from '../../../platform/http/call/language.ts'
import { querySchema } from '../../../platform/http/endpoint/request-schemas.ts'
import {
  count,
  id,
  listSchema,
  objectSchema,
  text,
  time,
} from '../../../platform/http/endpoint/response-schemas.ts'
import { Refusal } from '../../../platform/refusal/refusal.ts'
import { type AccessQuestion, onlySubject } from './access-question.ts'
import type { RefusalStore } from './refusal.store.ts'
import { findRefusals, type RefusalQuestion } from './refusal-lookup.ts'
import type { RefusalRecorder } from './refusal-recorder.ts'

export const refusedUserSchema = objectSchema('RefusedUser', { userId: id, username: text })

export const neededCallSchema = objectSchema('NeededCall', { method: text, path: text })

/** What is known about every refused request. */
export const refusedRequestFields = {
  requestId: text,
  refusedAt: time,
  reason: text,
  code: { type: 'integer' },
  method: text,
  path: { ...text, description: 'Without the query and without tokens.' },
}

const refusalSchema = objectSchema(
  'Refusal',
  {
    ...refusedRequestFields,
    route: { ...text, description: 'The declared path of the route.' },
    needed: neededCallSchema,
    address: text,
    user: refusedUserSchema,
    roleKey: { ...text, description: 'The role in the token.' },
    sessionId: id,
    meaning: { ...text, description: 'What the reason means, in the language of the request.' },
    fix: { ...text, description: 'What to do about it, in the language of the request.' },
    access: accessSchema,
  },
  ['route', 'needed', 'user', 'roleKey', 'sessionId', 'access'],
)

interface Parts {
  readonly refusals: RefusalStore
  readonly refusalRecorder: Pick<RefusalRecorder, 'flush'>
  readonly users: UserStore
  readonly permission: Permission
  readonly settings: { readonly explain: { readonly keepMinutes: number } }
  readonly now: () => number
}

/** Creates the endpoint that explains refused requests. */
export function refusalRoute(parts: Parts, askAccess: AccessQuestion) {
  const { refusals, refusalRecorder, users, permission, settings, now } = parts
  const { keepMinutes } = settings.explain
  return endpoint({
    operationId: 'explainRefusals',
    summary: 'Explain refused requests',
    description:
      'Takes one of `requestId` (the `X-Request-Id` of the response), `userId`, `username` and `tokenId` (the `jti` of a token, or the ID of its session). Returns the newest refusals, at most 20, for as long as `explain.keepMinutes` keeps them. Operators see the refusals of the users in their data scope; without the permission for `GET /api/v1/sys-user`, only their own. `needed` is present if the policy allowed the request, and its handler refused it because the role has no permission for this other call; `access` is then the decision about it.',
    response: objectSchema('Refusals', {
      keepMinutes: { ...count, description: 'How long refusals are kept. 0: they are not recorded.' },
      list: listSchema(refusalSchema),
    }),
    refusals: ['permission-denied', 'not-found'],
    query: querySchema({
      requestId: { type: 'string', minLength: 1, maxLength: 128 },
      userId: { type: 'string', format: 'id' },
      username: { type: 'string', minLength: 1, maxLength: 64 },
      tokenId: { type: 'string', minLength: 1, maxLength: 128 },
    }),
    async handler({ request, query, identity, operator, scope }) {
      const { requestId, userId, username, tokenId } = query
      const question = onlySubject<RefusalQuestion>({
        requestId: requestId !== undefined && { requestId },
        userId: userId !== undefined && { userId: Number(userId) },
        username: username !== undefined && { username },
        tokenId: tokenId !== undefined && { tokenId },
      })
      const seesOthers = maySeeUsers(permission, identity)
      if (!seesOthers && isAboutOthers(question, identity))
        throw new Refusal('permission-denied', {}, { needed: LIST_USERS })
      // What this node has not stored yet. If the database fails, the next query fails too.
      await refusalRecorder.flush().catch(() => {})
      return findRefusals(question, {
        store: refusals,
        users,
        keepMinutes,
        now,
        language: languageOf(request.headers['accept-language']),
        scope: seesOthers ? scope : onlyUser(identity.userId),
        checkAccess: (subject, call) => askAccess(subject, call, { identity, operator, scope }),
      })
    },
  })
}

/** Whether the question names another user. The refusals of a request or a token are filtered instead. */
function isAboutOthers(question: RefusalQuestion, { userId, username }: Identity): boolean {
  if ('userId' in question) return question.userId !== userId
  return 'username' in question && question.username !== username
}
