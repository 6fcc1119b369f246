import { formatRule } from '../../../core/permission/policy-rule.ts'
import type { NearestRule } from '../../../core/permission/rules/nearest-rules.ts'
import { ADMIN_ROLE_KEY } from '../../../core/role/role.ts'
import { timeOf, untilText } from '../../../core/user/command-words.ts'
import type { Access } from './access-check.ts'
import type { ExplainedRefusal, ExplainedRefusals } from './refusal-lookup.ts'

const DIFFERENCES: Readonly<Record<NearestRule['differs'], string>> = {
  method: 'another method',
  segment: 'another path',
  role: 'another role',
}

/** Returns a decision in words, and then the notes about it. */
export function accessLines(access: Access): string[] {
  const { roleKey, user, command, missingRule, routeRule, allowsMore, nearestRules = [] } = access
  const notes: string[] = []
  if (command !== undefined) notes.push(`To allow it: ${command}`)
  if (routeRule && missingRule)
    notes.push(`This rule is for the whole route. For this call alone, add ${formatRule(missingRule)}.`)
  else if (allowsMore)
    notes.push('This rule allows more than this call: a rule cannot contain some of these characters.')
  if (nearestRules.length > 0) notes.push('Rules that almost allow it:')
  for (const rule of nearestRules) notes.push(`  ${formatRule(rule)} (${DIFFERENCES[rule.differs]})`)
  if (user) notes.push(`The user ${user.username} has the role ${roleKey}${untilText(user.roleUntil)}.`)
  if (user?.pwdChangeDue) notes.push('Before anything else, the user has to set a new password.')
  return [decisionOf(access), ...notes]
}

function decisionOf({ why, roleKey, rule }: Access): string {
  switch (why) {
    case 'none':
      return 'yes: it is public'
    case 'identity':
      return 'yes: every logged-in user may call it'
    case 'admin':
      return `yes: the role ${ADMIN_ROLE_KEY} may call everything`
    case 'excluded':
      return 'yes: it is on the exclusion list, so every logged-in user may call it'
    case 'rule':
      return `yes, by the rule ${rule ? formatRule(rule) : ''}`
    case 'denied':
      return 'no: no rule allows it'
    case 'role-disabled':
      return `no: the role ${roleKey} is disabled`
    case 'user-disabled':
      return 'no: the user is disabled'
  }
}

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
