import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/**
 * Runs the work with the path of a file that can be read several times. `-` is standard input, which is copied to a temporary
 * file that only this user can read.
 */
export async function withInputFile<T>(file: string, work: (path: string) => Promise<T>): Promise<T> {
  if (file !== '-') return work(file)
  const folder = await mkdtemp(join(tmpdir(), 'castellan-input-'))
  try {
    const path = join(folder, 'input')
    await pipeline(process.stdin, createWriteStream(path, { mode: 0o600 }))
    return await work(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
