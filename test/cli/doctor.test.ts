import { once } from 'node:events'
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { createNodeStore } from '../../src/cluster/node.store.ts'
import { openDatabase } from '../../src/database/database.ts'
import { createLoginLogStore } from '../../src/login-log/login-log.store.ts'
import { eventually } from '../support/eventually.ts'
import { castellan, folderWithSettings, type ServiceProcess, startProcess } from '../support/process.ts'
import { type FreshDatabase, freshPostgresDatabase } from '../support/servers/fresh-database.ts'
import { SECRET } from '../support/service.ts'

// Every test starts processes.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 })

const { postgres = '', redis = '' } = inject('servers')
const ADMIN_PASSWORD = 'the keeper of the castle'

interface Finding {
  readonly check: string
  readonly status: string
  readonly found: string
  readonly fix: string | null
}

interface Result {
  readonly code: number | null
  readonly text: string
  readonly status: string
  readonly findings: readonly Finding[]
  of(check: string): readonly Finding[]
}

async function diagnose(
  folder: string,
  settings: readonly string[] = [],
  options: readonly string[] = [],
): Promise<Result> {
  const sets = settings.flatMap((setting) => ['--set', setting])
  const { code, output } = await castellan(folder, ['doctor', '--json', ...options, ...sets])
  const { status, findings }: Pick<Result, 'status' | 'findings'> = JSON.parse(output)
  const of = (check: string) => findings.filter((finding) => finding.check === check)
  return { code, text: output, status, findings, of }
}

/** Creates a folder with settings for one test. */
async function testFolder(): Promise<string> {
  const folder = await folderWithSettings()
  onTestFinished(() => folder.remove())
  return folder.path
}

test('before the first start nothing is wrong, and nothing is created', async () => {
  const folder = await testFolder()
  const { code, of, findings } = await diagnose(folder, ['application.port=0'])
  // The machine of the tests may be short of disk space.
  const wrong = findings.filter(({ check, status }) => check !== 'disk' && /problem|warning/.test(status))
  expect(wrong).toEqual([])
  expect(code).toBe(0)
  expect(of('database')[0]?.found).toContain('does not exist yet')
  expect(of('passwords')).toMatchObject([{ status: 'skipped', fix: null }])
  expect(await readdir(folder)).toEqual(['settings.yml'])
})

test('the text has the fix below each finding and ends with a summary', async () => {
  const folder = await testFolder()
  const { code, output } = await castellan(folder, [
    'doctor',
    '--set',
    'application.mode=dev',
    '--set',
    'application.port=0',
  ])
  expect(code).toBe(0)
  expect(output).toMatch(/^warning +mode +dev: .*\n +Fix: /m)
  expect(output).toMatch(/\n0 problems, [12] warnings?, \d+ skipped\n$/)
})

test('wrong usage and invalid settings exit with code 2', async () => {
  const folder = await testFolder()
  expect((await castellan(folder, ['doctor', '--unknown'])).code).toBe(2)
  const weak = await castellan(folder, ['doctor', '--set', 'jwt.secret=secret'])
  expect([weak.code, weak.output]).toEqual([2, ''])
  expect(weak.errors).toContain('has 6 bytes')
})

