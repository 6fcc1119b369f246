import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { EXAMPLES } from '../support/example-process.ts'
import { castellan, program, temporaryFolder } from '../support/process.ts'

// Every test starts processes.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 })

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let databaseUrl: string
let jobs: Record<'test' | 'apply' | 'drift', { steps: { run?: string }[] }>

beforeAll(async () => {
  folder = await temporaryFolder()
  await cp(join(EXAMPLES, 'policy-as-code'), folder.path, { recursive: true })
  const commands = join(folder.path, 'node_modules', '.bin')
  await mkdir(commands, { recursive: true })
  await symlink(program, join(commands, 'castellan'))
  databaseUrl = `sqlite:${join(folder.path, 'service.db')}`
  jobs = parse(await readFile(join(folder.path, '.github', 'workflows', 'policy.yml'), 'utf8')).jobs
})
afterAll(() => folder.remove())

/** Runs the steps of a job of the workflow until one fails, except the installation of the package. */
async function runJob(name: keyof typeof jobs, env: Readonly<Record<string, string>> = {}) {
  const commands = jobs[name].steps.flatMap(({ run = '' }) => (run.startsWith('npx castellan ') ? [run] : []))
  expect(commands.length).toBeGreaterThan(0)
  const script = ['set -e', ...commands.map((command) => command.replace('npx ', ''))].join('\n')
  const shell = spawn('bash', ['-c', script], {
    cwd: folder.path,
    env: { PATH: `${join(folder.path, 'node_modules', '.bin')}:${process.env.PATH}`, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [output, errors] = await Promise.all([text(shell.stdout), text(shell.stderr), once(shell, 'close')])
  return { code: shell.exitCode, output, errors }
}

test('the jobs of the workflow test and apply the files, and find what was changed by hand', async () => {
  const env = { CASTELLAN_DATABASE_URL: databaseUrl }
  expect(await runJob('test')).toEqual({ code: 0, output: '12 expectations met\n', errors: '' })
  // A missing secret is an empty variable: the default database must not be created and accept the plan.
  expect(await runJob('apply', { CASTELLAN_DATABASE_URL: '' })).toMatchObject({
    code: 2,
    errors: expect.stringContaining('CASTELLAN_DATABASE_URL is empty'),
  })
  expect(await castellan(folder.path, ['migrate'], '', env)).toMatchObject({ code: 0 })
  const applied = await runJob('apply', env)
  expect(applied).toMatchObject({
    code: 0,
    errors: `database: ${join(folder.path, 'service.db')}, from database.url (variable CASTELLAN_DATABASE_URL)\n`,
  })
  expect(applied.output).toMatch(/roles: 3 to create, .*\napplied\n12 expectations met\n$/)
  expect(await runJob('drift', env)).toMatchObject({
    code: 0,
    output: 'nothing to change: 3 roles as declared\n',
  })

  await castellan(folder.path, ['policy', 'add', 'auditor', 'DELETE', '/api/v1/orders/:id'], '', env)
  const drift = await runJob('drift', env)
  expect(drift.code).toBe(1)
  expect(drift.output).toContain('~ change role auditor\n    - DELETE /api/v1/orders/:id\n')
})

test('a rule that contradicts an expectation fails the test', async () => {
  const file = join(folder.path, 'roles', 'audit.yml')
  const before = await readFile(file, 'utf8')
  await writeFile(file, `${before}      - "* /api/v1/orders/*"\n`)
  const { code, output } = await runJob('test')
  expect(code).toBe(1)
  expect(output).toContain('role auditor may not DELETE /api/v1/orders/7')
  expect(output).toContain('It is allowed by the rule auditor * /api/v1/orders/*')
})
