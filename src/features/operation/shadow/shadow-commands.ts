import { type Command, InvalidArgumentError } from 'commander'
import {
  ROUTES_NOTE,
  ROUTES_OPTION,
  type RunWithRoutes,
  readKnownRoutes,
} from '../../../core/check/routes/known-routes.ts'
import {
  type CommonOptions,
  choiceOption,
  wholeNumber,
  withCommonOptions,
} from '../../../platform/cli/context/command-options.ts'
import { failAsUsage, reportFileProblems } from '../../../platform/cli/context/file-problems.ts'
import { addNote } from '../../../platform/cli/help/help.ts'
import { print } from '../../../platform/cli/output/output.ts'
import { EXIT_CODES } from '../../../platform/cli/output/report-failure.ts'
import { METHODS } from '../../../platform/http/call/method.ts'
import { OLD_SYSTEMS, type OldSystem } from './old-systems.ts'
import type { ShadowParts, ShadowRun } from './shadow.ts'
import { shadowLines } from './shadow-lines.ts'

interface ShadowFlags extends CommonOptions {
  readonly against: URL
  readonly from: string
  readonly tokens: string
  readonly oldSystem: OldSystem
  readonly refusedCodes?: readonly number[]
  readonly methods?: readonly string[]
  readonly prefix: string
  readonly stripPrefix?: string
  readonly userField?: string
  readonly rate: number
  readonly timeout: number
  readonly routes?: string
}

const SAFE_METHODS: readonly string[] = ['GET', 'HEAD']
const NOTES = [
  'Each different call is asked once: the same user or role, method and path, where ids count as one. Requests without a user are asked for every role of the tokens file, those of a user without a token for the role that the user has here.',
  'A tokens file is a YAML list of entries with "role" or "user", and "token"; or "password", with "username" for a role, to log in (the captcha of the old server must be off). tokenFrom and passwordFrom name an environment variable instead.',
  'The old server refuses a call with the code 403 (go-admin, ruoyi, http-status) or with code 7 and the text of its permission check (gin-vue-admin), in the body or as HTTP status. The code 401 means that it does not accept the token. Responses that say neither, such as redirects and HTTP 5xx, are not compared.',
  'Bodies are not sent, redirects not followed, and parameters of the query whose name contains "token", "jwt", "secret" or "password" left out. With --methods, the old server does what the requests say: use a copy of it.',
  'The exit code is 0 if all decisions are equal, 1 if one differs, and 2 if the comparison is not complete: the old server cannot be reached, has not decided about a call, does not accept a token, the log has too many different calls, or nothing was compared.',
]

export function addShadowCommand(program: Command, uses: RunWithRoutes<ShadowParts>): void {
  const command = withCommonOptions(program.command('shadow'))
    .description('compare the decisions of an old server with ours, about the requests of its access log')
    .requiredOption(
      '--against <url>',
      'address of the old server; a path in it comes before the paths of the log',
      addressOf,
    )
    .requiredOption(
      '--from <file>',
      'access log of the old server: nginx combined, or JSON lines; "-" for standard input',
    )
    .requiredOption('--tokens <file>', 'YAML file with a token or password for each role or user')
    .addOption(
      choiceOption('--old-system <name>', 'whose responses the old server has', OLD_SYSTEMS).default(
        'go-admin',
      ),
    )
    .option(
      '--refused-codes <codes>',
      'codes that mean "no permission" instead of 403, such as 401,403',
      codesOf,
    )
    .option('--methods <methods>', 'methods to replay, such as GET,POST (default: GET,HEAD)', methodsOf)
    .option('--prefix <path>', 'only paths that start with this', '/')
    .option('--strip-prefix <path>', 'remove this beginning of a path, such as one that a proxy removes')
    .option('--user-field <name>', 'field of the user in a JSON log (default: remote_user, user or username)')
    .option('--rate <n>', 'maximum number of requests per second', wholeNumber, 50)
    .option('--timeout <seconds>', 'maximum time of a request', wholeNumber, 10)
    .option(...ROUTES_OPTION)
    .action(async (flags: ShadowFlags) => {
      const run = await failAsUsage(() => reportFileProblems(() => compare(flags, uses), flags))
      print(run, flags.json, shadowLines(run))
      process.exitCode = exitCodeOf(run)
    })
  for (const note of NOTES) addNote(command, note)
  addNote(command, ROUTES_NOTE)
}

async function compare(
  flags: ShadowFlags,
  { run, routesOfSettings }: RunWithRoutes<ShadowParts>,
): Promise<ShadowRun> {
  const { methods = SAFE_METHODS, stripPrefix = '' } = flags
  if (methods.some((method) => !SAFE_METHODS.includes(method))) {
    console.error(`warning: ${flags.against.origin} gets requests that can change its data`)
  }
  const { shadowRun } = await import('./shadow.ts')
  const findRoute = await readKnownRoutes(flags, routesOfSettings)
  return run(flags, (parts) =>
    shadowRun(parts, {
      logFile: flags.from,
      tokensFile: flags.tokens,
      userField: flags.userField,
      methods,
      prefix: flags.prefix,
      stripPrefix,
      findRoute,
      oldServer: {
        address: flags.against,
        system: flags.oldSystem,
        refusedCodes: flags.refusedCodes,
        requestsPerSecond: flags.rate,
        timeoutMs: flags.timeout * 1000,
      },
    }),
  )
}

type Outcome = Pick<ShadowRun, 'compared' | 'differing' | 'undecided'> & {
  readonly skipped: Pick<ShadowRun['skipped'], 'tooMany'>
}

export function exitCodeOf({ compared, differing, undecided, skipped }: Outcome): number {
  if (differing > 0) return EXIT_CODES.refused
  const isIncomplete = compared === 0 || undecided.length > 0 || skipped.tooMany > 0
  return isIncomplete ? EXIT_CODES.usage : EXIT_CODES.done
}

function addressOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new InvalidArgumentError('Use an address such as http://127.0.0.1:8000.')
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new InvalidArgumentError(
      'Leave out the user, the query and the fragment; secrets belong into the tokens file.',
    )
  return url
}

function codesOf(text: string): readonly number[] {
  const codes = text.split(',').map(Number)
  if (codes.every((code) => Number.isSafeInteger(code) && code > 0)) return codes
  throw new InvalidArgumentError('Use numbers such as 401,403.')
}

function methodsOf(text: string): readonly string[] {
  const methods = text.split(',').map((method) => method.trim().toUpperCase())
  const known = [...METHODS, 'HEAD']
  if (methods.every((method) => known.includes(method))) return methods
  throw new InvalidArgumentError(`Use a list of ${known.join(', ')}.`)
}
