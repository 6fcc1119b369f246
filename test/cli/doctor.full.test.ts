import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmod, cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { appendEvent } from '../../src/core/events/event.store.ts'
import { readSettings } from '../../src/core/settings/load-settings.ts'
import { checkRedis } from '../../src/features/operation/doctor/cluster.ts'
import { checkDatabase } from '../../src/features/operation/doctor/database.ts'
import { type Diagnosis, diagnose } from '../../src/features/operation/doctor/doctor.ts'
import { checkService } from '../../src/features/operation/doctor/service.ts'
import { createNodeStore } from '../../src/platform/cluster/nodes/node.store.ts'
import { type DatabaseHandle, openDatabase } from '../../src/platform/database/database.ts'
import { inTransaction } from '../../src/platform/database/query/transaction.ts'
import { openForDiagnosis } from '../../src/platform/database/unmigrated.ts'
import { eventually } from '../support/eventually.ts'
import { castellan, castellanProcess, folderWithSettings, program, startProcess } from '../support/process.ts'
import { type FreshDatabase, freshPostgresDatabase } from '../support/servers/fresh-database.ts'
import { SECRET } from '../support/service.ts'

const { postgres = '', redis = '' } = inject('servers')

// Other tests of this worker may have set it, and `doctor` warns about it.
beforeAll(() => void vi.stubEnv('CASTELLAN_ADMIN_PASSWORD', undefined))
afterAll(() => void vi.unstubAllEnvs())

interface Result extends Diagnosis {
  of(check: string): Diagnosis['findings']
}

/** Runs the checks with the settings of a folder. The port is 0, so that they do not find another service. */
async function check(folder: string, flags: readonly string[] = []): Promise<Result> {
  const loaded = readSettings({ env: {}, flags: ['application.port=0', ...flags], cwd: folder })
  return withChecks(await diagnose(loaded, '1.0.0', Date.now))
}

function withChecks(diagnosis: Diagnosis): Result {
  return { ...diagnosis, of: (name) => diagnosis.findings.filter((finding) => finding.check === name) }
}

/** Root may write everywhere, and becomes another user. */
const UNPRIVILEGED = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/** Other users may not be able to read the folder of this checkout. */
function canRunUnprivileged(): boolean {
  if (process.platform === 'win32') return false
  return spawnSync(process.execPath, [program, '--version'], { ...UNPRIVILEGED, cwd: '/' }).status === 0
}

