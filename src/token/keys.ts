import { runPeriodically } from '../periodic.ts'
import type { Algorithm } from './key-algorithm.ts'
import type { FolderKey, KeyFolder } from './key-folder.ts'
import { scheduleOf, withSettingsSecret } from './key-schedule.ts'
import { type KeySet, keySetOf } from './key-set.ts'
import type { TokenKey } from './token-key.ts'

/** The keys as they are now, following the folder and the clock. */
export interface Keys {
  current(): KeySet
  /** Whether the last look at the folder failed: what is in force here may be out of date. */
  readonly isTroubled: boolean
  close(): Promise<void>
}

export interface KeyOptions {
  readonly folder: KeyFolder
  /** The secret of the settings: the oldest key of all, whose tokens name none. */
  readonly secret: TokenKey
  readonly algorithm: Algorithm
  readonly tokenLifetimeSeconds: number
  readonly now: () => number
  readonly onProblem: (error: Error) => void
  readonly pollMilliseconds?: number
}

/** So long, at most, until a change in the folder is in force. */
const POLL_MILLISECONDS = 500

/** Reads the keys, and stops the start where one can't be used; then follows them without a restart. */
export async function openKeys(options: KeyOptions): Promise<Keys> {
  const { folder, onProblem, now, tokenLifetimeSeconds } = options
  const first = await folder.read()
  for (const problem of first.problems) throw problem
  const secret = { tokenKey: options.secret }
  const setOf = (files: readonly FolderKey[], before?: KeySet): KeySet => {
    const keys = withSettingsSecret(files, secret, options.algorithm)
    return keySetOf(scheduleOf(keys, { now: now(), tokenLifetimeSeconds }), before)
  }
  let current = setOf(first.keys)
  if (current.signing === undefined) throw noKeyIn(folder.path)
  let reported: string | undefined

  // Told once, not once a look.
  const report = (problem: Error | undefined): void => {
    if (problem !== undefined && problem.message !== reported) onProblem(problem)
    reported = problem?.message
  }
  const look = async (): Promise<void> => {
    const { keys, problems } = await folder.read()
    current = setOf(keys, current)
    report(problems[0] ?? (current.signing === undefined ? noKeyIn(folder.path) : undefined))
  }
  const stop = runPeriodically(options.pollMilliseconds ?? POLL_MILLISECONDS, look, (error) =>
    report(error instanceof Error ? error : new Error(String(error))),
  )
  return {
    current: () => current,
    get isTroubled() {
      return reported !== undefined
    },
    close: stop,
  }
}

function noKeyIn(path: string): Error {
  return new Error(
    `${path} holds no key that signs now: nobody can log in. Run "castellan key rotate --lead 0"`,
  )
}
