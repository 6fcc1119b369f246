import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type PythonEnvironment, preparePython } from '../support/python-environment.ts'
import { runProgram } from '../support/run-program.ts'
import { type FuzzTarget, type Product, startFuzzTarget } from './target.ts'

const HOOKS = join(import.meta.dirname, 'hooks.py')
const REQUIREMENTS = join(import.meta.dirname, 'requirements.txt')
const isDeep = process.env.CASTELLAN_DEEP === '1'
const PRODUCTS: readonly Product[] = isDeep ? ['sqlite', 'postgres', 'mysql'] : ['sqlite']
const NO_LIMIT_SECONDS = '86400'

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

beforeAll(async () => {
  environment = await preparePython(REQUIREMENTS)
}, 0)

describe.each(PRODUCTS)('with %s', (product) => {
  let target: FuzzTarget | undefined

  beforeAll(async () => {
    if ('problem' in environment) return
    const serverUrl = product === 'sqlite' ? undefined : inject('servers')[product]
    if (product === 'sqlite' || serverUrl) target = await startFuzzTarget(product, serverUrl)
  }, 0)
  afterAll(() => target?.close())

  test.for([
    ['admin', 'fuzzing', 1],
    ['restricted', 'fuzzing', 2],
    ['none', 'fuzzing', 1],
  ] as const)(
    'the caller %s gets only documented responses and no server error',
    { timeout: 0 },
    async ([caller, phases, examples], { skip, signal }) => {
      if ('problem' in environment) return skip(`Schemathesis cannot be installed: ${environment.problem}`)
      if (!target) return skip(`there is no ${product} server here`)
      const { calls, lost, codes } = await fuzz({
        python: environment.python,
        target,
        caller,
        signal,
        phases: isDeep ? 'examples,coverage,fuzzing,stateful' : phases,
        examples: isDeep ? 200 : examples,
        seed: isDeep ? randomInt(2 ** 31) : 1,
      })
      expect(Object.keys(codes).length).toBeGreaterThan(50)
      // Otherwise most calls would only test the identity check.
      expect(lost).toBeLessThan(calls / 10)
      const succeeded = Object.values(codes).filter((counts) => counts['200'] !== undefined)
      expect(succeeded.length).toBeGreaterThan({ admin: 40, restricted: 20, none: 5 }[caller])
      expect(target.errors()).toEqual([])
    },
  )
})

interface FuzzOptions {
  readonly python: string
  readonly target: FuzzTarget
  readonly caller: string
  readonly phases: string
  readonly examples: number
  readonly seed: number
  readonly signal: AbortSignal
}

/** Sends requests to all operations. Fails with the output of Schemathesis unless all responses pass the checks. */
async function fuzz(options: FuzzOptions): Promise<Summary> {
  const { python, target, caller, phases, examples, seed, signal } = options
  const summaryFile = join(target.folder, `${caller}.json`)
  const { code, output } = await runProgram(
    python,
    [
      ...['-m', 'schemathesis.cli', 'run', target.documentFile],
      ...['--url', target.origin],
      ...['--checks', CHECKS.join(',')],
      ...['--phases', phases],
      ...['--max-examples', String(examples)],
      ...['--seed', String(seed)],
      ...['--request-timeout', NO_LIMIT_SECONDS],
      ...['--suppress-health-check', 'all'],
      ...['--generation-database', 'none'],
      // A caller without a token sends invalid ones.
      ...['--generation-with-security-parameters', String(caller === 'none')],
      // A stream has no end, so that each successful call would wait for its time limit.
      ...(caller === 'none' ? [] : ['--exclude-path', '/api/v1/event/stream']),
      ...['--continue-on-failure', '--no-color', ...(isDeep ? [] : ['--no-shrink'])],
    ],
    {
      cwd: target.folder,
      signal,
      env: {
        ...process.env,
        SCHEMATHESIS_HOOKS: HOOKS,
        PYTHONDONTWRITEBYTECODE: '1',
        // A proxy of the environment cannot reach this machine.
        NO_PROXY: '127.0.0.1',
        no_proxy: '127.0.0.1',
        FUZZ_CALLER: caller,
        FUZZ_ACCOUNTS_URL: target.accountsUrl,
        FUZZ_SUMMARY_FILE: summaryFile,
      },
    },
  )
  expect(code, output).toBe(0)
  return JSON.parse(await readFile(summaryFile, 'utf8'))
}
