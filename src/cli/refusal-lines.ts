import type { ExplainedRefusal, ExplainedRefusals } from '../administration/refusal-lookup.ts'
import { accessLines } from './access-lines.ts'
import { timeOf } from './words.ts'

/** Returns refusals in words: who, what, when, why and what to do. */
export function refusalLines({ keepMinutes, list }: ExplainedRefusals): string[] {
  if (list.length > 0) return list.flatMap((refusal, i) => [...(i === 0 ? [] : ['']), ...linesOf(refusal)])
  return [
    keepMinutes === 0
      ? 'Refused requests are not recorded: set explain.keepMinutes.'
      : `No refused request was found. They are kept for ${keepMinutes} minutes (explain.keepMinutes).`,
  ]
}

function linesOf(refusal: ExplainedRefusal): string[] {
  const { user, roleKey, access, needed } = refusal
  return [
    `${refusal.method} ${refusal.path}`.trim() || 'a request that could not be read',
    `  who      ${user ? `${user.username}, role ${roleKey}, session ${refusal.sessionId}` : 'nobody: no valid token'}`,
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