function checkUnprivileged(folder: string): Result & { readonly code: number | null } {
  const args = [program, 'doctor', '--json', '--set', 'application.port=0']
  const { status, stdout } = spawnSync(process.execPath, args, {
    ...UNPRIVILEGED,
    cwd: folder,
    encoding: 'utf8',
  })
  return { code: status, ...withChecks(JSON.parse(stdout)) }
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

/** Creates a folder with settings and the database of a service that has run. */
async function folderWithDatabase(): Promise<{ folder: string; data: string; handle: DatabaseHandle }> {
  const folder = await testFolder()
  const data = join(folder, 'data')
  await mkdir(data, { mode: 0o700 })
  const handle = await openDatabase(`sqlite:${join(data, 'castellan.db')}`)
  onTestFinished(() => handle.close())
  return { folder, data, handle }
}

test('before the first start nothing is wrong, and nothing is created', async () => {
  const folder = await testFolder()
  const { of, findings } = await check(folder)
  // The machine of the tests may be short of disk space.
  const wrong = findings.filter(({ check, status }) => check !== 'disk' && /problem|warning/.test(status))
  expect(wrong).toEqual([])
  expect(of('database')[0]?.found).toContain('does not exist yet')
  expect(of('passwords')).toEqual([expect.objectContaining({ status: 'skipped' })])
  expect(await readdir(folder)).toEqual(['settings.yml'])
})

describe('the command', () => {
  const run = (folder: string, ...args: string[]) =>
    castellan(folder, ['doctor', '--set', 'application.port=0', '--set', 'application.mode=dev', ...args])

  test('prints the fix below each finding, and a summary last', async () => {
    const { code, output } = await run(await testFolder())
    expect(code).toBe(0)
    expect(output).toMatch(/^warning +mode +dev: .*\n +Fix: /m)
    expect(output).toMatch(/\n0 problems, [12] warnings?, \d+ skipped\n$/)
  })

  test('exits with code 1 for warnings if --strict is given, and prints the same fields of all findings with --json', async () => {
    const { code, output } = await run(await testFolder(), '--json', '--strict')
    expect(code).toBe(1)
    const { status, findings }: Diagnosis = JSON.parse(output)
    expect(status).toBe('warning')
    for (const finding of findings) expect(Object.keys(finding)).toEqual(['check', 'status', 'found', 'fix'])
    expect(findings).toContainEqual(expect.objectContaining({ check: 'passwords', fix: null }))
  })
})

test('with a service, nothing is wrong but the mode, also if these are not its settings', async () => {
  const folder = await testFolder()
  const service = await startProcess(folder, ['application.mode=dev'], {
    CASTELLAN_ADMIN_PASSWORD: 'the keeper of the castle',
  })
  onTestFinished(() => service.end('SIGKILL').then(() => {}))
  // On a slow machine, a heartbeat can be late.
  await eventually(async () => {
    const { of, findings } = await check(folder, [`application.port=${new URL(service.base).port}`])
    expect(of('service')).toMatchObject([
      { status: 'ok' },
      { status: 'problem', found: expect.stringContaining('runs in the mode "dev"') },
    ])
    expect(of('nodes')).toMatchObject([
      { status: 'ok', found: expect.stringContaining('1 node, up to date') },
    ])
    const wrong = findings.filter(({ status }) => status === 'problem' || status === 'warning')
    expect(wrong.filter(({ check }) => check !== 'disk' && check !== 'service')).toEqual([])
  })
})

test('a database of another version is a problem', async () => {
  const { folder, handle } = await folderWithDatabase()
  await sql`insert into migrations (name, applied_at) values ('9999-other', 1)`.execute(handle.database)
  expect((await check(folder)).of('migrations')).toMatchObject([
    {
      status: 'problem',
      found: expect.stringContaining('does not know its migration 9999-other'),
      fix: expect.stringMatching(/^Use the version that wrote it\./),
    },
  ])
})

test('files that others can read are problems, each with its command', async () => {
  const { folder, data } = await folderWithDatabase()
  await writeFile(join(data, 'jwt.secret'), SECRET, { mode: 0o600 })
  expect((await check(folder)).of('files')).toMatchObject([{ status: 'ok' }])
  await chmod(data, 0o755)
  await chmod(join(data, 'jwt.secret'), 0o644)
  await chmod(join(data, 'castellan.db'), 0o640)
  const { of, status } = await check(folder)
  expect(of('files').map((finding) => [finding.status, finding.fix])).toEqual([
    ['warning', `chmod 700 ${data}`],
    ['problem', expect.stringContaining(`chmod 600 ${join(data, 'jwt.secret')};`)],
    ['problem', `chmod 600 ${join(data, 'castellan.db')}`],
  ])
  expect(status).toBe('problem')
  expect((await stat(join(data, 'castellan.db'))).mode & 0o777).toBe(0o640)
})

test('departments in the settings that do not exist are warnings', async () => {
  const { folder } = await folderWithDatabase()
  const provider = { name: 'company', issuer: 'https://sso.example', clientId: 'c', defaultRole: 'admin' }
  const departments = [{ claim: 'groups', value: 'sales', department: 7 }]
  const { of } = await check(folder, [
    'application.publicUrl=https://admin.example',
    'login.methods=password,oidc',
    `login.oidc.providers=${JSON.stringify([{ ...provider, departments }])}`,
  ])
  expect(of('departments')).toMatchObject([
    {
      status: 'warning',
      found: expect.stringContaining('(company) departments names the department 7, which does not exist'),
    },
  ])
})

test('unknown roles in the settings, rejected entries and a failing webhook are warnings', async () => {
  const { folder, data, handle } = await folderWithDatabase()
  await mkdir(join(data, 'login-log'), { mode: 0o700 })
  await writeFile(join(data, 'login-log', 'rejected.ndjson'), '{"reason":"too long"}\n', { mode: 0o600 })
  const anHourAgo = Date.now() - 60 * 60 * 1000
  await inTransaction(handle.database, async (transaction) => {
    const id = await appendEvent(transaction, { kind: 'key.removed', fields: { kid: 'old' } }, anHourAgo)
    const delivery = { last_event_id: id - 1, failures: 7, retry_at: Date.now(), skipped: 0 }
    const row = { id: 'siem', holder: '', held_until: 0, ...delivery }
    await transaction.insertInto('event_webhooks').values(row).execute()
  })
  const webhook = { name: 'siem', url: 'https://siem.example.com/', secret: `whsec_${'a'.repeat(44)}` }
  const { of, status } = await check(folder, [
    `events.webhooks=${JSON.stringify([webhook])}`,
    'login.secondFactor.requiredRoles=admin,amdin',
  ])
  expect(of('webhooks')).toMatchObject([
    { status: 'warning', fix: expect.stringContaining('castellan events test siem') },
  ])
  expect(of('roles')).toMatchObject([
    { status: 'warning', found: expect.stringContaining('requiredRoles names the role "amdin"') },
  ])
  expect(of('spool')).toMatchObject([{ status: 'ok' }, { status: 'warning' }])
  expect(status).toBe('warning')
})

test('pending migrations are named, and the checks of the tables are skipped', async () => {
  const { folder, handle } = await folderWithDatabase()
  const { rows } = await sql<{ name: string }>`
    select name from migrations order by name desc limit 1`.execute(handle.database)
  const { name = '' } = rows[0] ?? {}
  await sql`delete from migrations where name = ${name}`.execute(handle.database)
  const { of } = await check(folder)
  expect(of('migrations')).toMatchObject([{ status: 'warning', found: `1 pending: ${name}` }])
  expect(of('nodes')).toMatchObject([{ status: 'skipped', found: 'the tables are those of another version' }])
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
    const failed = await check(folder, [`database.url=sqlite:${text}`])
    expect(failed.of('database')).toMatchObject([
      { status: 'problem', found: expect.stringContaining('not an SQLite database') },
    ])
    const fine = await check(folder, [`database.url=sqlite:${empty}`])
    expect(fine.of('database')).toMatchObject([
      { status: 'ok', found: expect.stringContaining('is an empty file') },
    ])
    expect(await contentsOf(folder)).toEqual(before)
  })

  test('not the database of a service, after a crash and after a shutdown', async () => {
    const running = await folderWithDatabase()
    const folder = await testFolder()
    const data = join(folder, 'data')
    // The files of an open database are what a crash leaves.
    await cp(running.data, data, { recursive: true, preserveTimestamps: true })
    const crashed = await contentsOf(data)
    expect(crashed.map(([name]) => name)).toEqual(['castellan.db', 'castellan.db-shm', 'castellan.db-wal'])
    expect((await check(folder)).of('migrations')).toMatchObject([{ status: 'ok' }])
    expect(await contentsOf(data)).toEqual(crashed)

    await rm(join(data, 'castellan.db-shm'))
    const unread = await contentsOf(data)
    expect((await check(folder)).of('database')).toMatchObject([
      { status: 'skipped', found: expect.stringContaining('without writing') },
    ])
    expect(await contentsOf(data)).toEqual(unread)

    // Opening and closing the database applies the changes, on Node 20 at the end of the process.
    expect((await castellanProcess(folder, ['migrate'])).code).toBe(0)
    const closed = await contentsOf(data)
    expect(closed.map(([name]) => name)).not.toContain('castellan.db-wal')
    expect((await check(folder)).of('migrations')).toMatchObject([{ status: 'ok' }])
    expect(await contentsOf(data)).toEqual(closed)
  })
})

