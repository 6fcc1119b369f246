import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Journal, openJournal } from './journal.ts'
import { encodeLine } from './journal-line.ts'
import { processFacts } from './journal-owner.ts'
import { writeBytes } from './journal-tail.ts'
import { createLoginLogEntry, type LoginLogEntry } from './login-log-entry.ts'
import { LOGIN_SUCCEEDED } from './login-status.ts'

let parent: string
let folder: string
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'castellan-journal-'))
  folder = join(parent, 'journal')
})
afterEach(() => rm(parent, { recursive: true, force: true }))

function entryOf(number: number): LoginLogEntry {
  const attempt = {
    username: `user-${number}`,
    status: LOGIN_SUCCEEDED,
    address: '::1',
    userAgent: '',
    msg: '',
  }
  return createLoginLogEntry({ ...attempt, at: new Date(number) }, () => `key-${number}`)
}

function entriesOf(first: number, last: number): LoginLogEntry[] {
  return Array.from({ length: last - first + 1 }, (_, index) => entryOf(first + index))
}

function lineOf(number: number): string {
  return encodeLine([entryOf(number)]).toString()
}

async function appendAll(journal: Journal, entries: LoginLogEntry[]): Promise<void> {
  await Promise.all(entries.map((entry) => journal.append(entry)))
}

async function drain(journal: Journal, limit = 7): Promise<LoginLogEntry[]> {
  const drained: LoginLogEntry[] = []
  for (let batch = await journal.oldest(limit); batch.length > 0; batch = await journal.oldest(limit)) {
    drained.push(...batch)
    await journal.release(batch.length)
  }
  return drained
}

const DEAD_PID = 2 ** 22 + 1 // above the kernel's greatest pid
async function killed(name = 'aa'): Promise<void> {
  for (const file of await readdir(folder)) {
    const number = file.slice(file.lastIndexOf('-') + 1)
    await rename(join(folder, file), join(folder, `${DEAD_PID}-1-${name}-${number}`))
  }
}

test('entries come back in the order they were appended, in batches across files', async () => {
  const journal = await openJournal({ folder, segmentBytes: 1000 })
  await appendAll(journal, entriesOf(1, 10))
  for (const entry of entriesOf(11, 100)) await journal.append(entry)
  expect((await readdir(folder)).length).toBeGreaterThan(10)
  expect(await journal.oldest(30)).toEqual(entriesOf(1, 30))
  expect(await drain(journal)).toEqual(entriesOf(1, 100))
  await journal.close()
})

test('what comes in together is written together', async () => {
  const entryCounts: number[] = []
  const journal = await openJournal({
    folder,
    write(file, bytes) {
      entryCounts.push(bytes.toString().split('"key"').length - 1)
      writeBytes(file, bytes)
    },
  })
  await appendAll(journal, entriesOf(1, 200))
  expect(entryCounts).toEqual([200])
  await journal.close()
})

test('an appended entry is in a file that only its owner can read', async () => {
  const journal = await openJournal({ folder })
  await journal.append(entryOf(1))
  const [name = ''] = await readdir(folder)
  expect(await readFile(join(folder, name), 'utf8')).toBe(lineOf(1))
  expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  await journal.close()
})

test('what is released leaves the files, and a closed journal that is empty leaves none', async () => {
  const journal = await openJournal({ folder })
  await appendAll(journal, entriesOf(1, 3))
  await journal.release(3)
  const [name = ''] = await readdir(folder)
  expect((await stat(join(folder, name))).size).toBe(0)
  await journal.append(entryOf(4))
  expect(await drain(journal)).toEqual([entryOf(4)])
  await journal.close()
  expect(await readdir(folder)).toEqual([])
  await expect(journal.append(entryOf(5))).rejects.toThrow('closed')
})

test('what is not released is there for the next journal, as often as needed', async () => {
  const first = await openJournal({ folder, segmentBytes: 1000 })
  await appendAll(first, entriesOf(1, 5))
  await appendAll(first, entriesOf(6, 20))
  await first.release(5)
  await first.close()
  for (let start = 0; start < 3; start++) {
    const next = await openJournal({ folder })
    expect(await next.oldest(100)).toEqual(entriesOf(6, 20))
    await next.close()
  }
})

test('beyond a window the entries live only in the files, and none is missing', async () => {
  const journal = await openJournal({ folder, segmentBytes: 500 })
  for (const entry of entriesOf(1, 50)) await journal.append(entry)
  const isDone = journal.mark()
  const firstHalf = await journal.oldest(25)
  await journal.release(25)
  for (const entry of entriesOf(51, 60)) await journal.append(entry)
  expect([isDone(), journal.waitingCount()]).toEqual([false, 35])
  expect([...firstHalf, ...(await drain(journal))]).toEqual(entriesOf(1, 60))
  expect([isDone(), journal.waitingCount()]).toEqual([true, 0])
  await journal.close()
})

