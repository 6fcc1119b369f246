import { join, resolve } from 'node:path'
import type { Algorithm } from './key-algorithm.ts'
import { keyFileText } from './key-file.ts'
import { createKeyFolder, type KeyFolder } from './key-folder.ts'
import { makeFolderWith } from './key-folder-writer.ts'
import type { KeySet } from './key-set.ts'
import { type Keys, openKeys } from './keys.ts'
import { fileNameOf, newKeyBody, newKid } from './new-key.ts'
import { secretTokenKey } from './token-key.ts'

/** Where the settings say that the keys are. */
export interface KeyPlace {
  /** The setting `jwt.keys`. */
  readonly folder: string
  readonly dataDir: string
  readonly strongSecretRequired: boolean
}

export interface TokenKeyOptions extends KeyPlace {
  readonly algorithm: Algorithm
  readonly secret: string
  readonly tokenLifetimeSeconds: number
  readonly now: () => number
  readonly onProblem: (error: Error) => void
}

/** The keys that the settings ask for. The first start makes the first one. */
export async function openTokenKeys(options: TokenKeyOptions): Promise<Keys> {
  const { algorithm, now } = options
  const isNamed = options.folder !== ''
  const folder = keyFolderOf(options, isNamed)
  // A folder that was named is shared or mounted: a key made here would be unknown to the other nodes.
  if (algorithm !== 'HS256' && !isNamed && (await isEmpty(folder))) {
    const text = keyFileText({ signsFrom: now() }, await newKeyBody(algorithm))
    await makeFolderWith(folder.path, fileNameOf(newKid(now()), algorithm), text)
  }
  return openKeys({ ...options, folder, secret: await secretTokenKey(options.secret) })
}

/** The folder that the settings name, or the one in the data folder. */
export function keyFolderOf(
  { folder, dataDir, strongSecretRequired }: KeyPlace,
  mustExist: boolean,
): KeyFolder {
  const path = folder === '' ? join(resolve(dataDir), 'keys') : resolve(folder)
  return createKeyFolder({ path, mustExist, strongSecretRequired })
}

/** What the operator must hear about on every start. */
export function warningsOfKeys({ signing, accepted }: KeySet, algorithm: Algorithm): readonly string[] {
  if (signing === undefined || accepted.some((key) => key.algorithm === algorithm)) return []
  return [
    `jwt.algorithm is ${algorithm}, but the key that signs is ${signing.kid} (${signing.algorithm}): run "castellan key rotate" to change over, or set jwt.algorithm to ${signing.algorithm}`,
  ]
}

async function isEmpty(folder: KeyFolder): Promise<boolean> {
  const { keys, problems } = await folder.read()
  return keys.length === 0 && problems.length === 0
}