describe('with the service and its database', () => {
  let folder: Awaited<ReturnType<typeof folderWithSettings>>
  let service: ServiceProcess
  let settings: string[]

  beforeAll(async () => {
    folder = await folderWithSettings()
    service = await startProcess(folder.path, [], { CASTELLAN_ADMIN_PASSWORD: 'admin123' })
    settings = [`application.port=${new URL(service.base).port}`]
  })
  afterAll(async () => {
    await service?.end('SIGTERM')
    await folder.remove()
  })

  test('a well-known password of an admin is a problem', async () => {
    const { code, of, text } = await diagnose(folder.path, settings)
    expect(code).toBe(1)
    expect(of('passwords')).toMatchObject([
      { status: 'problem', found: 'the admin "admin" has a well-known password' },
    ])
    expect(of('passwords')[0]?.fix).toContain('castellan user passwd admin')
    expect(text).not.toContain('admin123')
    expect(of('files')).toMatchObject([{ status: 'ok' }])
  })

  test('once the fix is applied, nothing is wrong', async () => {
    const changed = await castellan(
      folder.path,
      ['user', 'passwd', 'admin', '--password-stdin'],
      ADMIN_PASSWORD,
    )
    expect(changed.code).toBe(0)
    // On a slow machine, a heartbeat can be late.
    await eventually(async () => {
      const { code, of } = await diagnose(folder.path, settings)
      expect(of('passwords')).toMatchObject([{ status: 'ok' }])
      expect(of('service')).toMatchObject([{ status: 'ok' }])
      expect(of('nodes')).toMatchObject([
        { status: 'ok', found: expect.stringContaining('1 node, up to date') },
      ])
      expect(code).toBe(0)
    })
  })

  test('files that others can read are problems, each with its command', async () => {
    const data = join(folder.path, 'data')
    onTestFinished(async () => {
      await chmod(data, 0o700)
      await chmod(join(data, 'jwt.secret'), 0o600)
    })
    await chmod(data, 0o755)
    await chmod(join(data, 'jwt.secret'), 0o644)
    await chmod(join(data, 'castellan.db'), 0o640)
    const { code, of } = await diagnose(folder.path, settings)
    expect(code).toBe(1)
    expect(of('files').map(({ status, fix }) => [status, fix])).toEqual([
      ['warning', `chmod 700 ${data}`],
      ['problem', expect.stringContaining(`chmod 600 ${join(data, 'jwt.secret')};`)],
      ['problem', `chmod 600 ${join(data, 'castellan.db')}`],
    ])
  })

  test('logins that all come from one address, and rejected entries, are warnings, which --strict counts', async () => {
    const { database, close } = await openDatabase(`sqlite:${join(folder.path, 'data', 'castellan.db')}`)
    onTestFinished(close)
    await createLoginLogStore(database).insertMany(
      Array.from({ length: 6 }, (_, index) => ({
        key: `doctor-${index}`,
        username: `user${index}`,
        status: '2' as const,
        ipaddr: '10.1.2.3',
        loginLocation: '',
        browser: '',
        os: '',
        platform: '',
        loginTime: new Date().toISOString(),
        remark: '',
        msg: '',
        reason: 'logged-in' as const,
      })),
    )
    const rejected = join(folder.path, 'data', 'login-log', 'rejected.ndjson')
    await writeFile(rejected, '{"reason":"too long"}\n', { mode: 0o600 })
    const { code, of } = await diagnose(folder.path, settings, ['--strict'])
    expect(of('proxy')).toMatchObject([
      { status: 'warning', fix: expect.stringContaining('trustProxy=10.1.2.3') },
    ])
    expect(of('spool')).toMatchObject([{ status: 'ok' }, { status: 'warning' }])
    expect(code).toBe(1)
  })

  test('pending migrations are named, and the checks of the tables are skipped', async () => {
    const { database, close } = await openDatabase(`sqlite:${join(folder.path, 'data', 'castellan.db')}`)
    const { rows } = await sql<{ name: string; applied_at: number }>`
      select name, applied_at from migrations order by name desc limit 1`.execute(database)
    const { name = '', applied_at = 0 } = rows[0] ?? {}
    onTestFinished(async () => {
      await sql`insert into migrations (name, applied_at) values (${name}, ${applied_at})`.execute(database)
      await close()
    })
    await sql`delete from migrations where name = ${name}`.execute(database)
    const { of } = await diagnose(folder.path, settings)
    expect(of('migrations')).toMatchObject([{ status: 'warning', found: `1 pending: ${name}` }])
    expect(of('nodes')).toMatchObject([
      { status: 'skipped', found: 'the tables are those of another version' },
    ])
  })
})

test('another program on the port of the service is a problem', async () => {
  const other = createServer((socket) => {
    socket.on('error', () => {}).end('HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello')
  })
  onTestFinished(() => void other.close())
  const port = await listen(other)
  const folder = await testFolder()
  // On a slow machine, the response can be late.
  await eventually(async () => {
    const { code, of } = await diagnose(folder, [`application.port=${port}`])
    expect(of('service')).toMatchObject([
      { status: 'problem', found: expect.stringContaining('something other than Castellan') },
    ])
    expect(code).toBe(1)
  })
})

