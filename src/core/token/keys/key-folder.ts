import type { Stats } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCodeOf } from '../../../platform/refusal/error-code.ts'
import { createTokenKey, type TokenKey } from '../token-key.ts'
import { type KeyFile, nameFileInErrors, parseKeyFile } from './key-file.ts'
import type { Scheduled } from './key-schedule.ts'
import { assertPrivateFolder, readPrivateFile } from './private-file.ts'

/** A key of the folder. */
export interface FolderKey extends Scheduled {
  readonly kid: string
  readonly file: string
  readonly tokenKey: TokenKey | undefined
}

/** The folder of the keys, one file per key. */
export type KeyFolder = ReturnType<typeof createKeyFolder>

interface KeyFolderOptions {
  readonly path: string
  /** Whether a missing folder is an error. */
  readonly mustExist: boolean
  readonly strongSecretRequired: boolean
}

interface KnownFile {
  readonly stamp: string
  readonly key: FolderKey
}

export function createKeyFolder({ path, mustExist, strongSecretRequired }: KeyFolderOptions) {
  let known: ReadonlyMap<string, KnownFile> = new Map()
  let used: ReadonlySet<string> = new Set()

  /** Reads a file if it has changed. Returns undefined for a folder and for a file that no longer exists. */
  const readFile = async (name: string): Promise<KnownFile | undefined> => {
    const file = join(path, name)
    const stats = await statOf(file)
    if (stats === undefined || stats.isDirectory()) return undefined
    if (!stats.isFile()) throw new Error(`${file} is not a regular file: remove it`)
    const stamp = [stats.ino, stats.size, stats.mtimeMs, stats.ctimeMs, stats.mode].join(' ')
    const before = known.get(name)
    if (before?.stamp === stamp) return before
    const text = await readPrivateFile(file)
    const parsed = nameFileInErrors(file, () => parseKeyFile(name, text, strongSecretRequired))
    return { stamp, key: await folderKeyOf(file, parsed) }
  }

  return {
    path,
    /** Returns the keys, and which files could not be read. If such a file was read before, its previous key is returned. */
    async read() {
      const problems: Error[] = []
      const found = new Map<string, KnownFile>()
      try {
        for (const name of await namesIn(path, mustExist || known.size > 0)) {
          const before = known.get(name)
          try {
            const file = await readFile(name)
            if (file !== undefined) found.set(name, file)
          } catch (error) {
            problems.push(asError(error))
            if (before !== undefined) found.set(name, before)
          }
        }
        known = found
      } catch (error) {
        problems.push(asError(error))
      }
      const all = [...known.values()].map(({ key }) => key)
      const { keys, duplicates } = uniqueByKid(all, used)
      used = new Set(keys.map(({ file }) => file))
      return { keys, problems: [...problems, ...duplicates] }
    },
  }
}

/** Returns the sorted names of the files, without hidden files, which editors and mounted volumes create. */
async function namesIn(path: string, mustExist: boolean): Promise<string[]> {
  try {
    await assertPrivateFolder(path)
    return (await readdir(path)).filter((name) => !name.startsWith('.')).sort()
  } catch (error) {
    const code = errorCodeOf(error)
    if (code === 'ENOENT' && !mustExist) return []
    if (code === 'ENOENT') throw new Error(`${path}, the folder of the keys, does not exist: restore it`)
    if (code === 'ENOTDIR') throw new Error(`${path} is not a folder: set jwt.keys to the folder of the keys`)
    if (code === 'EACCES')
      throw new Error(`${path} cannot be read by this user: give it to the service (chown)`)
    throw error
  }
}

async function folderKeyOf(file: string, { kid, key, ...dates }: KeyFile): Promise<FolderKey> {
  if (key === undefined) return { kid, file, ...dates, isRemoved: true, tokenKey: undefined }
  const tokenKey = await createTokenKey(kid, key.algorithm, key.material).catch(() => {
    throw new Error(`${file} holds a key that does not verify what it signs: replace it`)
  })
  return { kid, file, ...dates, isRemoved: false, tokenKey }
}

/** Returns one key per key id: the removed one if there is one, otherwise the one that was used before. */
function uniqueByKid(all: readonly FolderKey[], used: ReadonlySet<string>) {
  const rankOf = ({ file, isRemoved }: FolderKey): number => (isRemoved ? 0 : used.has(file) ? 1 : 2)
  const keys = new Map<string, FolderKey>()
  const duplicates: Error[] = []
  for (const key of all.toSorted((a, b) => rankOf(a) - rankOf(b))) {
    const first = keys.get(key.kid)
    if (first === undefined) keys.set(key.kid, key)
    else if (!first.isRemoved) {
      duplicates.push(new Error(`${first.file} and ${key.file} have the same name: rename one of them`))
    }
  }
  return { keys: all.filter((key) => keys.get(key.kid) === key), duplicates }
}

async function statOf(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path)
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
