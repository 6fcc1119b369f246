import { readFile, writeFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { type CommonOptions, withCommonOptions } from '../../../platform/cli/context/command-options.ts'
import { failAsUsage } from '../../../platform/cli/context/file-problems.ts'
import { addNote } from '../../../platform/cli/help/help.ts'
import { coloursFor } from '../../../platform/cli/output/colour.ts'
import { print } from '../../../platform/cli/output/output.ts'
import { EXIT_CODES } from '../../../platform/cli/output/report-failure.ts'
import { tableOf } from '../../../platform/cli/output/table.ts'
import { UsageError } from '../../../platform/cli/output/usage-error.ts'
import { visible } from '../../../platform/cli/output/visible.ts'
import { counted } from '../../../platform/text/counted.ts'
import type { PolicyStore } from '../../permission/policy.store.ts'
import type { PolicyRule } from '../../permission/policy-rule.ts'
import type { RouteCallers } from '../../permission/rules/route-callers.ts'
import { ADMIN_ROLE_KEY } from '../../role/role.ts'
import { loadCommandSettings } from '../../settings/command-settings.ts'
import type { RunWithRoutes } from './known-routes.ts'
import type { ClassedRoute } from './route-classes.ts'
import type { RouteDifference } from './routes-lock.ts'

interface RoutesOptions extends CommonOptions {
  readonly check?: string
  readonly write?: string
  readonly url?: string
}

interface Parts {
  readonly policyStore: PolicyStore
}

export function addRoutesCommand(program: Command, uses: RunWithRoutes<Parts>): void {
  const command = withCommonOptions(program.command('routes'))
    .description('list all routes and who can call them, or compare them with a lock file')
    .option(
      '--check <file>',
      'compare with this lock file; the exit code is 1 if a route has changed, 2 on failure',
    )
    .option('--write <file>', 'write the lock file')
    .option('--url <url>', 'ask a running service, or an app that embeds it; needs CASTELLAN_TOKEN')
  addNote(
    command,
    'Without --url, the list has the routes of "castellan serve" with these settings. --check and --write need no database.',
  )
  command.action(async (options: RoutesOptions) => {
    const { check, write } = options
    if (check !== undefined && write !== undefined)
      throw new UsageError('give --check or --write, not both', 'castellan routes')
    if (check !== undefined) await failAsUsage(() => compare(check, options, uses))
    else if (write !== undefined) await save(write, options, uses)
    else await list(options, uses)
  })
}

async function compare(file: string, options: RoutesOptions, uses: RunWithRoutes<Parts>): Promise<void> {
  const [{ compareRoutesLock, countRoutes }, lock, routes] = await Promise.all([
    import('./routes-lock.ts'),
    readLock(file),
    readRoutes(options, uses),
  ])
  const differences = compareRoutesLock(lock, routes)
  const { green, red } = coloursFor(process.stdout)
  print({ differences }, options.json, [
    ...(differences.length === 0
      ? [green(visible(`${counted(countRoutes(lock), 'route')} as in ${file}`))]
      : [
          red(visible(`The routes differ from ${file}:`)),
          ...differences.map((difference) => visible(`  ${describe(difference)}`)),
          'If this is intended, run the same command with --write instead of --check.',
        ]),
  ])
  if (differences.length > 0) process.exitCode = EXIT_CODES.refused
}

function describe({ method, path, before, after }: RouteDifference): string {
  if (before === undefined) return `new      ${method} ${path}: ${after}`
  if (after === undefined) return `gone     ${method} ${path}: ${before}`
  return `changed  ${method} ${path}: ${before} → ${after}`
}

async function readLock(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((cause: unknown) => {
    const advice = 'To write it, run the same command with --write instead of --check'
    throw new Error(`cannot read ${file}. ${advice}`, { cause })
  })
}

async function save(file: string, options: RoutesOptions, uses: RunWithRoutes<Parts>): Promise<void> {
  const { countRoutes, formatRoutesLock } = await import('./routes-lock.ts')
  const lock = formatRoutesLock(await readRoutes(options, uses))
  await writeFile(file, lock)
  const written = countRoutes(lock)
  print({ file, routes: written }, options.json, [visible(`wrote ${counted(written, 'route')} to ${file}`)])
}

async function list(options: RoutesOptions, uses: RunWithRoutes<Parts>): Promise<void> {
  const [{ mergeMethods }, { createRouteCallers }] = await Promise.all([
    import('./routes-lock.ts'),
    import('../../permission/rules/route-callers.ts'),
  ])
  const routes = mergeMethods(await readRoutes(options, uses))
  const rules = await readRules(options, uses)
  const callersOf = createRouteCallers(rules ?? [])
  const listed = routes.map((route) => ({
    ...route,
    ...(isByRole(route) && rules ? callersOf(route) : {}),
  }))
  const columns = {
    method: 'METHOD',
    path: 'PATH',
    class: 'CLASS',
    origin: 'ORIGIN',
    // Only apps declare it.
    ...(listed.some(({ dataScope }) => dataScope) ? { rows: 'DATA SCOPE' } : {}),
    callers: 'WHO CAN CALL IT',
  }
  print(listed, options.json, [
    ...tableOf(
      listed.map((route) => ({
        ...route,
        rows: route.dataScope ? 'yes' : 'no',
        callers: describeCallers(route),
      })),
      columns,
    ),
    ...(rules
      ? []
      : ['', 'The roles are unknown: the user of the token may not call GET /api/v1/policy/export.']),
  ])
}

/** The endpoint for proxies decides about another request. */
function isByRole({ class: ofRoute, checks }: ClassedRoute): boolean {
  return ofRoute === 'policy' && checks === 'both'
}

function describeCallers(route: ClassedRoute & Partial<RouteCallers>): string {
  const { roles = [], partly = [], exclusions = [] } = route
  const reasons = exclusions.map(({ reason }) => reason).join('; ')
  switch (route.class) {
    case 'public':
      return 'everybody'
    case 'unguarded':
      return 'whoever the app lets in: no checks of Castellan'
    case 'identity':
      return 'every logged-in user'
    case 'excluded':
      return `every logged-in user: ${reasons}`
    case 'policy':
      if (!isByRole(route)) return 'decides about the original request of a proxy'
      return [
        ADMIN_ROLE_KEY,
        ...roles.filter((key) => key !== ADMIN_ROLE_KEY),
        ...partly.filter((key) => key !== ADMIN_ROLE_KEY).map((key) => `${key} (partly)`),
        ...exclusions.map(({ method, path }) => `every logged-in user (${method} ${path})`),
      ].join(', ')
  }
}

async function readRoutes(
  options: RoutesOptions,
  { routesOfSettings }: RunWithRoutes<Parts>,
): Promise<readonly ClassedRoute[]> {
  if (options.url !== undefined) return (await runningService(options.url)).routes()
  return routesOfSettings((await loadCommandSettings(options)).settings, { withPages: true })
}

async function readRules(
  options: RoutesOptions,
  { run }: RunWithRoutes<Parts>,
): Promise<readonly PolicyRule[] | undefined> {
  if (options.url !== undefined) return (await runningService(options.url)).rules()
  return run({ ...options, json: true }, ({ policyStore }) => policyStore.all())
}

async function runningService(url: string) {
  const { openRunningService, TOKEN_VARIABLE } = await import('./routes-of-url.ts')
  return openRunningService(url, process.env[TOKEN_VARIABLE])
}
