import { randomInt } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CommandContext, openCommandContext } from '../../src/cli/context.ts'
import { folderWithSettings, type ServiceProcess, startProcess } from '../support/process.ts'
import { ANY_PASSWORD } from '../support/service.ts'
import { type Accounts, startAccounts } from './accounts.ts'
import { type PythonEnvironment, preparePython } from './python-environment.ts'
import { runProgram } from './run-program.ts'

const HOOKS = join(import.meta.dirname, 'hooks.py')
const REQUIREMENTS = join(import.meta.dirname, 'requirements.txt')
const isDeep = process.env.CASTELLAN_DEEP === '1'
const NO_LIMIT_SECONDS = '86400'

/** All tests share one client address, so the limits per address are off. */
const SETTINGS = [
  'application.mode=dev',
  'rateLimit.perAddress=0',
  'rateLimit.total=0',
  'rateLimit.loginPerAddress=0',
  'login.maxFailures=0',
]

const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
  'invalid_data_is_refused',
  'identity_is_required',
]

interface Summary {
  readonly calls: number
  /** Calls with a token that an earlier call had ended. */
  readonly lost: number
  /** The number of responses of each operation by code and reason. */
  readonly codes: Readonly<Record<string, Readonly<Record<string, number>>>>
}

let environment: PythonEnvironment
let folder: Awaited<ReturnType<typeof folderWithSettings>>
let service: ServiceProcess | undefined
let context: CommandContext | undefined
let accounts: Accounts | undefined

beforeAll(async () => {
  folder = await folderWithSettings()
  environment = await preparePython(REQUIREMENTS)
  if ('problem' in environment) return
  service = await startProcess(folder.path, SETTINGS)
  context = await openCommandContext(`sqlite:${join(service.started.dataDir, 'castellan.db')}`, ANY_PASSWORD)
  await context.roleAdministration.add({ roleKey: 'clerk', roleName: 'Clerk', dataScope: '5' })
  accounts = await startAccounts(service.base, context)
  const document = await fetch(`${service.base}/openapi.json`)
  await writeFile(join(folder.path, 'openapi.json'), await document.text())
}, 0)

afterAll(async () => {
  await accounts?.close()
  await context?.close()
  await service?.end('SIGTERM')
  await folder.remove()
})

/** Runs the fuzzer for all operations, and returns its output and a summary of the responses. */
async function fuzz(caller: string, phases: string, examples: number, signal: AbortSignal) {
  if ('problem' in environment || !service || !accounts) throw new Error('there is no fuzzer')
  const summaryFile = join(folder.path, `${caller}.json`)
  const result = await runProgram(
    environment.python,
    [
      ...['-m', 'schemathesis.cli', 'run', join(folder.path, 'openapi.json')],
      ...['--url', new URL(service.base).origin],
      ...['--checks', CHECKS.join(',')],
      ...['--phases', isDeep ? 'examples,coverage,fuzzing,stateful' : phases],
      ...['--max-examples', String(isDeep ? 200 : examples)],
      ...['--seed', String(isDeep ? randomInt(2 ** 31) : 1)],
      ...['--request-timeout', NO_LIMIT_SECONDS],
      ...['--suppress-health-check', 'all'],
      ...['--generation-database', 'none'],
      // A caller without a token sends invalid ones.
      ...['--generation-with-security-parameters', String(caller === 'none')],
      ...['--continue-on-failure', '--no-color', ...(isDeep ? [] : ['--no-shrink'])],
    ],
    {
      cwd: folder.path,
      signal,
      env: {
        ...process.env,
        SCHEMATHESIS_HOOKS: HOOKS,
        PYTHONDONTWRITEBYTECODE: '1',
        FUZZ_CALLER: caller,
        FUZZ_ACCOUNTS_URL: accounts.url,
        FUZZ_SUMMARY_FILE: summaryFile,
      },
    },
  )
  expect(result.code, result.output).toBe(0)
  const summary: Summary = JSON.parse(await readFile(summaryFile, 'utf8'))
  return summary
}

test.for([
  ['admin', 'coverage,fuzzing', 10],
  ['restricted', 'fuzzing', 10],
  ['none', 'fuzzing', 5],
] as const)(
  'the caller %s gets only documented responses and no server error',
  { timeout: 0 },
  async ([caller, phases, examples], { skip, signal }) => {
    if ('problem' in environment) return skip(`Schemathesis cannot be installed: ${environment.problem}`)
    const { calls, lost, codes } = await fuzz(caller, phases, examples, signal)
    expect(Object.keys(codes).length).toBeGreaterThan(50)
    // Otherwise most calls would only test the identity check.
    expect(lost).toBeLessThan(calls / 10)
    const succeeded = Object.values(codes).filter((counts) => counts['200'] !== undefined)
    expect(succeeded.length).toBeGreaterThan({ admin: 40, restricted: 20, none: 5 }[caller])
    expect(service?.log()).not.toMatch(/"level":(?:50|60)/)
  },
)
