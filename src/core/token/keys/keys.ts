import { join, resolve } from 'node:path'
import { runPeriodically } from '../../../platform/runtime/periodic.ts'
import { secretTokenKey, type TokenKey } from '../token-key.ts'
import { keyFileText, newKeyBody, newKeyFileName, newKid } from './key-file.ts'
import { createKeyFolder, type FolderKey, type KeyFolder } from './key-folder.ts'
import { type KeySet, keySetOf, scheduleOf, withSettingsSecret } from './key-schedule.ts'
import { createFolderWithFile } from './private-file.ts'
import type { Algorithm } from './signature.ts'

/** The current keys. They follow the clock and the changes in the folder. */
export type Keys = Awaited<ReturnType<typeof openKeys>>

/** Where the settings place the keys. */
interface KeyLocation {
  /** The setting `jwt.keys`. */
  readonly folder: string
  readonly dataDir: string
  readonly strongSecretRequired: boolean
}

interface KeyOptions {
  readonly folder: KeyFolder
  /** The secret of the settings: the oldest key, whose tokens have no `kid`. */
  readonly secret: TokenKey
  readonly algorithm: Algorithm
  readonly tokenLifetimeSeconds: number
  readonly now: () => number
  readonly onProblem: (error: Error) => void
  readonly pollMilliseconds?: number
}

type TokenKeyOptions = KeyLocation & Omit<KeyOptions, 'folder' | 'secret'> & { readonly secret: string }

/** How often a command that watches the folder reads it. */
const POLL_MS = 500

/** Opens the keys that the settings name. The first start creates the first key. */
export async function openTokenKeys(options: TokenKeyOptions): Promise<Keys> {
  const { algorithm, tokenLifetimeSeconds, now, onProblem, pollMilliseconds } = options
  const isNamed = options.folder !== ''
  const folder = keyFolderOf(options, isNamed)
  // A named folder is shared or mounted: the other nodes would not have a key that is created here.
  if (algorithm !== 'HS256' && !isNamed && (await isEmpty(folder))) {
    const text = keyFileText({ signsFrom: now() }, await newKeyBody(algorithm))
    await createFolderWithFile(folder.path, newKeyFileName(newKid(now()), algorithm), text)
  }
  const secret = await secretTokenKey(options.secret)
  const poll = pollMilliseconds === undefined ? {} : { pollMilliseconds }
  return openKeys({ folder, secret, algorithm, tokenLifetimeSeconds, now, onProblem, ...poll })
}

/** Reads the keys, and again periodically. Throws if a key cannot be used now; a later problem is reported. */
export async function openKeys(options: KeyOptions) {
  const { folder, onProblem, now, tokenLifetimeSeconds } = options
  const first = await folder.read()
  for (const problem of first.problems) throw problem
  const secret = { tokenKey: options.secret }
  const setOf = (files: readonly FolderKey[], previous?: KeySet): KeySet => {
    const keys = withSettingsSecret(files, secret, options.algorithm)
    return keySetOf(scheduleOf(keys, { now: now(), tokenLifetimeSeconds }), previous)
  }
  let current = setOf(first.keys)
  if (current.signing === undefined) throw noSigningKey(folder.path)
  let reported: string | undefined

  /** Reports a problem once, not at every read. */
  const report = (problem: Error | undefined): void => {
    if (problem !== undefined && problem.message !== reported) onProblem(problem)
    reported = problem?.message
  }
  const readFolder = async (): Promise<void> => {
    const { keys, problems } = await folder.read()
    current = setOf(keys, current)
    report(problems[0] ?? (current.signing === undefined ? noSigningKey(folder.path) : undefined))
  }
  const stop = runPeriodically(options.pollMilliseconds ?? POLL_MS, readFolder, (error) =>
    report(error instanceof Error ? error : new Error(String(error))),
  )
  return {
    current: () => current,
    /** Whether the last read of the folder failed, so that the current keys may be outdated. */
    get isDegraded() {
      return reported !== undefined
    },
    close: stop,
  }
}

/** Returns the folder that the settings name, or the default one in the data folder. */
export function keyFolderOf(
  { folder, dataDir, strongSecretRequired }: KeyLocation,
  mustExist: boolean,
): KeyFolder {
  const path = folder === '' ? join(resolve(dataDir), 'keys') : resolve(folder)
  return createKeyFolder({ path, mustExist, strongSecretRequired })
}

/** Returns the warnings to log at every start. */
export function warningsOfKeys({ signing, accepted }: KeySet, algorithm: Algorithm): readonly string[] {
  if (signing === undefined || accepted.some((key) => key.algorithm === algorithm)) return []
  return [
    `jwt.algorithm is ${algorithm}, but the key that signs is ${signing.kid} (${signing.algorithm}): run "castellan key rotate --algorithm ${algorithm}" to change over, or set jwt.algorithm to ${signing.algorithm}`,
  ]
}

async function isEmpty(folder: KeyFolder): Promise<boolean> {
  const { keys, problems } = await folder.read()
  return keys.length === 0 && problems.length === 0
}

function noSigningKey(path: string): Error {
  return new Error(
    `${path} contains no key that signs now: nobody can log in. Run "castellan key rotate --lead 0"`,
  )
}