describe.skipIf(!canRunUnprivileged())('as a user without rights', () => {
  test('a folder in which nothing can be created is a problem', async () => {
    const folder = await testFolder()
    await chmod(folder, 0o555)
    onTestFinished(() => chmod(folder, 0o755))
    const { code, of } = checkUnprivileged(folder)
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
    const { of } = checkUnprivileged(folder)
    expect(of('database')).toMatchObject([
      { status: 'skipped', found: expect.stringContaining('this user cannot read it') },
    ])
    expect(of('migrations')).toMatchObject([{ status: 'skipped', found: 'the database was not read' }])
  })
})

test('servers that accept a connection and never respond are problems', async () => {
  const sockets = new Set<Socket>()
  const silent = createServer((socket) => void sockets.add(socket.on('error', () => {})))
  onTestFinished(() => {
    silent.close()
    for (const socket of sockets) socket.destroy()
  })
  await once(silent.listen(0, '127.0.0.1'), 'listening')
  const address = silent.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const [database, cache, service] = await Promise.all([
    openForDiagnosis(`postgres://castellan@127.0.0.1:${port}/castellan`, Date.now),
    checkRedis(`redis://127.0.0.1:${port}`, Date.now),
    checkService({ host: '127.0.0.1', port, mode: 'prod' }, undefined),
  ])
  expect(checkDatabase(database)).toMatchObject([{ status: 'problem' }])
  expect(cache.findings).toMatchObject([{ status: 'problem' }])
  expect(service).toMatchObject([{ status: 'problem' }])
})