test('a last line torn by a kill is skipped and reported; the rest is adopted in order', async () => {
  const before = await openJournal({ folder, segmentBytes: 1000 })
  for (const entry of entriesOf(1, 9)) await before.append(entry)
  await killed()
  const torn = lineOf(10).slice(0, 50)
  await writeFile(join(folder, `${DEAD_PID}-1-aa-00000099.ndjson`), lineOf(9) + torn)

  const problems: string[] = []
  const journal = await openJournal({ folder, onProblem: ({ message }) => problems.push(message) })
  const isDone = journal.mark()
  expect(isDone()).toBe(false)
  expect(await drain(journal)).toEqual([...entriesOf(1, 9), entryOf(9)])
  expect(isDone()).toBe(true)
  expect(problems).toEqual([expect.stringContaining('Skipped 1 torn line')])
  await journal.close()
  expect(await readdir(folder)).toEqual([])
})

test('a full disk: the append is refused, nothing of it stays, and the next one goes through', async () => {
  let isFull = false
  const journal = await openJournal({
    folder,
    write(file, bytes) {
      if (!isFull) return writeBytes(file, bytes)
      writeSync(file, bytes, 0, bytes.length >> 1)
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    },
  })
  await journal.append(entryOf(1))
  isFull = true
  await expect(journal.append(entryOf(2))).rejects.toThrow('no space')
  await expect(appendAll(journal, entriesOf(3, 4))).rejects.toThrow('no space')
  isFull = false
  await journal.append(entryOf(5))

  const [name = ''] = await readdir(folder)
  expect(await readFile(join(folder, name), 'utf8')).toBe(lineOf(1) + lineOf(5))
  expect(await drain(journal)).toEqual([entryOf(1), entryOf(5)])
  await journal.close()
})

test('a deleted folder: the append is refused, the next one makes it again', async () => {
  const journal = await openJournal({ folder })
  await journal.append(entryOf(1))
  await rm(folder, { recursive: true })
  await expect(journal.append(entryOf(2))).rejects.toThrow('deleted')
  await journal.append(entryOf(3))
  expect(await readdir(folder)).toHaveLength(1)
  expect(await drain(journal)).toEqual([entryOf(1), entryOf(3)])
  await journal.close()
})

test('with fsync the same entries come back', async () => {
  const journal = await openJournal({ folder, fsync: true, segmentBytes: 500 })
  const appended = Promise.all(entriesOf(1, 20).map((entry) => journal.append(entry)))
  for (const entry of entriesOf(21, 40)) await journal.append(entry)
  await appended
  expect(await drain(journal)).toEqual(entriesOf(1, 40))
  await journal.close()
  expect(await readdir(folder)).toEqual([])
})

test('two journals of one process leave each other alone', async () => {
  const one = await openJournal({ folder })
  await one.append(entryOf(1))
  const two = await openJournal({ folder })
  await two.append(entryOf(2))
  expect(await drain(two)).toEqual([entryOf(2)])
  expect(await drain(one)).toEqual([entryOf(1)])
  await Promise.all([one.close(), two.close()])
})

test('of many journals that open at once, one adopts what was left', async () => {
  const left = await openJournal({ folder, segmentBytes: 500 })
  for (const entry of entriesOf(1, 10)) await left.append(entry)
  await killed()
  const journals = await Promise.all(Array.from({ length: 5 }, () => openJournal({ folder })))
  const drained = await Promise.all(journals.map((journal) => drain(journal)))
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
  await Promise.all(journals.map((journal) => journal.close()))
})

test('our own pid proves nothing: in a container the process before had it too', async () => {
  const left = await openJournal({ folder })
  await left.append(entryOf(1))
  const [name = ''] = await readdir(folder)
  await rename(join(folder, name), join(folder, `${process.pid}-1-aa-00000001.ndjson`))
  const journal = await openJournal({ folder })
  expect(await drain(journal)).toEqual([entryOf(1)])
  await journal.close()
})

test('files of another process are left alone while it lives, and adopted when it is dead', async () => {
  const child = spawn(process.execPath, ['-e', 'console.log(1); setInterval(() => {}, 1000)'])
  await once(child.stdout, 'data')
  const left = await openJournal({ folder })
  await left.append(entryOf(1))
  const [name = ''] = await readdir(folder)
  const foreign = `${child.pid}-${processFacts(child.pid ?? 0)?.start ?? 0}-aa-00000001.ndjson`
  await rename(join(folder, name), join(folder, foreign))

  const during = await openJournal({ folder })
  expect(await during.oldest(10)).toEqual([])
  await during.close()
  expect(await readdir(folder)).toEqual([foreign])

  await kill(child)
  const after = await openJournal({ folder })
  expect(await drain(after)).toEqual([entryOf(1)])
  await after.close()
})

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

test('a file that cannot be read is reported and left, and holds up nothing', async () => {
  const left = await openJournal({ folder })
  await left.append(entryOf(1))
  await killed('bb')
  await mkdir(join(folder, `${DEAD_PID}-1-aa-00000001.ndjson`))
  const problems: string[] = []
  const journal = await openJournal({ folder, onProblem: ({ message }) => problems.push(message) })
  expect(await drain(journal)).toEqual([entryOf(1)])
  expect(problems).toEqual([expect.stringContaining('Cannot read')])
  await journal.close()
  expect(await readdir(folder)).toHaveLength(1)
})