test('servers that accept a connection and never respond neither hang nor end it, and no secret is printed', async () => {
  const sockets = new Set<Socket>()
  const silent = createServer((socket) => void sockets.add(socket.on('error', () => {})))
  onTestFinished(() => {
    silent.close()
    for (const socket of sockets) socket.destroy()
  })
  const port = await listen(silent)
  const folder = await testFolder()
  await mkdir(join(folder, 'secrets'))
  const write = (name: string, value: string) =>
    writeFile(join(folder, 'secrets', name), value, { mode: 0o600 })
  await write('database', `postgres://castellan:not-for-your-eyes@127.0.0.1:${port}/castellan`)
  await write('redis', `redis://:not-for-your-eyes@127.0.0.1:${port}`)
  await write('jwt', SECRET)
  const { code, text, of } = await diagnose(folder, [
    'database.url=@secrets/database',
    'redis.url=@secrets/redis',
    'jwt.secret=@secrets/jwt',
    `application.port=${port}`,
  ])
  expect(code).toBe(1)
  expect(of('database')).toMatchObject([
    { status: 'problem', found: expect.stringContaining(`127.0.0.1:${port}`) },
  ])
  expect(of('redis')).toMatchObject([{ status: 'problem', fix: expect.stringContaining('redis.url') }])
  expect(of('service')).toMatchObject([{ status: 'problem' }])
  expect(of('disk')).toHaveLength(1)
  for (const check of ['migrations', 'nodes', 'proxy', 'passwords', 'clock']) {
    expect(of(check)).toMatchObject([{ status: 'skipped' }])
  }
  for (const secret of ['not-for-your-eyes', SECRET]) expect(text).not.toContain(secret)
})

describe.skipIf(postgres === '' || redis === '')('with PostgreSQL and Redis', () => {
  let folder: Awaited<ReturnType<typeof folderWithSettings>>
  let fresh: FreshDatabase
  let service: ServiceProcess
  let settings: string[]

  beforeAll(async () => {
    folder = await folderWithSettings()
    fresh = await freshPostgresDatabase(postgres)
    const write = (name: string, value: string) => writeFile(join(folder.path, name), value, { mode: 0o600 })
    await write('database', fresh.url)
    await write('redis', redis)
    const servers = ['database.url=@database', 'redis.url=@redis']
    service = await startProcess(folder.path, servers, { CASTELLAN_ADMIN_PASSWORD: ADMIN_PASSWORD })
    settings = [...servers, `application.port=${new URL(service.base).port}`]
  })
  afterAll(async () => {
    await service?.end('SIGTERM')
    await fresh?.drop()
    await folder.remove()
  })

  test('products, versions, round trips and clocks are reported', async () => {
    // On a slow machine, a connection can take longer than its limit.
    await eventually(async () => {
      const { findings, of } = await diagnose(folder.path, settings)
      expect(of('database').at(-1)?.found).toMatch(
        /^PostgreSQL \d+[\d.]* at .*, median round trip [\d.]+ ms$/,
      )
      expect(of('redis')[0]?.found).toMatch(/^Redis \d+\.[\d.]+ at .*, median round trip [\d.]+ ms$/)
      expect(of('migrations')).toMatchObject([{ status: 'ok' }])
      expect(of('clock')).toMatchObject([
        { status: 'ok', found: expect.stringContaining('the database server') },
        { status: 'ok', found: expect.stringContaining('Redis') },
      ])
      expect(findings.filter(({ status }) => status === 'problem')).toEqual([])
    })
  })

  test('a node on another machine with other keys and another time', async () => {
    const { database, close } = await openDatabase(fresh.url, { migrate: false })
    const nodes = createNodeStore(database)
    const sendHeartbeat = () =>
      nodes.saveHeartbeat({
        id: 'f00d',
        name: 'other-machine/7',
        startedAt: 1,
        seenAt: Date.now() - 3_600_000,
        version: 0,
        keys: 'other-keys',
      })
    let isOver = false
    const heartbeats = (async () => {
      while (!isOver) await sendHeartbeat()
    })()
    onTestFinished(async () => {
      isOver = true
      await heartbeats
      await nodes.remove('f00d')
      await close()
    })
    await eventually(async () => {
      const withoutRedis = settings.filter((setting) => !setting.startsWith('redis'))
      const { code, of } = await diagnose(folder.path, withoutRedis)
      const found = of('nodes').map(({ status, found }) => `${status}: ${found}`)
      expect(found).toContainEqual(
        expect.stringMatching(/^problem: nodes have different keys .*other-machine\/7/),
      )
      expect(found).toContainEqual(
        expect.stringMatching(/^warning: the clock of node other-machine\/7 is 3600 s behind/),
      )
      expect(found).toContainEqual(expect.stringMatching(/^problem: .* redis.url is not set/))
      expect(found).toContainEqual(expect.stringMatching(/^problem: .* jwt.secret is not set/))
      expect(code).toBe(1)
    })
  })
})

async function listen(server: ReturnType<typeof createServer>): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}
