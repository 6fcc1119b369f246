import { type FileHandle, open, stat } from 'node:fs/promises'

const OTHERS_MAY_READ = 0o077
const OTHERS_MAY_WRITE = 0o022
const LARGEST_BYTES = 65_536

/** Windows keeps rights elsewhere: the mode says nothing there. */
const hasModes = process.platform !== 'win32'

/** The text of a file that its owner alone may read. Whoever else can read it could issue tokens. */
export async function readPrivateFile(path: string): Promise<string> {
  const file = await openToRead(path)
  try {
    // Of the opened file, not of its name: the name could mean another one by now.
    const { mode, size } = await file.stat()
    if (hasModes && (mode & OTHERS_MAY_READ) !== 0) {
      throw new Error(
        `${path} can be read by others: run "chmod 600 ${path}", and replace the key if they may have read it`,
      )
    }
    if (size > LARGEST_BYTES) throw new Error(`${path} is too large for a key: remove it`)
    return await file.readFile('utf8')
  } finally {
    await file.close()
  }
}

/** Stops where others may put files into a folder: they could put a key of theirs there. */
export async function refuseFolderOfOthers(path: string): Promise<void> {
  const { mode } = await stat(path)
  if (hasModes && (mode & OTHERS_MAY_WRITE) !== 0) {
    throw new Error(`${path} can be written by others: run "chmod 700 ${path}"`)
  }
}

async function openToRead(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r')
  } catch (error) {
    if (codeOf(error) !== 'EACCES') throw error
    throw new Error(
      `${path} cannot be read by this user: give it to the user that the service runs as (chown)`,
    )
  }
}

/** The code of an error of the operating system. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
