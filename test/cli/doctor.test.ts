import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { createNodeStore } from '../../src/cluster/nodes/node.store.ts'
import { openDatabase } from '../../src/database/database.ts'
import { inTransaction } from '../../src/database/transaction.ts'
import { createLoginLogStore } from '../../src/logs/login-log/login-log.store.ts'
import { appendEvent } from '../../src/observability/events/event.store.ts'
import { eventually } from '../support/eventually.ts'
import {
  castellan,
  folderWithSettings,
  program,
  type ServiceProcess,
  startProcess,
} from '../support/process.ts'
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
  return resultOf(code, output)
}

function resultOf(code: number | null, output: string): Result {
  const { status, findings }: Pick<Result, 'status' | 'findings'> = JSON.parse(output)
  const of = (check: string) => findings.filter((finding) => finding.check === check)
  return { code, text: output, status, findings, of }
}

/** Root may write everywhere, and becomes another user. */
const UNPRIVILEGED = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/** Other users may not be able to read the folder of this checkout. */
function canRunUnprivileged(): boolean {
  if (process.platform === 'win32') return false
  return spawnSync(process.execPath, [program, '--version'], { ...UNPRIVILEGED, cwd: '/' }).status === 0
}

function diagnoseUnprivileged(folder: string): Result {
  const args = [program, 'doctor', '--json', '--set', 'application.port=0']
  const { status, stdout } = spawnSync(process.execPath, args, {
    ...UNPRIVILEGED,
    cwd: folder,
    encoding: 'utf8',
  })
  return resultOf(status, stdout)
}

/** Returns name, mode, time of the last change and content of all files of a folder. */
async function contentsOf(folder: string): Promise<(readonly [string, ...unknown[]])[]> {
  const names = (await readdir(folder)).sort()
  return Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      const stats = await stat(path)
      const content = stats.isFile()
        ? createHash('sha256')
            .update(await readFile(path))
            .digest('hex')
        : ''
      return [name, stats.mode, stats.mtimeMs, stats.size, content] as const
    }),
  )
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
  const port = await castellan(folder, ['doctor', '--set', 'redis.url=redis://127.0.0.1:99999'])
  expect([port.code, port.output]).toEqual([2, ''])
  expect(port.errors).toContain('redis.url')
})

describe('with the service and its database', () => {
  let folder: Awaited<ReturnType<typeof folderWithSettings>>
  let service: ServiceProcess
  let settings: string[]

  beforeAll(async () => {
    folder = await folderWithSettings()
    // Only dev accepts such a password for the first start.
    const first = await startProcess(folder.path, ['application.mode=dev'], {
      CASTELLAN_ADMIN_PASSWORD: 'admin123',
    })
    await first.end('SIGTERM')
    service = await startProcess(folder.path)
    settings = [`application.port=${new URL(service.base).port}`]
  })
  afterAll(async () => {
    await service?.end('SIGTERM')
    await folder.remove()
  })

  test('a well-known password of an admin is a problem, and an unknown role in the settings a warning', async () => {
    const { code, of, text } = await diagnose(folder.path, [
      ...settings,
      'login.secondFactor.requiredRoles=admin,amdin',
    ])
    expect(code).toBe(1)
    expect(of('roles')).toMatchObject([
      { status: 'warning', found: expect.stringContaining('requiredRoles names the role "amdin"') },
    ])
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
      await chmod(join(data, 'castellan.db'), 0o600)
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
    expect((await stat(join(data, 'castellan.db'))).mode & 0o777).toBe(0o640)
  })

  test('logins that all come from one address, rejected entries and a failing webhook are warnings, which --strict counts', async () => {
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
        method: 'password',
      })),
    )
    const rejected = join(folder.path, 'data', 'login-log', 'rejected.ndjson')
    await writeFile(rejected, '{"reason":"too long"}\n', { mode: 0o600 })
    const anHourAgo = Date.now() - 60 * 60 * 1000
    await inTransaction(database, async (transaction) => {
      const id = await appendEvent(transaction, { kind: 'key.removed', fields: { kid: 'old' } }, anHourAgo)
      const delivery = { last_event_id: id - 1, failures: 7, retry_at: Date.now(), skipped: 0 }
      const row = { id: 'siem', holder: '', held_until: 0, ...delivery }
      await transaction.insertInto('event_webhooks').values(row).execute()
    })
    const webhook = { name: 'siem', url: 'https://siem.example.com/', secret: `whsec_${'a'.repeat(44)}` }
    const { code, of } = await diagnose(
      folder.path,
      [...settings, `events.webhooks=${JSON.stringify([webhook])}`],
      ['--strict'],
    )
    expect(of('webhooks')).toMatchObject([
      { status: 'warning', fix: expect.stringContaining('castellan events test siem') },
    ])
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

