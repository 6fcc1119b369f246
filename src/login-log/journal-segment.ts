import { readdir, readFile, rename, unlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { decodeLines } from './journal-line.ts'
import { isAlive, nobody, type Owner } from './journal-owner.ts'
import type { LoginLogEntry } from './login-log-entry.ts'

/** One file of the journal. */
export interface Segment {
  readonly path: string
  /** Left by a journal that is gone; how many entries it holds is not known until it is read. */
  readonly isAdopted: boolean
  /** In memory, or only in the file. */
  entries: LoginLogEntry[] | undefined
  count: number
  /** How many of the entries, from the first on, are stored. */
  releasedCount: number
  /** How much of the file holds whole lines. */
  bytes: number
}

const NAME = /^(\d+)-(\d+)-([0-9a-f]+)-(\d{8})\.ndjson$/

/** The names sort in the order of writing. */
export function segmentPath(folder: string, owner: Owner, number: number): string {
  return join(folder, `${owner.pid}-${owner.start}-${owner.id}-${String(number).padStart(8, '0')}.ndjson`)
}

export function newSegment(path: string, isRemembered: boolean): Segment {
  const entries = isRemembered ? [] : undefined
  return { path, isAdopted: false, entries, count: 0, releasedCount: 0, bytes: 0 }
}

/** Takes over what journals that are gone have left, in the order they wrote it. */
export async function adoptSegments(folder: string, nextPath: () => string): Promise<Segment[]> {
  const left = (await readdir(folder)).flatMap(parseName).filter(({ owner }) => !isAlive(owner))
  left.sort((a, b) => (a.order < b.order ? -1 : 1))
  const adopted: Segment[] = []
  for (const { name } of left) {
    const path = nextPath()
    // Of several that reach for the same file, one can rename it; the others don't find it any more.
    if (await succeeds(rename(join(folder, name), path))) {
      adopted.push({ path, isAdopted: true, entries: undefined, count: 1, releasedCount: 0, bytes: Infinity })
    }
  }
  return adopted
}

/** Reads the entries in; the number of torn lines that were skipped is returned. */
export async function loadSegment(segment: Segment): Promise<number> {
  const content = await readFile(segment.path)
  const { entries, tornCount } = decodeLines(content.subarray(0, segment.bytes))
  segment.entries = entries
  segment.count = entries.length
  return tornCount
}

export async function deleteSegment(segment: Segment): Promise<void> {
  await unlink(segment.path)
}

/** Leaves a segment to whoever opens the folder next. */
export async function leaveSegment(folder: string, segment: Segment): Promise<void> {
  const [parsed] = parseName(basename(segment.path))
  if (parsed === undefined) return
  // Where it can't be renamed it is found all the same, once this process has ended.
  await succeeds(rename(segment.path, segmentPath(folder, nobody(parsed.owner), parsed.number)))
}

function parseName(name: string): { name: string; owner: Owner; number: number; order: string }[] {
  const [, pid, start, id, number] = NAME.exec(name) ?? []
  if (pid === undefined || start === undefined || id === undefined || number === undefined) return []
  return [{ name, owner: { pid: Number(pid), start, id }, number: Number(number), order: `${id}-${number}` }]
}

async function succeeds(work: Promise<void>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  )
}
