import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { problemOfSecret } from '../settings/secret.ts'
import { codeOf } from './private-file.ts'

const SECRET_BYTES = 48
const OTHERS_MAY_READ = 0o077

/**
 * The secret of the settings, or the one that is kept in the data folder, made on the first start. Its owner alone
 * may read that file: whoever else can, can issue tokens.
 */
export function signingSecret(configured: string, dataDir: string, strongRequired: boolean): string {
  if (configured !== '') return configured
  const path = join(dataDir, 'jwt.secret')
  try {
    return read(path, strongRequired)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  writeFileSync(draft, `${randomBytes(SECRET_BYTES).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
  try {
    // Appears whole or not at all; of two processes that start at once, the first one's stays.
    linkSync(draft, path)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  return read(path, strongRequired)
}

function read(path: string, strongRequired: boolean): string {
  if (process.platform !== 'win32' && (statSync(path).mode & OTHERS_MAY_READ) !== 0) {
    throw new Error(
      `${path} can be read by others: run "chmod 600 ${path}", and change it if they may have read it`,
    )
  }
  const secret = readFileSync(path, 'utf8').trim()
  if (Buffer.byteLength(secret) < 32) {
    throw new Error(`${path} holds no secret of 32 bytes or more: remove it to have a new one made`)
  }
  // Ours is strong; somebody may have put another there.
  const problem = strongRequired ? problemOfSecret(secret) : undefined
  if (problem !== undefined) throw new Error(`${path} ${problem}`)
  return secret
}
