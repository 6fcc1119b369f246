import { readFileSync } from 'node:fs'
import { readdir, readFile, rename, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { LoginLogEntry } from '../login-log-entry.ts'
import { decodeLines } from './spool-line.ts'

/** Returns the folder of the spool in a data folder. */
export function spoolFolderOf(dataDir: string): string {
  return join(dataDir, 'login-log')
}

/** A file of the spool. Its name has the process that writes it, so that files of dead processes can be taken over. */
export interface SpoolFile {
  readonly path: string
  /** The length of its complete lines. A failed write may have left more. */
  bytes: number
}

/** A spool within a process. */
interface SpoolOwner {
  readonly pid: number
  /** When the process started, in kernel ticks, or `'0'` where that is unknown. Process ids are reused. */
  readonly start: string
  readonly id: string
}

const NAME = /^(\d+)-(\d+)-([0-9a-f]+)-(\d{8})\.ndjson$/
const UNKNOWN_START = '0'
const openSpools = new Set<string>()

export function registerOwner(id: string): SpoolOwner {
  openSpools.add(id)
  return { pid: process.pid, start: readProcessStatus(process.pid)?.start ?? UNKNOWN_START, id }
}

export function deregisterOwner(owner: SpoolOwner): void {
  openSpools.delete(owner.id)
}

/** Returns a path; the names of an owner sort in the order of writing. */
export function spoolPath(folder: string, owner: SpoolOwner, number: number): string {
  return join(folder, `${owner.pid}-${owner.start}-${owner.id}-${String(number).padStart(8, '0')}.ndjson`)
}

/** Takes over the files of spools that are no longer open, in the order in which they were written. */
export async function takeOverFiles(folder: string, nextPath: () => string): Promise<SpoolFile[]> {
  const abandoned = (await readdir(folder)).flatMap(parseName).filter(({ owner }) => !isOpen(owner))
  abandoned.sort((a, b) => (a.order < b.order ? -1 : 1))
  const files: SpoolFile[] = []
  for (const { name } of abandoned) {
    const path = nextPath()
    // If several processes try to rename the same file, one succeeds.
    if (await succeeds(rename(join(folder, name), path))) files.push({ path, bytes: (await stat(path)).size })
  }
  return files
}

/** Returns the entries of a file, and how many lines were torn by a kill. */
export async function readSpoolFile(
  file: SpoolFile,
): Promise<{ entries: LoginLogEntry[]; tornCount: number }> {
  const content = await readFile(file.path)
  return decodeLines(content.subarray(0, file.bytes))
}

/** Renames a file so that the next spool that is opened takes it over. */
export async function abandonFile(folder: string, file: SpoolFile): Promise<void> {
  const [parsed] = parseName(basename(file.path))
  if (parsed === undefined) return
  const noOwner = { pid: 0, start: UNKNOWN_START, id: parsed.owner.id }
  // If renaming fails, the file is taken over once this process has ended.
  await succeeds(rename(file.path, spoolPath(folder, noOwner, parsed.number)))
}

/** Returns whether the spool may still be open. */
function isOpen(owner: SpoolOwner): boolean {
  if (owner.pid === 0) return false
  if (openSpools.has(owner.id)) return true
  const status = readProcessStatus(owner.pid)
  const isSameProcess = status !== undefined && status.start === owner.start
  // In a container, an earlier process may have had our process id. The same start means another thread of this process.
  if (owner.pid === process.pid) return isSameProcess && owner.start !== UNKNOWN_START
  if (!processExists(owner.pid)) return false
  if (status === undefined || owner.start === UNKNOWN_START) return true
  return isSameProcess && !status.isZombie
}

function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Reads Linux's /proc/<pid>/stat. The name in it may contain blanks and brackets, so it is parsed from the last bracket. */
export function readProcessStatus(pid: number): { start: string; isZombie: boolean } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const start = fields[19]
    if (start === undefined || !/^\d+$/.test(start)) return undefined
    return { start, isZombie: fields[0] === 'Z' || fields[0] === 'X' }
  } catch {
    return undefined
  }
}

export function isSpoolFileName(name: string): boolean {
  return NAME.test(name)
}

function parseName(name: string): { name: string; owner: SpoolOwner; number: number; order: string }[] {
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
