import type { Stats } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { errorCodeOf } from '../../foundation/refusal/error-code.ts'
import { shellWord } from '../../foundation/text/shell-command.ts'
import { type Finding, ok, problem, skipped, warning } from './finding.ts'

const GROUP_OR_OTHERS = 0o077
const GROUP_OR_OTHERS_WRITE = 0o022
const GROUP_OR_OTHERS_ENTER = 0o011
const OTHERS_READ = 0o004
/** A spool can have many files. The findings name only some of them. */
const MAX_FILES_PER_FOLDER = 1000
const MAX_FINDINGS = 10

export interface FileAccessOptions {
  readonly dataDir: string
  /** The secret and the folder of the keys: whoever reads them can issue tokens. */
  readonly secretFile: string
  /** The key that encrypts the secrets of second factors. */
  readonly encryptionKeyFile: string
  readonly keyFolder: string
  /** The file of an embedded database, which contains password hashes. */
  readonly databaseFile: string | undefined
  readonly spoolFolder: string
  /** Files that contain one secret setting each. */
  readonly valueFiles: readonly string[]
  /** The warning about a settings file with secrets. */
  readonly settingsFileWarning: string | undefined
  /** Undefined where users have no numbers. */
  readonly uid: number | undefined
}

interface Entry {
  readonly path: string
  readonly stats: Stats
}

/** Checks that only the service's user can read secrets and data, and that all files belong to that user. */
export async function checkFileAccess(options: FileAccessOptions): Promise<readonly Finding[]> {
  if (options.uid === undefined) return [skipped('this operating system has no file modes')]
  const settingsFindings = [
    ...(options.settingsFileWarning === undefined ? [] : [warningOfSettings(options.settingsFileWarning)]),
    ...(await checkValueFiles(options.valueFiles)),
  ]
  const folder = await entryOf(options.dataDir)
  if (folder === undefined) {
    return [...settingsFindings, skipped(`${options.dataDir} does not exist yet: the first start creates it`)]
  }
  const keys = await entriesIn(options.keyFolder)
  const databaseFiles = await databaseEntries(options.databaseFile)
  const spool = await entriesIn(options.spoolFolder)
  const secret = await entriesOf([options.secretFile])
  const encryptionKey = await entriesOf([options.encryptionKeyFile])
  const findings = [
    ...settingsFindings,
    ...checkDataFolder(folder),
    ...[...secret, ...keys.files].filter(isOpen).map(keyReadable),
    ...encryptionKey.filter(isOpen).map(encryptionKeyReadable),
    ...keys.folder.filter(({ stats }) => (stats.mode & GROUP_OR_OTHERS_WRITE) !== 0).map(keyFolderWritable),
    ...(await onlyReachable(databaseFiles)).map(databaseReadable),
    ...(await onlyReachable([...spool.folder, ...spool.files])).map(spoolReadable),
    ...checkOwners(folder, [
      ...secret,
      ...encryptionKey,
      ...keys.folder,
      ...keys.files,
      ...databaseFiles,
      ...spool.folder,
      ...spool.files,
    ]),
    ...checkUser(folder, options.uid),
  ]
  if (findings.length === 0) {
    return [ok(`${options.dataDir} and the files of the service can be read by their owner only`)]
  }
  return shorten(findings)
}

/** Returns the first findings if there are many. Then problems come first, so that warnings do not hide them. */
function shorten(findings: readonly Finding[]): Finding[] {
  if (findings.length <= MAX_FINDINGS) return [...findings]
  const problems = findings.filter(({ status }) => status === 'problem')
  const sorted = [...problems, ...findings.filter(({ status }) => status !== 'problem')]
  const rest = sorted.length - MAX_FINDINGS
  const more = problems.length > MAX_FINDINGS ? problem : warning
  return [
    ...sorted.slice(0, MAX_FINDINGS),
    more(`and ${rest} more`, 'Fix those above, then run castellan doctor again.'),
  ]
}

function checkDataFolder({ path, stats }: Entry): Finding[] {
  const found = `${path} has the mode ${modeText(stats)}`
  const fix = `chmod 700 ${shellWord(path)}`
  if ((stats.mode & GROUP_OR_OTHERS_WRITE) !== 0)
    return [problem(`${found}: others can replace its files`, fix)]
  return isOpen({ path, stats }) ? [warning(`${found}: others can list its files`, fix)] : []
}

function keyReadable({ path, stats }: Entry): Finding {
  return problem(
    `${path} has the mode ${modeText(stats)}: others can read it and issue tokens, and the service does not start`,
    `chmod 600 ${shellWord(path)}; replace the secret or key if others may have read it`,
  )
}

