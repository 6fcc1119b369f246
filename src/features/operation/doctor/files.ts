import type { Stats } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { spoolFolderOf } from '../../../core/login-log/writing/spool-file.ts'
import { catalogue } from '../../../core/settings/catalogue.ts'
import type { LoadedSettings } from '../../../core/settings/load-settings.ts'
import { secretFileOf } from '../../../core/token/keys/generated-secret.ts'
import { keyFolderOf } from '../../../core/token/keys/keys.ts'
import { type Finding, ok, problem, skipped, warning } from '../../../platform/cli/output/finding.ts'
import { databaseFileOf } from '../../../platform/database/address.ts'
import { errorCodeOf } from '../../../platform/refusal/error-code.ts'
import { databaseUrlOf, readDatabaseUrl } from '../../../platform/settings/addresses.ts'
import { shellWord } from '../../../platform/text/shell-command.ts'
import { encryptionKeyFileOf } from '../../login/second-factor/encryption-key.ts'

const GROUP_OR_OTHERS = 0o077
const GROUP_OR_OTHERS_WRITE = 0o022
const GROUP_OR_OTHERS_ENTER = 0o011
const OTHERS_READ = 0o004
/** A spool can have many files. The findings name only some of them. */
const MAX_FILES_PER_FOLDER = 1000
const MAX_FINDINGS = 10

export type Places = ReturnType<typeof placesOf>

interface PlaceSettings {
  readonly application: { readonly dataDir: string }
  readonly database: { readonly url: string }
  readonly jwt: { readonly keys: string }
}

/** Returns the absolute paths of what the service reads and writes. */
export function placesOf(settings: PlaceSettings) {
  const dataDir = resolve(settings.application.dataDir)
  const address = readDatabaseUrl(databaseUrlOf(settings))
  const databaseFile = 'value' in address ? databaseFileOf(address.value) : undefined
  const keys = { folder: settings.jwt.keys, dataDir, strongSecretRequired: true }
  return {
    dataDir,
    /** The secret and the folder of the keys: whoever reads them can issue tokens. */
    secretFile: secretFileOf(dataDir),
    keyFolder: keyFolderOf(keys, false).path,
    /** The key that encrypts the secrets of second factors. */
    encryptionKeyFile: encryptionKeyFileOf(dataDir),
    /** The file of an embedded database, which contains password hashes. */
    databaseFile: databaseFile === undefined ? undefined : resolve(databaseFile),
    spoolFolder: spoolFolderOf(dataDir),
  }
}

interface Entry {
  readonly path: string
  readonly stats: Stats
}

