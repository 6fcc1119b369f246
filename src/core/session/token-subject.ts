import { InvalidParameters, notFound } from '../../platform/refusal/refusal.ts'
import { parseTokenId } from '../token/token-payload.ts'
import type { UserScope } from '../user/list/user-scope.ts'
import type { SessionStore } from './session.store.ts'

/**
 * Returns the user of a token, which is named by its `jti` or by the id of its session. Throws a refusal if the session
 * has ended, or if the user is not in the scope.
 */
export async function userOfToken(
  scope: UserScope,
  tokenId: string,
  { sessions, now }: { readonly sessions: Pick<SessionStore, 'findOwner'>; readonly now: () => number },
): Promise<{ userId: number }> {
  const { sessionId, nonce } = sessionOfToken(tokenId)
  const owner = await sessions.findOwner(scope, sessionId, now())
  if (!owner || (nonce !== undefined && nonce !== owner.nonce)) throw notFound('session', sessionId)
  return { userId: owner.userId }
}

/** Returns the session id in a token id. Throws a refusal if the text is not a token id. */
export function sessionOfToken(tokenId: string) {
  const parsed = parseTokenId(tokenId)
  if (parsed) return parsed
  throw new InvalidParameters({
    field: 'tokenId',
    en: 'tokenId must be the claim "jti" of a token, or the ID of a session. Do not send the token itself.',
    zh: 'tokenId 须为令牌的“jti”声明或会话 ID，请勿发送令牌本身。',
  })
}
