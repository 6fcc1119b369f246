import { randomBytes } from 'node:crypto'
import { access, chown, link, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf } from './private-file.ts'

/** Puts a file into the folder, readable by its owner alone, whole or not at all. Never replaces one. */
export async function addPrivateFile(folder: string, name: string, text: string): Promise<string> {
  await makeFolder(folder)
  const path = join(folder, name)
  const draft = join(folder, `.${name}.${randomBytes(6).toString('hex')}`)
  try {
    await writeFile(draft, text, { mode: 0o600, flag: 'wx', flush: true })
    await giveToOwnerOf(folder, draft)
    await link(draft, path)
    return path
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw new Error(`${path} is there already: choose another name`)
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}

/** Makes the folder with its first file in it. Of several processes that do so at once, the first one's stays. */
export async function makeFolderWith(folder: string, name: string, text: string): Promise<void> {
  const draft = `${folder}.${randomBytes(6).toString('hex')}`
  try {
    await addPrivateFile(draft, name, text)
    await rename(draft, folder)
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(String(codeOf(error)))) throw error
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

async function makeFolder(path: string): Promise<void> {
  if (await isThere(path)) return
  await makeFolder(dirname(path))
  try {
    await mkdir(path, { mode: 0o700 })
    await giveToOwnerOf(dirname(path), path)
  } catch (error) {
    // Somebody else has just made it.
    if (codeOf(error) !== 'EEXIST') throw error
  }
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

/** What root makes by a command must be readable by the service, which is not root. */
async function giveToOwnerOf(folder: string, path: string): Promise<void> {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = await stat(folder)
  await chown(path, uid, gid)
}
