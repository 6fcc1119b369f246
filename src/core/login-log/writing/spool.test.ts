import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLoginLogEntry, type LoginLogEntry } from '../login-log-entry.ts'
import { writeBytes } from './open-spool-file.ts'
import { openSpool, type Spool } from './spool.ts'
import { readProcessStatus } from './spool-file.ts'
import { encodeLine } from './spool-line.ts'

let parent: string
let folder: string
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'castellan-spool-'))
  folder = join(parent, 'spool')
})
afterEach(() => rm(parent, { recursive: true, force: true }))

function entryOf(number: number): LoginLogEntry {
  const attempt = {
    username: `user-${number}`,
    address: '::1',
    userAgent: '',
    msg: '',
    reason: 'logged-in',
    method: 'password',
  } as const
  return createLoginLogEntry({ ...attempt, at: new Date(number) }, () => `key-${number}`)
}

function entriesOf(first: number, last: number): LoginLogEntry[] {
  return Array.from({ length: last - first + 1 }, (_, index) => entryOf(first + index))
}

function lineOf(number: number): string {
  return encodeLine([entryOf(number)]).toString()
}

async function appendAll(spool: Spool, entries: LoginLogEntry[]): Promise<void> {
  await Promise.all(entries.map((entry) => spool.append(entry)))
}

async function drain(spool: Spool): Promise<LoginLogEntry[]> {
  const drained: LoginLogEntry[] = []
  for (let batch = await spool.readOldest(); batch.length > 0; batch = await spool.readOldest()) {
    drained.push(...batch)
    await spool.deleteRead()
  }
  return drained
}

const DEAD_PID = 2 ** 22 + 1 // greater than the kernel's maximum
async function killed(name = 'aa'): Promise<void> {
  for (const file of await readdir(folder)) {
    const number = file.slice(file.lastIndexOf('-') + 1)
    await rename(join(folder, file), join(folder, `${DEAD_PID}-1-${name}-${number}`))
  }
}

test('entries are read in the order in which they were appended, across files', async () => {
  const spool = await openSpool({ folder, maxFileBytes: 1000 })
  await appendAll(spool, entriesOf(1, 10))
  for (const entry of entriesOf(11, 100)) await spool.append(entry)
  expect((await readdir(folder)).length).toBeGreaterThan(10)
  expect(await spool.readOldest()).toEqual(entriesOf(1, 10))
  expect(await spool.readOldest()).toEqual(entriesOf(1, 10))
  expect(await drain(spool)).toEqual(entriesOf(1, 100))
  await spool.close()
})

test('entries that are appended in one turn of the event loop are written together', async () => {
  const entryCounts: number[] = []
  const spool = await openSpool({
    folder,
    write(file, bytes) {
      entryCounts.push(bytes.toString().split('"key"').length - 1)
      writeBytes(file, bytes)
    },
  })
  await appendAll(spool, entriesOf(1, 200))
  expect(entryCounts).toEqual([200])
  await spool.close()
})

test('an appended entry is in a file that only its user can read', async () => {
  const spool = await openSpool({ folder })
  await spool.append(entryOf(1))
  const [name = ''] = await readdir(folder)
  expect(await readFile(join(folder, name), 'utf8')).toBe(lineOf(1))
  expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  await spool.close()
})

test('a file is deleted with its entries, and an empty spool leaves no file', async () => {
  const spool = await openSpool({ folder })
  await appendAll(spool, entriesOf(1, 3))
  expect(await drain(spool)).toEqual(entriesOf(1, 3))
  expect(await readdir(folder)).toEqual([])
  await spool.append(entryOf(4))
  expect(await drain(spool)).toEqual([entryOf(4)])
  await spool.close()
  expect(await readdir(folder)).toEqual([])
  await expect(spool.append(entryOf(5))).rejects.toThrow('closed')
})

