import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { chmod, readFile, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { verifyPassword } from '../../src/core/password/hash-function.ts'
import { createAccountStore } from '../../src/core/user/account.store.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { bearer, call, postJson } from '../support/client.ts'
import type { CommandResult } from '../support/command-host.ts'
import { eventually } from '../support/eventually.ts'
import {
  castellan,
  program,
  refusedStart,
  type ServiceProcess,
  startProcess,
  temporaryFolder,
} from '../support/process.ts'
import { freePort } from '../support/servers/free-port.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
const running: ServiceProcess[] = []

async function removeAll(): Promise<void> {
  for (const service of running.splice(0)) await service.end('SIGKILL')
  await folder.remove()
}

async function start(flags: string[] = [], env: Record<string, string> = {}): Promise<ServiceProcess> {
  const service = await startProcess(folder.path, flags, env)
  running.push(service)
  return service
}

/** Listens on a free port until the test is finished. Returns its number. */
async function takenPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address.port
}

/** Returns whether this is the stored password of the user admin. */
async function isAdminPassword(password: string): Promise<boolean> {
  const url = `sqlite:${join(folder.path, 'data', 'castellan.db')}`
  const { database, close } = await openDatabase(url, { mustExist: true })
  const admin = await createAccountStore(database).findByName('admin').finally(close)
  return verifyPassword(password, String(admin?.passwordHash))
}

