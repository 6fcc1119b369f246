import type { Command } from 'commander'
import type { Access, Subject } from '../administration/access-check.ts'
import type { Call } from '../permission/call.ts'
import { formatRule } from '../permission/policy-rule.ts'
import { ADMIN_ROLE_KEY } from '../role/role.ts'
import { coloursFor } from './colour.ts'
import { type CommonOptions, withCommonOptions } from './command-options.ts'
import { print } from './output.ts'
import { EXIT_CODES, textOfError } from './report-failure.ts'
import { UsageError } from './usage-error.ts'
import { visible } from './visible.ts'
import { withCommandContext } from './with-command-context.ts'

interface ExplainOptions extends CommonOptions {
  readonly user?: string
  readonly exitCode?: true
}

export function addPolicyExplain(policy: Command): void {
  withCommonOptions(policy.command('explain'))
    // With --user there is no role, and an argument before required ones cannot be optional.
    .argument('<question...>')
    .usage(
      '[options] <role> <method> <path>\n       castellan policy explain [options] --user <name> <method> <path>',
    )
    .description('explain whether a role or a user may call a path with a method')
    .option('--user <name>', 'ask about this user instead of a role')
    .option(
      '--exit-code',
      'exit with code 0 if the call is allowed, 1 if it is denied, and 2 if there is no decision',
    )
    .action(async (given: string[], options: ExplainOptions) => {
      const access = await answer(given, options)
      const [decision = '', ...notes] = linesOf(access).map(visible)
      const { green, red } = coloursFor(process.stdout)
      print(access, options.json, [(access.allowed ? green : red)(decision), ...notes])
      if (options.exitCode && !access.allowed) process.exitCode = EXIT_CODES.refused
    })
}

/** With `--exit-code`, code 1 means denied, so every failure exits with code 2. */
async function answer(given: readonly string[], options: ExplainOptions): Promise<Access> {
  try {
    const { subject, call } = questionOf(given, options.user)
    return await withCommandContext(options, ({ checkAccess }) => checkAccess(subject, call))
  } catch (error) {
    if (!options.exitCode || error instanceof UsageError) throw error
    throw new UsageError(textOfError(error))
  }
}

function questionOf(
  given: readonly string[],
  username: string | undefined,
): { subject: Subject; call: Call } {
  const [roleKey = '', method = '', path = '', ...others] = username === undefined ? given : ['', ...given]
  if (path === '' || others.length > 0) {
    throw new UsageError(
      'give a role, a method and a path, or --user, a method and a path',
      'castellan policy explain',
    )
  }
  return { subject: username === undefined ? { roleKey } : { username }, call: { method, path } }
}

function linesOf(access: Access): string[] {
  const { roleKey, user } = access
  const notes = user ? [`The user ${user.username} has the role ${roleKey}.`] : []
  if (user?.pwdChangeDue) notes.push('Before anything else, the user has to set a new password.')
  return [...decisionOf(access), ...notes]
}

function decisionOf({ why, roleKey, rule, missingRule }: Access): string[] {
  switch (why) {
    case 'none':
      return ['yes: it is public']
    case 'identity':
      return ['yes: every logged-in user may call it']
    case 'admin':
      return [`yes: the role ${ADMIN_ROLE_KEY} may call everything`]
    case 'excluded':
      return ['yes: it is on the exclusion list, so every logged-in user may call it']
    case 'rule':
      return [`yes, by the rule ${rule ? formatRule(rule) : ''}`]
    case 'denied':
      return [
        'no: no rule allows it',
        `To allow it: castellan policy add ${missingRule ? formatRule(missingRule) : ''}`,
      ]
    case 'role-disabled':
      return [`no: the role ${roleKey} is disabled`]
    case 'user-disabled':
      return ['no: the user is disabled']
  }
}