test('servers that are down are problems, the checks that need them are skipped, and no secret is printed', async () => {
  const folder = await testFolder()
  const write = (name: string, value: string) => writeFile(join(folder, name), value, { mode: 0o600 })
  await write('database', 'postgres://castellan:not-for-your-eyes@127.0.0.1:1/castellan')
  await write('redis', 'redis://:not-for-your-eyes@127.0.0.1:1')
  await write('jwt', SECRET)
  const { of, findings } = await check(folder, [
    'database.url=@database',
    'redis.url=@redis',
    'jwt.secret=@jwt',
    'application.port=1',
  ])
  expect(of('database')).toMatchObject([{ status: 'problem', found: expect.stringContaining('127.0.0.1:1') }])
  expect(of('redis')).toMatchObject([{ status: 'problem', fix: expect.stringContaining('redis.url') }])
  expect(of('disk')).toHaveLength(1)
  for (const name of ['migrations', 'nodes', 'passwords', 'clock', 'service']) {
    expect(of(name)).toMatchObject([{ status: 'skipped' }])
  }
  for (const secret of ['not-for-your-eyes', SECRET]) expect(JSON.stringify(findings)).not.toContain(secret)
})

describe.skipIf(postgres === '' || redis === '')('with PostgreSQL and Redis', () => {
  let folder: Awaited<ReturnType<typeof folderWithSettings>>
  let fresh: FreshDatabase
  let handle: DatabaseHandle
  const servers = ['database.url=@database', 'redis.url=@redis']

  beforeAll(async () => {
    folder = await folderWithSettings()
    fresh = await freshPostgresDatabase(postgres)
    await writeFile(join(folder.path, 'database'), fresh.url, { mode: 0o600 })
    await writeFile(join(folder.path, 'redis'), redis, { mode: 0o600 })
    handle = await openDatabase(fresh.url)
  })
  afterAll(async () => {
    await handle?.close()
    await fresh?.drop()
    await folder.remove()
  })

  test('products, versions, round trips and clocks are reported', async () => {
    // On a slow machine, a connection can take longer than its limit.
    await eventually(async () => {
      const { findings, of } = await check(folder.path, servers)
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

  test('two nodes on different machines with different keys and different times', async () => {
    const nodes = createNodeStore(handle.database)
    const node = { startedAt: 1, version: 0 }
    let isOver = false
    const heartbeats = (async () => {
      while (!isOver) {
        const now = Date.now()
        await nodes.saveHeartbeat({ ...node, id: 'a', name: 'one/1', seenAt: now, keys: 'keys' })
        await nodes.saveHeartbeat({
          ...node,
          id: 'b',
          name: 'two/7',
          seenAt: now - 3_600_000,
          keys: 'others',
        })
      }
    })()
    onTestFinished(async () => {
      isOver = true
      await heartbeats
    })
    await eventually(async () => {
      const { of } = await check(folder.path, ['database.url=@database'])
      const found = of('nodes').map(({ status, found }) => `${status}: ${found}`)
      expect(found).toContainEqual(expect.stringMatching(/^problem: nodes have different keys .*two\/7/))
      expect(found).toContainEqual(
        expect.stringMatching(/^warning: the clock of node two\/7 is 3600 s behind/),
      )
      expect(found).toContainEqual(expect.stringMatching(/^problem: .* redis.url is not set/))
      expect(found).toContainEqual(expect.stringMatching(/^problem: .* jwt.secret is not set/))
    })
  })
})