test('entries that were not deleted are read by the next spool', async () => {
  const first = await openSpool({ folder, maxFileBytes: 1000 })
  await appendAll(first, entriesOf(1, 5))
  await appendAll(first, entriesOf(6, 20))
  expect(await first.readOldest()).toEqual(entriesOf(1, 5))
  await first.deleteRead()
  await first.close()
  for (let start = 0; start < 3; start++) {
    const next = await openSpool({ folder })
    expect(await next.readOldest()).toEqual(entriesOf(6, 20))
    await next.close()
    await next.deleteRead()
  }
})

test('entries that are appended while others are read are not missed', async () => {
  const spool = await openSpool({ folder, maxFileBytes: 500 })
  expect(spool.state()).toBe('empty')
  for (const entry of entriesOf(1, 50)) await spool.append(entry)
  expect(spool.state()).toBe('full')
  const isDone = spool.mark()
  const first = await spool.readOldest()
  await spool.deleteRead()
  for (const entry of entriesOf(51, 60)) await spool.append(entry)
  expect(isDone()).toBe(false)
  expect([...first, ...(await drain(spool))]).toEqual(entriesOf(1, 60))
  expect([isDone(), spool.state()]).toEqual([true, 'empty'])
  await spool.append(entryOf(61))
  expect(spool.state()).toBe('waiting')
  await spool.close()
})

test('a group that cannot be written rejects only its own entries', async () => {
  const spool = await openSpool({
    folder,
    write(file, bytes) {
      if (bytes.includes('key-3')) throw new Error('cannot write')
      writeBytes(file, bytes)
    },
  })
  await appendAll(spool, entriesOf(1, 2))
  await expect(appendAll(spool, entriesOf(3, 4))).rejects.toThrow('cannot write')
  await spool.append(entryOf(5))
  expect(await drain(spool)).toEqual([entryOf(1), entryOf(2), entryOf(5)])
  await spool.close()
})

test('settled waits for entries that are being appended', async () => {
  const spool = await openSpool({ folder })
  let isAppended = false
  void spool.append(entryOf(1)).then(() => {
    isAppended = true
  })
  await spool.settled()
  expect(isAppended).toBe(true)
  await spool.close()
})

test('the event loop turns while entries are appended without a pause', async () => {
  const spool = await openSpool({ folder })
  let hasTurned = false
  setImmediate(() => {
    hasTurned = true
  })
  const appendUntilTurned = async () => {
    for (let i = 0; i < 1000 && !hasTurned; i++) await spool.append(entryOf(1))
  }
  await Promise.all([appendUntilTurned(), appendUntilTurned(), appendUntilTurned()])
  expect(hasTurned).toBe(true)
  await spool.close()
})

test('a last line torn by a kill is skipped and reported, and the other lines are read in order', async () => {
  const before = await openSpool({ folder, maxFileBytes: 1000 })
  for (const entry of entriesOf(1, 9)) await before.append(entry)
  await killed()
  const torn = lineOf(10).slice(0, 50)
  await writeFile(join(folder, `${DEAD_PID}-1-aa-00000099.ndjson`), lineOf(9) + torn)

  const problems: string[] = []
  const spool = await openSpool({ folder, onProblem: ({ message }) => problems.push(message) })
  const isDone = spool.mark()
  expect(isDone()).toBe(false)
  expect(await drain(spool)).toEqual([...entriesOf(1, 9), entryOf(9)])
  expect(isDone()).toBe(true)
  expect(problems).toEqual([expect.stringContaining('Skipped 1 torn line')])
  await spool.close()
  expect(await readdir(folder)).toEqual([])
})

