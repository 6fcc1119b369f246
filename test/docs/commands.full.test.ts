import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { castellan, startProcess, temporaryFolder } from '../support/process.ts'
import { commandsOf, matchesShownOutput, type ShownCommand, sectionOf } from '../support/shell-blocks.ts'

const root = join(import.meta.dirname, '..', '..')
const pageOf = (path: string): string => readFileSync(join(root, path), 'utf8')

let folder: Awaited<ReturnType<typeof temporaryFolder>>

beforeEach(async () => {
  folder = await temporaryFolder()
  const commands = join(folder.path, 'node_modules', '.bin')
  await mkdir(commands, { recursive: true })
  await symlink(join(root, 'dist', 'service', 'cli', 'castellan.js'), join(commands, 'castellan'))
  await symlink(join(root, 'node_modules', 'jose'), join(folder.path, 'node_modules', 'jose'))
})
afterEach(() => folder.remove())

/** A command of the service that needs no shell. */
const PLAIN_COMMAND = /^(?:npx )?castellan((?: (?:'[^']*'|[\w./:=,@-]+))+)$/

interface Outcome {
  readonly code: number | null
  readonly output: string
}

/** Runs a command in the folder of the service. Commands of the service share a process, which is faster. */
async function run(command: string, address: string): Promise<Outcome> {
  const [, words] = PLAIN_COMMAND.exec(command) ?? []
  if (words === undefined) return runInShell(command, address)
  const args = [...words.matchAll(/'([^']*)'|[^ ']+/g)].map(([word, quoted]) => quoted ?? word)
  const { code, output, errors } = await castellan(folder.path, args)
  return { code, output: code === 0 ? output : `${output}\n${errors}` }
}

/** Variables that a command sets are kept for the commands that follow. */
async function runInShell(command: string, address: string): Promise<Outcome> {
  if (/\bsudo\b/.test(command)) throw new Error(`tests must not change the machine: ${command}`)
  const script = [
    'set -o allexport -o pipefail; touch variables; . ./variables',
    command.replaceAll('http://127.0.0.1:8000', address).replaceAll('npx castellan', 'castellan'),
    'code=$?; declare -p TOKEN > variables 2>/dev/null; exit $code',
  ].join('\n')
  const shell = spawn('bash', ['-c', script], {
    cwd: folder.path,
    env: { HOME: folder.path, PATH: `${join(folder.path, 'node_modules', '.bin')}:${process.env.PATH}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [output, errors] = await Promise.all([text(shell.stdout), text(shell.stderr), once(shell, 'close')])
  return { code: shell.exitCode, output: shell.exitCode === 0 ? output : `${output}\n${errors}` }
}

/** Only reads, so it can be repeated until the service has applied the commands before. */
const isRead = (command: string): boolean => /^curl -s \S+ (?!.* -d )/.test(`${command} `)

async function runAll(commands: readonly ShownCommand[], address: string): Promise<void> {
  for (const { command, output: shown } of commands) {
    const check = async (): Promise<void> => {
      const { code, output } = await run(command, address)
      expect(code, `${command}\n${output}`).toBe(0)
      if (shown === undefined) return
      expect(matchesShownOutput(output, shown), `${command}\n${output}\ninstead of\n${shown}`).toBe(true)
    }
    if (isRead(command)) await expect.poll(() => check().then(() => 'as shown', String)).toBe('as shown')
    else await check()
  }
}

test('docs/how-to: everyday commands, a new password of the admin, keys, verification, backup and restore', async () => {
  const service = await startProcess(folder.path)
  try {
    await runAll(
      [
        'castellan role add auditor --name Auditor',
        "echo 'green apples on a blue plate' | castellan user add alice --role auditor --password-stdin",
      ].map((command) => ({ command, output: undefined })),
      service.started.address,
    )
    await runAll(commandsOf(pageOf('docs/how-to/everyday-commands.md')), service.started.address)
    const [interactive, ...others] = commandsOf(pageOf('docs/how-to/reset-the-admin-password.md'))
    expect(interactive?.command).toBe('npx castellan user passwd admin')
    await runAll(others, service.started.address)
    for (const page of ['rotate-keys', 'verify-the-logs', 'back-up-and-restore'])
      await runAll(commandsOf(pageOf(`docs/how-to/${page}.md`)), service.started.address)
  } finally {
    await service.end('SIGTERM')
  }
})

test('docs/how-to/keep-roles-in-git.md: the commands work with the files that are shown', async () => {
  const page = pageOf('docs/how-to/keep-roles-in-git.md')
  const [roleFile = '', expectations = ''] = [...page.matchAll(/```yaml\n(.*?)```/gs)].map(([, yaml]) => yaml)
  await writeFile(join(folder.path, 'settings.yml'), '')
  await writeFile(join(folder.path, 'expectations.yml'), expectations)
  const before = [
    'castellan migrate',
    'castellan role add auditor --name Auditor',
    'castellan policy add auditor GET /api/v1/orders/:id',
  ].map((command) => ({ command, output: undefined }))
  await runAll([...before, ...commandsOf(page)], '')
  expect(await readFile(join(folder.path, 'roles', 'auditor.yml'), 'utf8')).toBe(roleFile)
})

test('docs/how-to/branch-administrators.md: the commands work', async () => {
  const commands = commandsOf(pageOf('docs/how-to/branch-administrators.md'))
  expect(commands.length).toBeGreaterThan(10)
  await runAll([{ command: 'castellan migrate', output: undefined }, ...commands], '')
})

describe.each([
  ['README.md', sectionOf(pageOf('README.md'), '## Five-minute tutorial')],
  ['docs/tutorial.md', pageOf('docs/tutorial.md')],
])('%s', (_, page) => {
  test('every command works and has the output that is shown', async () => {
    const [start, ...commands] = commandsOf(page)
    expect(start?.command).toMatch(/^(npm ci && )?npm start -- (--set \S+ ?)+$/)
    expect(commands.length).toBeGreaterThan(4)
    const flags = [...(start?.command ?? '').matchAll(/--set (\S+)/g)].map(([, flag = '']) => flag)
    const service = await startProcess(folder.path, flags)
    try {
      await runAll(commands, service.started.address)
    } finally {
      await service.end('SIGTERM')
    }
  })
})
