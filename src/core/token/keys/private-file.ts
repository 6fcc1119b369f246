import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, type FileHandle, link, mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { errorCodeOf } from '../../../platform/refusal/error-code.ts'

const GROUP_OR_OTHERS_ACCESS = 0o077
const GROUP_OR_OTHERS_WRITE = 0o022
const MAX_BYTES = 65_536

/** On Windows the mode does not show who has access. */
const hasModes = process.platform !== 'win32'

/** Returns the text of a file. Throws if others can read it: they could issue tokens. */
export async function readPrivateFile(path: string): Promise<string> {
  const file = await openForReading(path)
  try {
    // The mode of the open file, because the path may name another file by now.
    const { mode, size } = await file.stat()
    if (hasModes && (mode & GROUP_OR_OTHERS_ACCESS) !== 0) {
      throw new Error(
        `${path} can be read by others: run "chmod 600 ${path}", and replace the key if they may have read it`,
      )
    }
    if (size > MAX_BYTES) throw new Error(`${path} is too large for a key: remove it`)
    return await file.readFile('utf8')
  } finally {
    await file.close()
  }
}

/** Throws if others can create files in the folder: they could add a key of their own. */
export async function assertPrivateFolder(path: string): Promise<void> {
  const { mode } = await stat(path)
  if (hasModes && (mode & GROUP_OR_OTHERS_WRITE) !== 0) {
    throw new Error(`${path} can be written by others: run "chmod 700 ${path}"`)
  }
}

/**
 * Creates a file that only its owner can read, atomically, and the folder if it is missing. Throws if the file exists.
 * Returns its path.
 */
export async function addPrivateFile(folder: string, name: string, text: string): Promise<string> {
  await createFolder(folder)
  const path = join(folder, name)
  const draft = join(folder, `.${name}.${randomBytes(6).toString('hex')}`)
  try {
    await writeFile(draft, text, { mode: 0o600, flag: 'wx', flush: true })
    await chownToOwnerOf(folder, draft)
    await link(draft, path)
    return path
  } catch (error) {
    if (errorCodeOf(error) === 'EEXIST') throw new Error(`${path} already exists: choose another name`)
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}

/** Creates a folder with its first file, unless another process has created it first. */
export async function createFolderWithFile(folder: string, name: string, text: string): Promise<void> {
  const draft = `${folder}.${randomBytes(6).toString('hex')}`
  try {
    await addPrivateFile(draft, name, text)
    await rename(draft, folder)
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(String(errorCodeOf(error)))) throw error
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

async function openForReading(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r')
  } catch (error) {
    if (errorCodeOf(error) !== 'EACCES') throw error
    throw new Error(
      `${path} cannot be read by this user: give it to the user that the service runs as (chown)`,
    )
  }
}

async function createFolder(path: string): Promise<void> {
  if (existsSync(path)) return
  await createFolder(dirname(path))
  try {
    await mkdir(path, { mode: 0o700 })
    await chownToOwnerOf(dirname(path), path)
  } catch (error) {
    // Another process has just created it.
    if (errorCodeOf(error) !== 'EEXIST') throw error
  }
}

/** Files that a command creates as root must be readable by the service, which does not run as root. */
async function chownToOwnerOf(folder: string, path: string): Promise<void> {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = await stat(folder)
  await chown(path, uid, gid)
}