test('on a full disk an append is rejected without a trace, and the next one succeeds', async () => {
  let isFull = false
  const spool = await openSpool({
    folder,
    write(file, bytes) {
      if (!isFull) return writeBytes(file, bytes)
      writeSync(file, bytes, 0, bytes.length >> 1)
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    },
  })
  await spool.append(entryOf(1))
  isFull = true
  await expect(spool.append(entryOf(2))).rejects.toThrow('no space')
  await expect(appendAll(spool, entriesOf(3, 4))).rejects.toThrow('no space')
  isFull = false
  await spool.append(entryOf(5))

  const [name = ''] = await readdir(folder)
  expect(await readFile(join(folder, name), 'utf8')).toBe(lineOf(1) + lineOf(5))
  expect(await drain(spool)).toEqual([entryOf(1), entryOf(5)])
  await spool.close()
})

test('if the folder is deleted, an append is rejected and the next one creates it', async () => {
  const spool = await openSpool({ folder })
  await spool.append(entryOf(1))
  await rm(folder, { recursive: true })
  await expect(spool.append(entryOf(2))).rejects.toThrow('deleted')
  await spool.append(entryOf(3))
  expect(await readdir(folder)).toHaveLength(1)
  expect(await drain(spool)).toEqual([entryOf(3)])
  await spool.close()
})

test("two spools of one process do not read each other's entries", async () => {
  const one = await openSpool({ folder })
  await one.append(entryOf(1))
  const two = await openSpool({ folder })
  await two.append(entryOf(2))
  expect(await drain(two)).toEqual([entryOf(2)])
  expect(await drain(one)).toEqual([entryOf(1)])
  await Promise.all([one.close(), two.close()])
})

test('of many spools that are opened at the same time, one takes over a file', async () => {
  const left = await openSpool({ folder, maxFileBytes: 500 })
  for (const entry of entriesOf(1, 10)) await left.append(entry)
  await killed()
  const spools = await Promise.all(Array.from({ length: 5 }, () => openSpool({ folder })))
  const drained = await Promise.all(spools.map((spool) => drain(spool)))
  expect(
    drained
      .flat()
      .map(({ key }) => key)
      .sort(),
  ).toEqual(
    entriesOf(1, 10)
      .map(({ key }) => key)
      .sort(),
  )
  await Promise.all(spools.map((spool) => spool.close()))
})

test('a file of an earlier process with the same process id is taken over', async () => {
  const left = await openSpool({ folder })
  await left.append(entryOf(1))
  const [name = ''] = await readdir(folder)
  await rename(join(folder, name), join(folder, `${process.pid}-1-aa-00000001.ndjson`))
  const spool = await openSpool({ folder })
  expect(await drain(spool)).toEqual([entryOf(1)])
  await spool.close()
})

test('files of another process are taken over only when it has ended', async () => {
  const child = spawn(process.execPath, ['-e', 'console.log(1); setInterval(() => {}, 1000)'])
  await once(child.stdout, 'data')
  const left = await openSpool({ folder })
  await left.append(entryOf(1))
  const [name = ''] = await readdir(folder)
  const foreign = `${child.pid}-${readProcessStatus(child.pid ?? 0)?.start ?? 0}-aa-00000001.ndjson`
  await rename(join(folder, name), join(folder, foreign))

  const during = await openSpool({ folder })
  expect(await during.readOldest()).toEqual([])
  await during.close()
  expect(await readdir(folder)).toEqual([foreign])

  await kill(child)
  const after = await openSpool({ folder })
  expect(await drain(after)).toEqual([entryOf(1)])
  await after.close()
})

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

test('a file that cannot be read is reported and not deleted, and the others are read', async () => {
  const left = await openSpool({ folder })
  await left.append(entryOf(1))
  await killed('bb')
  await mkdir(join(folder, `${DEAD_PID}-1-aa-00000001.ndjson`))
  const problems: string[] = []
  const spool = await openSpool({ folder, onProblem: ({ message }) => problems.push(message) })
  expect(await drain(spool)).toEqual([entryOf(1)])
  expect(problems).toEqual([expect.stringContaining('Cannot read')])
  await spool.close()
  expect(await readdir(folder)).toHaveLength(1)
})
