import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, inject, test } from 'vitest'
import { ADMIN_PASSWORD } from '../support/service.ts'
import { cleanUpAfterEach } from './cleanup.ts'
import { compareWithLoginLog, NO_DIFFERENCES } from './login-log-comparison.ts'
import { type Node, startNode } from './node.ts'
import { createRecorder } from './recorder.ts'
import { report } from './report.ts'
import { CLERK, createSharedDatabase } from './shared-database.ts'

const { postgres = '' } = inject('servers')

/** A folder on a 64 KB disk. */
const smallDisk = mountSmallDisk()

const disks = [
  {
    disk: 'a full disk',
    isMissing: smallDisk === undefined,
    flags: smallDisk ? [`application.dataDir=${smallDisk}`] : [],
    fill: () => fill(join(smallDisk ?? '', 'ballast')),
    free: () => rmSync(join(smallDisk ?? '', 'ballast')),
  },
  {
    // Writes a part of every line and refuses the rest.
    disk: 'a limit on the size of files',
    isMissing: !canLimitFiles(),
    flags: [],
    fill: ({ pid }: Node) => limitFiles(pid, '100'),
    free: ({ pid }: Node) => limitFiles(pid, 'unlimited'),
  },
]

cleanUpAfterEach()
afterAll(() => {
  if (!smallDisk) return
  execFileSync('umount', [smallDisk])
  rmdirSync(smallDisk)
})

test.for(disks)(
  '$disk under the spool: no token is issued for an attempt that cannot be logged; it recovers when there is space again',
  async ({ disk, isMissing, flags, fill, free }, { skip }) => {
    skip(postgres === '', 'there is no PostgreSQL')
    skip(isMissing, 'this machine does not let us')
    const sharedDatabase = await createSharedDatabase(postgres)
    const node = await startNode({ name: 'A', databaseUrl: sharedDatabase.url, flags })
    const recorder = createRecorder()
    const attempts = () =>
      Promise.all(
        [CLERK, { username: 'nobody' }, { ...CLERK, password: 'wrong' }].map((one) =>
          recorder.login(node, one),
        ),
      )
    const codes = async () => (await attempts()).map(({ code }) => code)

    expect(await codes()).toEqual([200, 400, 400])
    await expect.poll(() => healthOf(node)).toEqual(['up', 200, 'up\n'])
    const { session } = await recorder.login(node, CLERK)
    if (!session) throw new Error('no token')
    // The spool frees space while it is drained, so the disk counts as full only when it stays full.
    for (let refusals = 0; refusals < 3; await sleep(100)) {
      fill(node)
      refusals = (await recorder.login(node, { username: 'nobody' })).code === 503 ? refusals + 1 : 0
    }
    for (let i = 0; i < 3; i++) {
      expect(await attempts()).toEqual([{ code: 503 }, { code: 503 }, { code: 503 }])
    }
    // Requests are still decided, so the node stays in use.
    await expect.poll(() => healthOf(node)).toEqual(['degraded', 200, 'degraded\n'])
    expect(node.log()).toContain('the data folder cannot be written to, so every login is refused')
    const refused = new Set(recorder.attempts.filter(({ code }) => code === 503))
    expect(await recorder.read(node, session)).toBe(200) // who is in stays in
    free(node)
    for (let i = 0; i < 3; i++) expect(await codes()).toEqual([200, 400, 400])
    await expect.poll(() => healthOf(node)).toEqual(['up', 200, 'up\n'])
    expect(await node.stop()).toBe(0)
    const logged = await compareWithLoginLog(sharedDatabase, recorder, (attempt) => refused.has(attempt))
    report(`spool: ${disk}`, { ...recorder.numbers(), refused: refused.size, ...logged })
    expect(logged).toMatchObject(NO_DIFFERENCES)
    // Attempts that could not be logged were refused and left no partial entry.
    expect(logged.rows).toBe(logged['attempts answered'])
    expect(recorder.violations).toEqual([])
  },
)

test('a database that cannot be written to is degraded, although it can be read, and recovers', async ({
  skip,
}) => {
  skip(!canLimitFiles(), 'this machine does not let us')
  // Without the login log there is no spool: only the database writes.
  const flags = ['logger.enableddb=false']
  const node = await startNode({ name: 'A', databaseUrl: '', flags })
  const recorder = createRecorder()
  await expect.poll(() => healthOf(node)).toEqual(['up', 200, 'up\n'])
  limitFiles(node.pid, '100')
  expect(await recorder.login(node, { username: 'admin', password: ADMIN_PASSWORD })).toEqual({ code: 503 })
  await expect.poll(() => healthOf(node)).toEqual(['degraded', 200, 'degraded\n'])
  limitFiles(node.pid, 'unlimited')
  await expect.poll(() => healthOf(node)).toEqual(['up', 200, 'up\n'])
  expect(await recorder.login(node, { username: 'admin', password: ADMIN_PASSWORD })).toMatchObject({
    code: 200,
  })
})

/** Returns the health, and the status and the text of the readiness probe. */
async function healthOf({ base }: Node): Promise<[string, number, string]> {
  const health = await fetch(`${base}/health`)
  const { data } = (await health.json()) as { data: { status: string } }
  const ready = await fetch(new URL('/readyz', base))
  return [data.status, ready.status, await ready.text()]
}

function mountSmallDisk(): string | undefined {
  if (process.getuid?.() !== 0 || process.platform !== 'linux') return undefined
  const folder = mkdtempSync(join(tmpdir(), 'castellan-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    rmdirSync(folder)
    return undefined
  }
  return folder
}

function fill(path: string): void {
  const file = openSync(path, 'a')
  try {
    for (;;) writeSync(file, Buffer.alloc(1024))
  } catch {
    // The disk is full.
  } finally {
    closeSync(file)
  }
}

function canLimitFiles(): boolean {
  try {
    execFileSync('prlimit', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

function limitFiles(pid: number, bytes: string): void {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`])
}
