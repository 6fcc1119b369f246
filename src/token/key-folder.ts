import type { Stats } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type KeyFile, parseKeyFile } from './key-file.ts'
import type { Scheduled } from './key-schedule.ts'
import { codeOf, readPrivateFile, refuseFolderOfOthers } from './private-file.ts'
import { createTokenKey, type TokenKey } from './token-key.ts'

/** A key of the folder, ready to be used. */
export interface FolderKey extends Scheduled {
  readonly kid: string
  readonly file: string
  readonly tokenKey: TokenKey | undefined
}

export interface FolderReading {
  readonly keys: readonly FolderKey[]
  /** What could not be read. A file that could be read before is taken as it was then. */
  readonly problems: readonly Error[]
}

/** The folder that holds the keys, one file each. */
export interface KeyFolder {
  readonly path: string
  read(): Promise<FolderReading>
}

export interface KeyFolderOptions {
  readonly path: string
  /** Whether it must be there. */
  readonly mustExist: boolean
  readonly strongSecretRequired: boolean
}

interface KnownFile {
  readonly stamp: string
  readonly key: FolderKey
}

export function createKeyFolder({ path, mustExist, strongSecretRequired }: KeyFolderOptions): KeyFolder {
  let known: ReadonlyMap<string, KnownFile> = new Map()
  let used: ReadonlySet<string> = new Set()

  /** The file as it is now; nothing for what is no file, or is gone by now. */
  const look = async (name: string): Promise<KnownFile | undefined> => {
    const file = join(path, name)
    const stats = await statOf(file)
    if (stats === undefined || stats.isDirectory()) return undefined
    if (!stats.isFile()) throw new Error(`${file} is no plain file: remove it`)
    const stamp = [stats.ino, stats.size, stats.mtimeMs, stats.ctimeMs, stats.mode].join(' ')
    const before = known.get(name)
    if (before?.stamp === stamp) return before
    const text = await readPrivateFile(file)
    return { stamp, key: await folderKeyOf(file, parse(file, name, text)) }
  }

  const parse = (file: string, name: string, text: string): KeyFile => {
    try {
      return parseKeyFile(name, text, strongSecretRequired)
    } catch (error) {
      throw new Error(`${file} ${error instanceof Error ? error.message : 'cannot be read'}`)
    }
  }

  return {
    path,
    async read() {
      const problems: Error[] = []
      const found = new Map<string, KnownFile>()
      try {
        for (const name of await namesIn(path, mustExist || known.size > 0)) {
          const before = known.get(name)
          try {
            const file = await look(name)
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
      const { keys, twins } = oneForEachKid(all, used)
      used = new Set(keys.map(({ file }) => file))
      return { keys, problems: [...problems, ...twins] }
    },
  }
}

/** The names of the files, in their order. Hidden ones are not ours: editors and mounted volumes leave some. */
async function namesIn(path: string, mustExist: boolean): Promise<string[]> {
  try {
    await refuseFolderOfOthers(path)
    return (await readdir(path)).filter((name) => !name.startsWith('.')).sort()
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT' && !mustExist) return []
    if (code === 'ENOENT') throw new Error(`${path}, the folder of the keys, is not there: bring it back`)
    if (code === 'ENOTDIR')
      throw new Error(`${path} is no folder: jwt.keys names the folder that holds the keys`)
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

/** A removed key stays removed, whatever else bears its name; of two others the one counts that was used before. */
function oneForEachKid(all: readonly FolderKey[], used: ReadonlySet<string>) {
  const rankOf = ({ file, isRemoved }: FolderKey): number => (isRemoved ? 0 : used.has(file) ? 1 : 2)
  const keys = new Map<string, FolderKey>()
  const twins: Error[] = []
  for (const key of all.toSorted((a, b) => rankOf(a) - rankOf(b))) {
    const first = keys.get(key.kid)
    if (first === undefined) keys.set(key.kid, key)
    else if (!first.isRemoved) {
      twins.push(new Error(`${first.file} and ${key.file} have the same name: rename one of them`))
    }
  }
  return { keys: all.filter((key) => keys.get(key.kid) === key), twins }
}

async function statOf(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
