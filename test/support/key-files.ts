import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { chmodSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Creates private keys as an operator would, by algorithm. */
export const newPrivateKey = {
  EdDSA: (): KeyObject => generateKeyPairSync('ed25519').privateKey,
  ES256: (): KeyObject => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
  RS256: (): KeyObject => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey,
} as const

export type Asymmetric = keyof typeof newPrivateKey
export const ASYMMETRIC = Object.keys(newPrivateKey) as Asymmetric[]

/** A secret that is not publicly known. */
export const FILE_SECRET = 'hW3vQn0-Zr8LkTy5Bc1XdM7pJs2GfA9uEoR6iV4t'

export function pemOf(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString()
}

/** Writes a key file atomically with the given mode, regardless of the umask. */
export function putKeyFile(folder: string, name: string, text: string, mode = 0o600): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, name)
  const draft = join(folder, `.${name}`)
  writeFileSync(draft, text)
  chmodSync(draft, mode)
  renameSync(draft, path)
  return path
}