/** Checks that only the service's user can read secrets and data, and that all files belong to that user. */
export async function checkFileAccess(
  { sources, warning: settingsFileWarning }: Pick<LoadedSettings, 'sources' | 'warning'>,
  places: Places,
  uid = process.getuid?.(),
): Promise<readonly Finding[]> {
  if (uid === undefined) return [skipped('this operating system has no file modes')]
  const findings: Finding[] = []
  const report = (
    kind: typeof problem,
    entries: readonly Entry[],
    consequence: string,
    advice = '',
  ): void => {
    for (const { path, stats } of entries) {
      const mode = (stats.mode & 0o777).toString(8).padStart(4, '0')
      const chmod = `chmod ${stats.isDirectory() ? '700' : '600'} ${shellWord(path)}`
      findings.push(kind(`${path} has the mode ${mode}: ${consequence}`, `${chmod}${advice}`))
    }
  }
  if (settingsFileWarning !== undefined) findings.push(warningOfSettings(settingsFileWarning))
  report(
    warning,
    (await entriesOf(valueFilesOf(sources))).filter(({ stats }) => (stats.mode & OTHERS_READ) !== 0),
    'every user of this machine can read the secret in it',
    ", and chown it to the service's user",
  )
  const folder = await entryOf(places.dataDir)
  if (folder === undefined) {
    return [...findings, skipped(`${places.dataDir} does not exist yet: the first start creates it`)]
  }
  const { databaseFile: file } = places
  const secret = await entriesOf([places.secretFile])
  const keyFolder = await entriesOf([places.keyFolder])
  const keys = await entriesIn(places.keyFolder)
  const encryptionKey = await entriesOf([places.encryptionKeyFile])
  // SQLite creates two files beside the database.
  const database = file === undefined ? [] : await entriesOf([file, `${file}-wal`, `${file}-shm`])
  const spool = [...(await entriesOf([places.spoolFolder])), ...(await entriesIn(places.spoolFolder))]
  const all = [...secret, ...encryptionKey, ...keyFolder, ...keys, ...database, ...spool]

  if (isWritable(folder)) report(problem, [folder], 'others can replace its files')
  else if (isOpen(folder)) report(warning, [folder], 'others can list its files')
  report(
    problem,
    [...secret, ...keys].filter(isOpen),
    'others can read it and issue tokens, and the service does not start',
    '; replace the secret or key if others may have read it',
  )
  report(
    problem,
    encryptionKey.filter(isOpen),
    'others can read it and decrypt second factors, and logins with a second factor fail',
    '; if others may have read it, reset the second factors',
  )
  report(problem, keyFolder.filter(isWritable), 'others can add a key')
  report(problem, await onlyReachable(database), 'others can read the password hashes')
  report(warning, await onlyReachable(spool), 'others can read login attempts')
  findings.push(...checkOwners(folder, all), ...checkUser(folder, uid))
  if (findings.length > 0) return shorten(findings)
  return [ok(`${places.dataDir} and the files of the service can be read by their owner only`)]
}

/** Returns the files that contain one secret setting each. */
function valueFilesOf(sources: LoadedSettings['sources']): readonly string[] {
  return catalogue.flatMap(({ key, setting }) => {
    const source = sources.get(key)
    return setting.secret && source?.kind === 'value-file' ? [resolve(source.path)] : []
  })
}

function warningOfSettings(text: string): Finding {
  const [found = '', fix = ''] = text.split(': run ')
  return warning(found, fix.replaceAll('"', ''))
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

/** Returns the first findings if there are many. Then problems come first, so that warnings do not hide them. */
function shorten(findings: readonly Finding[]): readonly Finding[] {
  if (findings.length <= MAX_FINDINGS) return findings
  const problems = findings.filter(({ status }) => status === 'problem')
  const sorted = [...problems, ...findings.filter(({ status }) => status !== 'problem')]
  const more = problems.length > MAX_FINDINGS ? problem : warning
  return [
    ...sorted.slice(0, MAX_FINDINGS),
    more(`and ${sorted.length - MAX_FINDINGS} more`, 'Fix those above, then run castellan doctor again.'),
  ]
}

function isOpen({ stats }: Entry): boolean {
  return (stats.mode & GROUP_OR_OTHERS) !== 0
}

function isWritable({ stats }: Entry): boolean {
  return (stats.mode & GROUP_OR_OTHERS_WRITE) !== 0
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

/** Returns the first files of a folder. */
async function entriesIn(folder: string): Promise<Entry[]> {
  const names = await ifAccessible(readdir(folder))
  const files = names?.sort().slice(0, MAX_FILES_PER_FOLDER) ?? []
  return entriesOf(files.map((name) => join(folder, name)))
}

async function entriesOf(paths: readonly string[]): Promise<Entry[]> {
  const entries = await Promise.all(paths.map(entryOf))
  return entries.filter((entry) => entry !== undefined)
}

async function entryOf(path: string): Promise<Entry | undefined> {
  const stats = await ifAccessible(stat(path))
  return stats && { path, stats }
}

/** Resolves to undefined for what does not exist or what this user cannot see. */
async function ifAccessible<T>(reading: Promise<T>): Promise<T | undefined> {
  return reading.catch((error: unknown) => {
    if (['ENOENT', 'EACCES', 'ENOTDIR'].includes(String(errorCodeOf(error)))) return undefined
    throw error
  })
}
