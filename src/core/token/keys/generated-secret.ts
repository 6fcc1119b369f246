import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { errorCodeOf } from '../../../platform/refusal/error-code.ts'
import { problemOfSecret } from '../../../platform/settings/secret.ts'

const SECRET_BYTES = 48
const GROUP_OR_OTHERS_ACCESS = 0o077

/** Returns the file of the generated secret that signs tokens. */
export function secretFileOf(dataDir: string): string {
  return join(dataDir, 'jwt.secret')
}

/**
 * Returns the secret of the settings, or the one in the data folder, which the first start creates. Throws if others can read
 * that file: they could issue tokens.
 */
export function signingSecret(configured: string, dataDir: string, strongRequired: boolean): string {
  return configured === '' ? readOrCreateSecret(secretFileOf(dataDir), strongRequired) : configured
}

/** Returns the secret in a file, which is created if it is missing. Throws if others can read the file. */
export function readOrCreateSecret(path: string, strongRequired: boolean): string {
  return readSecretIfPresent(path, strongRequired) ?? create(path, strongRequired)
}

/** Returns the secret in a file, or undefined if there is no file. Throws if others can read the file. */
export function readSecretIfPresent(path: string, strongRequired: boolean): string | undefined {
  try {
    return read(path, strongRequired)
  } catch (error) {
    if (errorCodeOf(error) !== 'ENOENT') throw error
    return undefined
  }
}

function create(path: string, strongRequired: boolean): string {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  writeFileSync(draft, `${randomBytes(SECRET_BYTES).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
  try {
    // Atomic; if two processes start at the same time, both use the secret of the first.
    linkSync(draft, path)
  } catch (error) {
    if (errorCodeOf(error) !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  return read(path, strongRequired)
}

function read(path: string, strongRequired: boolean): string {
  if (process.platform !== 'win32' && (statSync(path).mode & GROUP_OR_OTHERS_ACCESS) !== 0) {
    throw new Error(
      `${path} can be read by others: run "chmod 600 ${path}", and change it if they may have read it`,
    )
  }
  const secret = readFileSync(path, 'utf8').trim()
  if (Buffer.byteLength(secret) < 32) {
    throw new Error(`${path} holds a secret of less than 32 bytes: remove it, and a new one is created`)
  }
  // Someone may have replaced the generated secret.
  const problem = strongRequired ? problemOfSecret(secret) : undefined
  if (problem !== undefined) throw new Error(`${path} ${problem}`)
  return secret
}