function encryptionKeyReadable({ path, stats }: Entry): Finding {
  return problem(
    `${path} has the mode ${modeText(stats)}: others can read it and decrypt second factors, and logins with a second factor fail`,
    `chmod 600 ${shellWord(path)}; if others may have read it, reset the second factors`,
  )
}

function keyFolderWritable({ path, stats }: Entry): Finding {
  return problem(
    `${path} has the mode ${modeText(stats)}: others can add a key`,
    `chmod 700 ${shellWord(path)}`,
  )
}

function databaseReadable({ path, stats }: Entry): Finding {
  return problem(
    `${path} has the mode ${modeText(stats)}: others can read the password hashes`,
    `chmod 600 ${shellWord(path)}`,
  )
}

function spoolReadable({ path, stats }: Entry): Finding {
  return warning(
    `${path} has the mode ${modeText(stats)}: others can read login attempts`,
    `chmod ${stats.isDirectory() ? '700' : '600'} ${shellWord(path)}`,
  )
}

function warningOfSettings(text: string): Finding {
  const [found = '', fix = ''] = text.split(': run ')
  return warning(found, fix.replaceAll('"', ''))
}

async function checkValueFiles(paths: readonly string[]): Promise<Finding[]> {
  return (await entriesOf(paths))
    .filter(({ stats }) => (stats.mode & OTHERS_READ) !== 0)
    .map(({ path, stats }) =>
      warning(
        `${path} contains a secret and has the mode ${modeText(stats)}: every user of this machine can read it`,
        `chmod 600 ${shellWord(path)}, and chown it to the service's user`,
      ),
    )
}

/** A command that was run as another user may have created files that the service cannot write. */
function checkOwners(folder: Entry, entries: readonly Entry[]): Finding[] {
  const { uid, gid } = folder.stats
  return entries
    .filter(({ path, stats }) => path.startsWith(join(folder.path, '/')) && stats.uid !== uid)
    .map(({ path, stats }) =>
      problem(
        `${path} belongs to the user ${stats.uid}, but its folder to ${uid}: the service may not be able to use it`,
        `chown ${uid}:${gid} ${shellWord(path)}`,
      ),
    )
}

function checkUser({ path, stats }: Entry, uid: number): Finding[] {
  if (uid === 0 || uid === stats.uid) return []
  return [
    warning(
      `${path} belongs to the user ${stats.uid}, but this command runs as ${uid}`,
      'Run it as the user of the service, with the same settings.',
    ),
  ]
}

function isOpen({ stats }: Entry): boolean {
  return (stats.mode & GROUP_OR_OTHERS) !== 0
}

/** Returns the entries that others can access. A folder that nobody else can enter protects its files. */
async function onlyReachable(entries: readonly Entry[]): Promise<Entry[]> {
  const reachable: Entry[] = []
  for (const entry of entries.filter(isOpen)) {
    const parent = await entryOf(dirname(entry.path))
    if (parent === undefined || (parent.stats.mode & GROUP_OR_OTHERS_ENTER) !== 0) reachable.push(entry)
  }
  return reachable
}

/** The database and the files that SQLite creates beside it. */
async function databaseEntries(file: string | undefined): Promise<Entry[]> {
  return file === undefined ? [] : entriesOf([file, `${file}-wal`, `${file}-shm`])
}

async function entriesIn(folder: string): Promise<{ folder: Entry[]; files: Entry[] }> {
  try {
    const names = (await readdir(folder)).sort().slice(0, MAX_FILES_PER_FOLDER)
    return {
      folder: await entriesOf([folder]),
      files: await entriesOf(names.map((name) => join(folder, name))),
    }
  } catch (error) {
    if (isInaccessible(error)) return { folder: [], files: [] }
    throw error
  }
}

async function entriesOf(paths: readonly string[]): Promise<Entry[]> {
  const entries = await Promise.all(paths.map(entryOf))
  return entries.filter((entry) => entry !== undefined)
}

/** Returns undefined for a file that does not exist or that this user cannot see. */
async function entryOf(path: string): Promise<Entry | undefined> {
  try {
    return { path, stats: await stat(path) }
  } catch (error) {
    if (isInaccessible(error)) return undefined
    throw error
  }
}

function isInaccessible(error: unknown): boolean {
  return ['ENOENT', 'EACCES', 'ENOTDIR'].includes(String(errorCodeOf(error)))
}

function modeText({ mode }: Stats): string {
  return `0${(mode & 0o777).toString(8).padStart(3, '0')}`
}
