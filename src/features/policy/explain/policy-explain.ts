import type { Command } from 'commander'
import {
  ROUTES_NOTE,
  ROUTES_OPTION,
  type RunWithRoutes,
  readKnownRoutes,
} from '../../../core/check/routes/known-routes.ts'
import type { FindRoute } from '../../../core/check/routes/route-registry.ts'
import type { Call } from '../../../core/permission/call.ts'
import { type CommonOptions, withCommonOptions } from '../../../platform/cli/context/command-options.ts'
import { failAsUsage } from '../../../platform/cli/context/file-problems.ts'
import { assertArgumentOrder } from '../../../platform/cli/help/argument-order.ts'
import { addNote } from '../../../platform/cli/help/help.ts'
import { coloursFor } from '../../../platform/cli/output/colour.ts'
import { print } from '../../../platform/cli/output/output.ts'
import { EXIT_CODES } from '../../../platform/cli/output/report-failure.ts'
import { UsageError } from '../../../platform/cli/output/usage-error.ts'
import { visible } from '../../../platform/cli/output/visible.ts'
import type { Access, AskedSubject } from './access-check.ts'
import { accessLines, refusalLines } from './explanation-lines.ts'
import type { ExplainedRefusals, RefusalQuestion } from './refusal-lookup.ts'

interface ExplainOptions extends CommonOptions {
  readonly user?: string
  readonly tokenId?: string
  readonly request?: string
  readonly routes?: string
  readonly exitCode?: true
}

interface Parts {
  readonly checkAccess: (subject: AskedSubject, call: Call, findRoute: FindRoute) => Promise<Access>
  readonly findRefusals: (question: RefusalQuestion, findRoute: FindRoute) => Promise<ExplainedRefusals>
}

export function addPolicyExplain(policy: Command, uses: RunWithRoutes<Parts>): void {
  const command = withCommonOptions(policy.command('explain'))
    // Without a role there are fewer arguments, and an argument before required ones cannot be optional.
    .argument('[question...]')
    .usage(
      [
        '[options] <role> <method> <path>',
        'castellan policy explain [options] --user <name> [<method> <path>]',
        'castellan policy explain [options] --token-id <id> [<method> <path>]',
        'castellan policy explain [options] --request <id>',
      ].join('\n       '),
    )
    .description('explain whether a role or a user may call a path, or why requests were refused')
    .option('--user <name>', 'ask about this user instead of a role; without a path: the latest refusals')
    .option('--token-id <id>', 'ask about the user of this token: its claim "jti", or the id of its session')
    .option('--request <id>', 'explain a refused request by the X-Request-Id of its response')
    .option(...ROUTES_OPTION)
    .option(
      '--exit-code',
      'exit with code 0 if the call is allowed, 1 if it is denied, and 2 if there is no decision',
    )
    .action(async (given: string[], options: ExplainOptions) => {
      const refusals = refusalQuestionOf(given, options)
      if (refusals) await explainRefusals(refusals, options, uses)
      else await explainAccess(given, options, uses)
    })
  addNote(command, ROUTES_NOTE)
}

async function explainAccess(
  given: readonly string[],
  options: ExplainOptions,
  uses: RunWithRoutes<Parts>,
): Promise<void> {
  const work = () => answer(given, options, uses)
  // With --exit-code, code 1 means denied.
  const access = await (options.exitCode ? failAsUsage(work) : work())
  const [decision = '', ...notes] = accessLines(access).map(visible)
  const { green, red } = coloursFor(process.stdout)
  print(access, options.json, [(access.allowed ? green : red)(decision), ...notes])
  if (options.exitCode && !access.allowed) process.exitCode = EXIT_CODES.refused
}

async function answer(
  given: readonly string[],
  options: ExplainOptions,
  { run, routesOfSettings }: RunWithRoutes<Parts>,
): Promise<Access> {
  const { subject, call } = questionOf(given, options)
  const findRoute = await readKnownRoutes(options, routesOfSettings)
  return run(options, ({ checkAccess }) => checkAccess(subject, call, findRoute))
}

async function explainRefusals(
  question: RefusalQuestion,
  options: ExplainOptions,
  { run, routesOfSettings }: RunWithRoutes<Parts>,
): Promise<void> {
  if (options.exitCode)
    throw new UsageError('--exit-code needs a method and a path', 'castellan policy explain')
  const findRoute = await readKnownRoutes(options, routesOfSettings)
  const found = await run(options, ({ findRefusals }) => findRefusals(question, findRoute))
  print(found, options.json, refusalLines(found).map(visible))
  if (found.list.length === 0) process.exitCode = EXIT_CODES.refused
}

function refusalQuestionOf(
  given: readonly string[],
  { user, tokenId, request }: ExplainOptions,
): RefusalQuestion | undefined {
  if ([user, tokenId, request].filter((option) => option !== undefined).length > 1) {
    throw new UsageError('give only one of --user, --token-id and --request', 'castellan policy explain')
  }
  if (request !== undefined) {
    if (given.length === 0) return { requestId: request.trim() }
    throw new UsageError('--request needs no method and path', 'castellan policy explain')
  }
  if (given.length > 0) return undefined
  if (user !== undefined) return { username: user }
  return tokenId === undefined ? undefined : { tokenId }
}

function questionOf(
  given: readonly string[],
  { user, tokenId }: ExplainOptions,
): { subject: AskedSubject; call: Call } {
  const isAboutRole = user === undefined && tokenId === undefined
  const [roleKey = '', method = '', path = '', ...others] = isAboutRole ? given : ['', ...given]
  if (path === '' || others.length > 0) {
    throw new UsageError(
      'give a role, a method and a path, or --user, a method and a path',
      'castellan policy explain',
    )
  }
  const option = user === undefined ? '--token-id ID' : `--user ${user}`
  assertArgumentOrder(`castellan policy explain${isAboutRole ? '' : ` ${option}`}`, {
    ...(isAboutRole ? { role: roleKey } : {}),
    method,
    path,
  })
  const call = { method, path }
  if (user !== undefined) return { subject: { username: user }, call }
  return { subject: tokenId === undefined ? { roleKey } : { tokenId }, call }
}