test('a database of another version is a problem', async () => {
  const folder = await testFolder()
  const url = `sqlite:${join(folder, 'other.db')}`
  const { database, close } = await openDatabase(url)
  await sql`insert into migrations (name, applied_at) values ('9999-other', 1)`.execute(database)
  await close()
  const { of } = await diagnose(folder, [`database.url=${url}`, 'application.port=0'])
  expect(of('migrations')).toMatchObject([
    {
      status: 'problem',
      found: expect.stringContaining('does not know its migration 9999-other'),
      fix: expect.stringMatching(/^Use the version that wrote it\./),
    },
  ])
})

describe('nothing is changed', () => {
  test('neither a file that is not a database, nor an empty one', async () => {
    const folder = await testFolder()
    const text = join(folder, 'text')
    await writeFile(text, 'not a database, and longer than the header of one')
    const empty = join(folder, 'empty')
    await writeFile(empty, '')
    // SQLite would delete it.
    await writeFile(`${empty}-wal`, 'of another program')
    await Promise.all([text, empty].map((path) => chmod(path, 0o644)))
    const before = await contentsOf(folder)
    const failed = await diagnose(folder, [`database.url=sqlite:${text}`, 'application.port=0'])
    expect(failed.of('database')).toMatchObject([
      { status: 'problem', found: expect.stringContaining('not an SQLite database') },
    ])
    const fine = await diagnose(folder, [`database.url=sqlite:${empty}`, 'application.port=0'])
    expect(fine.of('database')).toMatchObject([
      { status: 'ok', found: expect.stringContaining('is an empty file') },
    ])
    expect(await contentsOf(folder)).toEqual(before)
  })

  test('not the database of a service, after a crash and after a shutdown', async () => {
    const folder = await testFolder()
    const service = await startProcess(folder, ['application.mode=dev'], {
      CASTELLAN_ADMIN_PASSWORD: ADMIN_PASSWORD,
    })
    onTestFinished(() => service.end('SIGKILL').then(() => {}))
    // The settings of this run are not those of the service.
    await eventually(async () => {
      const running = await diagnose(folder, [`application.port=${new URL(service.base).port}`])
      expect(running.of('service')).toMatchObject([
        { status: 'ok' },
        { status: 'problem', found: expect.stringContaining('runs in the mode "dev"') },
      ])
      expect(running.code).toBe(1)
    })

    await service.end('SIGKILL')
    const data = join(folder, 'data')
    const crashed = await contentsOf(data)
    expect(crashed.map(([name]) => name)).toEqual(
      expect.arrayContaining(['castellan.db', 'castellan.db-shm', 'castellan.db-wal']),
    )
    const afterCrash = await diagnose(folder, ['application.port=0'])
    expect(afterCrash.of('migrations')).toMatchObject([{ status: 'ok' }])
    expect(await contentsOf(data)).toEqual(crashed)

    await rm(join(data, 'castellan.db-shm'))
    const unread = await contentsOf(data)
    const withoutIndex = await diagnose(folder, ['application.port=0'])
    expect(withoutIndex.of('database')).toMatchObject([
      { status: 'skipped', found: expect.stringContaining('without writing') },
    ])
    expect(await contentsOf(data)).toEqual(unread)

    // Opening and closing the database applies the changes.
    expect((await castellan(folder, ['migrate'])).code).toBe(0)
    const closed = await contentsOf(data)
    expect(closed.map(([name]) => name)).not.toContain('castellan.db-wal')
    const afterShutdown = await diagnose(folder, ['application.port=0'])
    expect(afterShutdown.of('migrations')).toMatchObject([{ status: 'ok' }])
    expect(await contentsOf(data)).toEqual(closed)
  })
})

describe.skipIf(!canRunUnprivileged())('as a user without rights', () => {
  test('a folder in which nothing can be created is a problem', async () => {
    const folder = await testFolder()
    await chmod(folder, 0o555)
    onTestFinished(() => chmod(folder, 0o755))
    const { code, of } = diagnoseUnprivileged(folder)
    expect(code).toBe(1)
    expect(of('database')).toMatchObject([
      { status: 'problem', found: expect.stringContaining(`this user cannot write to ${folder}`) },
    ])
    expect(of('files')).toContainEqual(
      expect.objectContaining({
        status: 'problem',
        found: expect.stringMatching(/cannot write to .* the generated secret and the spool/),
      }),
    )
  })

  test('a database that cannot be read is not reported as missing', async () => {
    const folder = await testFolder()
    await chmod(folder, 0o755)
    const data = join(folder, 'data')
    await mkdir(data)
    await writeFile(join(data, 'castellan.db'), 'x')
    await chmod(data, 0)
    onTestFinished(() => chmod(data, 0o700))
    const { of } = diagnoseUnprivileged(folder)
    expect(of('database')).toMatchObject([
      { status: 'skipped', found: expect.stringContaining('this user cannot read it') },
    ])
    expect(of('migrations')).toMatchObject([{ status: 'skipped', found: 'the database was not read' }])
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
