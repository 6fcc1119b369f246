import type { ExplainedRefusal, ExplainedRefusals } from '../../administration/refusal-lookup.ts'
import { accessLines } from './access-lines.ts'
import { timeOf } from './words.ts'

/** Returns refusals in words: who, what, when, why and what to do. */
export function refusalLines({ keepMinutes, list }: ExplainedRefusals): string[] {
  if (list.length > 0) return list.flatMap((refusal, i) => [...(i === 0 ? [] : ['']), ...linesOf(refusal)])
  return [
    keepMinutes === 0
      ? 'Refused requests are not recorded: set explain.keepMinutes.'
      : `No refused request was found. They are kept for ${keepMinutes} minutes (explain.keepMinutes); in a flood of refusals, some are not recorded.`,
  ]
}

/** Most other reasons are found before the token is checked, which may be valid. */
function nobody({ reason }: ExplainedRefusal): string {
  return reason.startsWith('token-') ? 'nobody: no valid token' : 'not known: the token was not checked'
}

function linesOf(refusal: ExplainedRefusal): string[] {
  const { user, roleKey, access, needed } = refusal
  return [
    `${refusal.method} ${refusal.path}`.trim() || 'a request that could not be read',
    `  who      ${user ? `${user.username}, role ${roleKey}, session ${refusal.sessionId}` : nobody(refusal)}`,
    `  from     ${refusal.address}`,
    `  when     ${timeOf(refusal.refusedAt)}`,
    `  request  ${refusal.requestId}`,
    `  why      ${refusal.reason} (code ${refusal.code}): ${refusal.meaning}`,
    `  fix      ${refusal.fix}`,
    ...(access
      ? [
          needed ? `  now, for ${needed.method} ${needed.path}:` : '  now:',
          ...accessLines(access).map((line) => `    ${line}`),
        ]
      : []),
  ]
}
