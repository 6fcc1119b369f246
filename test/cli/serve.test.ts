import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createAccountStore } from '../../src/accounts/user/account.store.ts'
import { verifyPassword } from '../../src/authentication/password/hash-function.ts'
import { openDatabase } from '../../src/database/database.ts'
import { bearer, call, postJson } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { castellan, type ServiceProcess, startProcess, temporaryFolder } from '../support/process.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
const running: ServiceProcess[] = []

beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(async () => {
  for (const service of running.splice(0)) await service.end('SIGKILL')
  await folder.remove()
})

async function start(flags: string[] = [], env: Record<string, string> = {}): Promise<ServiceProcess> {
  const service = await startProcess(folder.path, flags, env)
  running.push(service)
  return service
}

/** Listens on a free port until the test is finished. Returns its number. */
async function takenPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  return portOf(server)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  const port = await portOf(server)
  server.close()
  await once(server, 'close')
  return port
}

async function portOf(server: Server): Promise<number> {
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

describe('castellan serve', () => {
  test.skipIf(process.platform !== 'linux')(
    'a first start that cannot write to standard output prints the password on standard error', // /dev/full exists on Linux only
    async () => {
      const program = join(import.meta.dirname, '../../dist/cli/castellan.js')
      const child = spawn(process.execPath, [program, 'serve', '--set', 'application.port=0'], {
        cwd: folder.path,
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

  test('first start: prod, data in ./data, a password that works and is not shown again', async () => {
    const first = await start()
    expect(first.started).toMatchObject({
      mode: 'prod',
      settingsFile: null,
      consoleUrl: `${first.started.address}/`,
      dataDir: join(folder.path, 'data'),
    })
    expect(first.started.adminPassword).toMatch(/^[\w-]{20}$/)
    expect((await call(`${first.base}/health`)).body).toMatchObject({ data: { status: 'up' } })
    expect(await first.end('SIGTERM')).toBe(0)
    const second = await start(['application.mode=dev'])
    expect(second.started.adminPassword).toBeNull()
    const { body } = await call(
      `${second.base}/login`,
      postJson({ username: 'admin', password: first.started.adminPassword }),
    )
    expect(body).toMatchObject({ code: 200, token: expect.any(String) })
    expect([first.log(), second.log()]).toEqual([
      expect.not.stringContaining('application.mode is dev'),
      expect.stringContaining('application.mode is dev'),
    ])
  })

  test('the first admin exists before the port is open, with the password of the variable, which is not printed', async () => {
    const port = await freePort()
    const password = 'correct horse battery staple'
    const starting = start([`application.port=${port}`, 'application.mode=dev', 'login.maxFailures=0'], {
      CASTELLAN_ADMIN_PASSWORD: password,
    })
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
    expect(service.log()).not.toContain(password)
  })

  test('tokens outlive a restart: the secret is kept, readable by its owner alone', async () => {
    const first = await start(['application.mode=dev'])
    const { body } = await call(
      `${first.base}/login`,
      postJson({ username: 'admin', password: first.started.adminPassword }),
    )
    await first.end('SIGTERM')
    expect((await stat(join(folder.path, 'data', 'jwt.secret'))).mode & 0o777).toBe(0o600)
    expect((await stat(join(folder.path, 'data', 'castellan.db'))).mode & 0o777).toBe(0o600)
    const second = await start(['application.mode=dev'])
    expect((await call(`${second.base}/getinfo`, bearer(String(body.token)))).body).toMatchObject({
      code: 200,
    })
  })

  test('file < environment < flags', async () => {
    const file = join(folder.path, 'settings.yml')
    await writeFile(
      file,
      'settings:\n  application:\n    name: from the file\n    mode: test\n  jwt:\n    timeout: 60\n',
    )
    const service = await start(['application.name=from a flag'], {
      CASTELLAN_APPLICATION_NAME: 'from a variable',
      CASTELLAN_APPLICATION_MODE: 'prod',
    })
    expect(service.started).toMatchObject({
      settingsFile: file,
      settingsVariables: ['CASTELLAN_APPLICATION_MODE', 'CASTELLAN_APPLICATION_NAME'],
      settingsFlags: ['application.port', 'application.name'],
      mode: 'prod',
    })
    const { body } = await call(`${service.base}/app-config`)
    expect(body.data).toMatchObject({ sys_app_name: 'from a flag', mode: 'prod', captchaRequired: true })
  })

  test('an entry of the exclusion list without a route and a role that does not exist are warned about', async () => {
    const service = await start([
      'permission.exclude=[{"method":"GET","path":"/api/v1/typo","reason":"for tests"}]',
      'login.secondFactor.requiredRoles=admin,amdin',
      'application.publicUrl=https://admin.example.com',
    ])
    expect(service.started.consoleUrl).toBe('https://admin.example.com/')
    await service.end('SIGTERM')
    expect(service.log()).toContain('login.secondFactor.requiredRoles names the role \\"amdin\\"')
    expect(service.log()).not.toContain('names the role \\"admin\\"')
    expect(service.log()).toContain('permission.exclude[0] (GET /api/v1/typo) matches no route')
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

  test('closed pipes at standard output and standard error do not end the service', async () => {
    const service = await start(['application.mode=dev'])
    service.closeOutput()
    for (let count = 0; count < 100; count++) {
      expect((await call(`${service.base}/health`)).body.code).toBe(200)
    }
    expect(await service.end('SIGTERM')).toBe(0)
  })

  test('a log that nobody reads does not block the service or its shutdown', async () => {
    const service = await start(['application.mode=dev', 'rateLimit.perAddress=0', 'rateLimit.total=0'])
    service.pauseLog()
    const longPath = `${service.base}/${'x'.repeat(250)}`
    for (let round = 0; round < 40; round++) {
      await Promise.all(Array.from({ length: 40 }, () => call(longPath)))
    }
    expect((await call(`${service.base}/health`)).body.code).toBe(200)
    expect(await service.end('SIGTERM')).toBe(0)
  })

  test('a secret on the command line is warned about, one from a file is not', async () => {
    const secret = '5PBvHrE9Qy0nS2mGq8cXw7LkTz3aJdUf'
    await writeFile(join(folder.path, 'secret'), secret, { mode: 0o600 })
    const fromFile = await start(['jwt.secret=@secret'])
    expect(await fromFile.end('SIGTERM')).toBe(0)
    expect(fromFile.log()).not.toContain('command line')
    const fromFlag = await start([`jwt.secret=${secret}`])
    expect(await fromFlag.end('SIGTERM')).toBe(0)
    expect(fromFlag.log()).toContain('jwt.secret is on the command line')
    expect(fromFlag.log()).toContain('--set jwt.secret=@FILE')
    expect(fromFlag.log()).not.toContain(secret)
  })

  test('a database password on the command line is warned about, by every command', async () => {
    const url = 'postgres://castellan:hidden-password@127.0.0.1:1/castellan'
    const { errors } = await castellan(folder.path, ['user', 'list', '--set', `database.url=${url}`])
    expect(errors).toContain('database.url is on the command line')
    expect(errors).not.toContain('hidden-password')
  })

  test('a token in the query reaches no log', async () => {
    const service = await start(['application.mode=dev'])
    const login = { username: 'admin', password: service.started.adminPassword }
    const token = String((await call(`${service.base}/login`, postJson(login))).body.token)
    for (const path of ['getinfo', 'nothing', 'role', '/x', 'sys-user/0']) {
      await call(`${service.base}/${path}?token=${token}`)
    }
    await service.end('SIGTERM')
    expect(service.log()).toContain('/api/v1/getinfo')
    expect(service.log()).not.toContain(token.slice(0, 40))
    expect(service.log()).not.toContain(token.slice(-20))
    expect(service.log()).not.toContain(String(login.password))
  })
})

describe('a start that can not be', () => {
  test.each([
    ['an unknown key', ['--set', 'jwt.secrett=x'], /jwt\.secrett.*jwt\.secret/],
    ['a wrong type', ['--set', 'application.port=eight'], /application\.port/],
    ['a short secret', ['--set', 'jwt.secret=short'], /jwt\.secret.*32/],
    ['a public secret', ['--set', 'jwt.secret=a-string-secret-at-least-256-bits-long'], /jwt\.secret/],
    ['a missing file', ['--config', 'nowhere.yml'], /nowhere\.yml/],
    [
      'an exclusion that opens a management endpoint',
      [
        '--set',
        'permission.exclude=[{"method":"PUT","path":"/api/v1/*","reason":"for tests"},{"method":"GET","path":"/api/v1/sys-user","reason":"for tests"}]',
      ],
      /permission\.exclude\[\d\].*\/api\/v1\//,
    ],
  ])('%s: one line that names it, and a failure', async (_, args, line) => {
    const { code, output, errors } = await castellan(folder.path, ['serve', ...args])
    expect(code).not.toBe(0)
    expect(output).toBe('')
    expect(errors.trim().split('\n')).toHaveLength(1)
    expect(errors).toMatch(line)
  })

  test('a port in use: says so and how to choose another', async () => {
    const port = await takenPort()
    const other = await castellan(folder.path, ['serve', '--set', `application.port=${port}`])
    expect(other.code).toBe(1)
    expect(other.errors).toContain(`port ${port} on 127.0.0.1 is in use`)
  })

  test('the error that prevents a start is printed after the log lines before it', async () => {
    const flags = ['--set', 'application.mode=dev', '--set', `application.port=${await takenPort()}`]
    const { errors } = await castellan(folder.path, ['serve', ...flags])
    expect(errors).toContain('application.mode is dev')
    expect(errors.trim().split('\n').at(-1)).toContain('is in use')
  })

  test('a first start with refused settings creates no admin: the next start prints the password', async () => {
    const exclude = 'permission.exclude=[{"method":"GET","path":"/api/v1/role","reason":"for tests"}]'
    expect((await castellan(folder.path, ['serve', '--set', exclude])).code).toBe(1)
    expect((await start()).started.adminPassword).toMatch(/^[\w-]{20}$/)
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
  ])('a first start that cannot listen prints the generated password, %s', async (_, args, pattern) => {
    const port = await takenPort()
    const failed = await castellan(folder.path, ['serve', ...args, '--set', `application.port=${port}`])
    expect(failed).toMatchObject({ code: 1, errors: expect.stringContaining('is in use') })
    expect(await isAdminPassword(String(pattern.exec(failed.output)?.[1]))).toBe(true)
  })

  test('a secret that others may read', async () => {
    await (await start()).end('SIGTERM')
    const path = join(folder.path, 'data', 'jwt.secret')
    const secret = await readFile(path, 'utf8')
    await writeFile(path, secret)
    const { chmod } = await import('node:fs/promises')
    await chmod(path, 0o644)
    const { code, errors } = await castellan(folder.path, ['serve'])
    expect(code).toBe(1)
    expect(errors).toContain('chmod 600')
    expect(errors).not.toContain(secret.trim())
  })
})