// Each test goes on where the one before it has ended.
describe('a refused start, the first start and the ones after it', () => {
  const refusedSettings =
    'permission.exclude=[{"method":"PUT","path":"/api/v1/*","reason":"for tests"},{"method":"GET","path":"/api/v1/sys-user","reason":"for tests"}]'
  const data = (name: string) => join(folder.path, 'data', name)
  let refused: CommandResult
  let first: ServiceProcess
  let second: ServiceProcess
  let password: string | null
  let token: string

  beforeAll(async () => {
    folder = await temporaryFolder()
    refused = await castellan(folder.path, ['serve', '--set', refusedSettings])
    first = await start()
    password = first.started.adminPassword
  })
  afterAll(removeAll)

  test('refused settings: one line that names them, and no admin is created', () => {
    expect(refused).toMatchObject({ code: 1, output: '' })
    expect(refused.errors.trim().split('\n')).toHaveLength(1)
    expect(refused.errors).toMatch(/permission\.exclude\[\d\].*\/api\/v1\//)
    expect(password).toMatch(/^[\w-]{20}$/)
  })

  test('first start: prod, data in ./data, readable by its owner alone', async () => {
    expect(first.started).toMatchObject({
      mode: 'prod',
      settingsFile: null,
      consoleUrl: `${first.started.address}/`,
      dataDir: join(folder.path, 'data'),
    })
    expect((await call(`${first.base}/health`)).body).toMatchObject({ data: { status: 'up' } })
    expect(await first.end('SIGTERM')).toBe(0)
    expect(first.log()).not.toContain('application.mode is dev')
    for (const name of ['jwt.secret', 'castellan.db'])
      expect((await stat(data(name))).mode & 0o777).toBe(0o600)
  })

  test('the generated password works and is not shown again', async () => {
    second = await start(['application.mode=dev'])
    expect(second.started.adminPassword).toBeNull()
    const { body } = await call(`${second.base}/login`, postJson({ username: 'admin', password }))
    expect(body).toMatchObject({ code: 200, token: expect.any(String) })
    expect(second.log()).toContain('application.mode is dev')
    token = String(body.token)
  })

  test('a token in the query reaches no log', async () => {
    for (const path of ['getinfo', 'nothing', 'role', '/x', 'sys-user/0']) {
      await call(`${second.base}/${path}?token=${token}`)
    }
    await second.end('SIGTERM')
    expect(second.log()).toContain('/api/v1/getinfo')
    expect(second.log()).not.toContain(token.slice(0, 40))
    expect(second.log()).not.toContain(token.slice(-20))
    expect(second.log()).not.toContain(String(password))
  })

  test('tokens outlive a restart; a log that nobody reads does not block the service or its shutdown', async () => {
    const third = await start(['application.mode=dev', 'rateLimit.perAddress=0', 'rateLimit.total=0'])
    expect((await call(`${third.base}/getinfo`, bearer(token))).body).toMatchObject({ code: 200 })
    third.pauseLog()
    // Several times what fits into a pipe.
    const longPath = `${third.base}/${'x'.repeat(250)}`
    for (let round = 0; round < 15; round++) {
      await Promise.all(Array.from({ length: 40 }, () => call(longPath)))
    }
    expect((await call(`${third.base}/health`)).body.code).toBe(200)
    expect(await third.end('SIGTERM')).toBe(0)
  })

  test('a secret that others may read is refused', async () => {
    const secret = await readFile(data('jwt.secret'), 'utf8')
    await chmod(data('jwt.secret'), 0o644)
    const { code, errors } = await castellan(folder.path, ['serve'])
    expect(code).toBe(1)
    expect(errors).toContain('chmod 600')
    expect(errors).not.toContain(secret.trim())
  })
})

describe('settings from a file, variables and flags', () => {
  const secret = '5PBvHrE9Qy0nS2mGq8cXw7LkTz3aJdUf'
  let service: ServiceProcess

  beforeAll(async () => {
    folder = await temporaryFolder()
    await writeFile(join(folder.path, 'secret'), secret, { mode: 0o600 })
    await writeFile(
      join(folder.path, 'settings.yml'),
      'settings:\n  application:\n    name: from the file\n    mode: test\n  jwt:\n    timeout: 60\n',
    )
    service = await start(
      [
        'application.name=from a flag',
        'application.publicUrl=https://admin.example.com',
        'jwt.secret=@secret',
        'login.secondFactor.requiredRoles=admin,amdin',
        'permission.exclude=[{"method":"GET","path":"/api/v1/typo","reason":"for tests"}]',
      ],
      { CASTELLAN_APPLICATION_NAME: 'from a variable', CASTELLAN_APPLICATION_MODE: 'prod' },
    )
  })
  afterAll(removeAll)

  test('file < environment < flags', async () => {
    expect(service.started).toMatchObject({
      consoleUrl: 'https://admin.example.com/',
      settingsFile: join(folder.path, 'settings.yml'),
      settingsVariables: ['CASTELLAN_APPLICATION_MODE', 'CASTELLAN_APPLICATION_NAME'],
      settingsFlags: expect.arrayContaining(['application.port', 'application.name']),
      mode: 'prod',
    })
    const { body } = await call(`${service.base}/app-config`)
    expect(body.data).toMatchObject({ sys_app_name: 'from a flag', mode: 'prod', captchaRequired: true })
  })

  test('an entry of the exclusion list without a route and a role that does not exist are warned about', async () => {
    const missing = 'permission.exclude[0] (GET /api/v1/typo) matches no route'
    await eventually(() => expect(service.log()).toContain(missing))
    expect(service.log()).toContain('login.secondFactor.requiredRoles names the role \\"amdin\\"')
    expect(service.log()).not.toContain('names the role \\"admin\\"')
  })

  test('closed pipes at standard output and standard error do not end the service; a secret from a file is not warned about', async () => {
    expect(service.log()).not.toContain('command line')
    service.closeOutput()
    for (let count = 0; count < 100; count++) {
      expect((await call(`${service.base}/health`)).body.code).toBe(200)
    }
    expect(await service.end('SIGTERM')).toBe(0)
  })
})

describe('castellan serve', () => {
  beforeEach(async () => {
    folder = await temporaryFolder()
  })
  afterEach(removeAll)

  test.skipIf(process.platform !== 'linux')(
    'a first start that cannot write to standard output prints the password on standard error', // /dev/full exists on Linux only
    async () => {
      const child = spawn(process.execPath, [program, 'serve', '--set', 'application.port=0'], {
        cwd: folder.path,
        // Other tests of this worker set it.
        env: { ...process.env, CASTELLAN_ADMIN_PASSWORD: undefined },
        stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
      })
      let errors = ''
      child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
        errors += chunk
      })
      const exited = once(child, 'exit')
      await eventually(() => expect(errors).toContain('listening on'))
      await eventually(() => expect(errors).toMatch(/Username: admin\n {2}Password: \S{20}\n/))
      child.kill('SIGTERM')
      await exited
    },
  )

  test('the first admin exists before the port is open, with the password of the variable; a secret on the command line is warned about; neither is printed', async () => {
    const port = await freePort()
    const password = 'correct horse battery staple'
    const secret = '5PBvHrE9Qy0nS2mGq8cXw7LkTz3aJdUf'
    const flags = [
      `application.port=${port}`,
      'application.mode=dev',
      'login.maxFailures=0',
      `jwt.secret=${secret}`,
    ]
    const starting = start(flags, { CASTELLAN_ADMIN_PASSWORD: password })
    let isStarted = false
    void starting.finally(() => {
      isStarted = true
    })
    const codes: unknown[] = []
    // The connection is refused until the service listens. Every response must be a successful login.
    for (let isLast = false; !isLast; ) {
      isLast = isStarted
      const url = `http://127.0.0.1:${port}/api/v1/login`
      const response = await call(url, postJson({ username: 'admin', password })).catch(() => undefined)
      if (response) codes.push(response.body.code)
      else await sleep(2)
    }
    const service = await starting
    expect(new Set(codes)).toEqual(new Set([200]))
    expect(service.started.adminPassword).toBeNull()
    await service.end('SIGTERM')
    expect(service.log()).toContain('jwt.secret is on the command line')
    expect(service.log()).toContain('--set jwt.secret=@FILE')
    expect(service.log()).not.toContain(secret)
    expect(service.log()).not.toContain(password)
  })

  test.each(['throw new Error("unforeseen")', 'Promise.reject(new Error("unforeseen"))'])(
    'an uncaught error is logged and ends the process: %s',
    async (fault) => {
      const code = `process.on("SIGUSR2",()=>{setImmediate(()=>{${fault}})})`
      const service = await start([], {
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}`,
      })
      expect(await service.end('SIGUSR2')).toBe(1)
      const lines = service.log().match(/^\{"level":60,.*$/gm) ?? []
      expect(lines.map((line) => JSON.parse(line))).toMatchObject([
        {
          msg: 'uncaught error, this process exits',
          err: { message: 'unforeseen', stack: expect.any(String) },
        },
      ])
    },
  )

  test.runIf(process.platform === 'linux')('a full disk costs log lines, not the service', async () => {
    const code = 'import fs from "node:fs";fs.closeSync(2);fs.openSync("/dev/full","w")'
    const service = await start(['application.mode=dev'], {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}`,
    })
    for (let count = 0; count < 100; count++) {
      expect((await call(`${service.base}/health`)).body.code).toBe(200)
    }
    expect(await service.end('SIGTERM')).toBe(0)
  })

  test('a database password on the command line is warned about, by every command', async () => {
    const url = 'postgres://castellan:hidden-password@127.0.0.1:1/castellan'
    const { errors } = await castellan(folder.path, ['user', 'list', '--set', `database.url=${url}`])
    expect(errors).toContain('database.url is on the command line')
    expect(errors).not.toContain('hidden-password')
  })

  test.each([
    ['an unknown key', ['--set', 'jwt.secrett=x'], /jwt\.secrett.*jwt\.secret/],
    ['a wrong type', ['--set', 'application.port=eight'], /application\.port/],
    ['a short secret', ['--set', 'jwt.secret=short'], /jwt\.secret.*32/],
    ['a public secret', ['--set', 'jwt.secret=a-string-secret-at-least-256-bits-long'], /jwt\.secret/],
    ['a missing file', ['--config', 'nowhere.yml'], /nowhere\.yml/],
  ])('%s: one line that names it, and a failure', async (_, args, line) => {
    const { code, output, errors } = await refusedStart(folder.path, args)
    expect(code).not.toBe(0)
    expect(output).toBe('')
    expect(errors.trim().split('\n')).toHaveLength(1)
    expect(errors).toMatch(line)
  })

  test.each([
    [
      'as text',
      [],
      /only once\.\n {2}You must change it at the first login\.\n(?:.*\n)*.*Password: ([\w-]{20})\n/,
    ],
    [
      'in dev',
      ['--set', 'application.mode=dev'],
      /only once\.\n\n {2}Username: admin\n {2}Password: ([\w-]{20})\n/,
    ],
    ['as JSON', ['--json'], /^\{"adminPassword":"([\w-]{20})"\}$/m],
    ['with two processes', ['--processes', '2'], /Password: ([\w-]{20})\n/],
  ])(
    'a first start that cannot listen prints the generated password, and last the port in use, %s',
    async (_, args, pattern) => {
      const port = await takenPort()
      const failed = await castellan(folder.path, ['serve', ...args, '--set', `application.port=${port}`])
      expect(failed.code).toBe(1)
      // After the log lines before it.
      expect(failed.errors.trim().split('\n').at(-1)).toContain(`port ${port} on 127.0.0.1 is in use`)
      expect(await isAdminPassword(String(pattern.exec(failed.output)?.[1]))).toBe(true)
    },
  )
})
