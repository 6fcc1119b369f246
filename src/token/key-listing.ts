import type { Algorithm, PublicJwk } from './key-algorithm.ts'
import { timeText } from './key-file.ts'
import type { FolderKey } from './key-folder.ts'
import type { KeyState, ScheduleEntry } from './key-schedule.ts'

/** A key, as `castellan key list` shows it. */
export interface ListedKey {
  /** Nothing for the secret of the settings. */
  readonly kid: string | null
  readonly algorithm: Algorithm | null
  readonly state: KeyState
  readonly signsFrom: string | null
  readonly acceptedUntil: string | null
  readonly file: string | null
  readonly publicJwk: PublicJwk | null
}

/** A key of the folder, or the secret of the settings, as it is shown. */
export function listed({
  key,
  state,
  acceptedUntil,
}: ScheduleEntry<{ signsFrom: number } & Partial<FolderKey>>): ListedKey {
  const { kid = null, file = null, tokenKey, signsFrom } = key
  return {
    kid,
    algorithm: file === null ? 'HS256' : (tokenKey?.algorithm ?? null),
    state,
    signsFrom: timeOf(signsFrom > 0 ? signsFrom : undefined),
    acceptedUntil: timeOf(acceptedUntil),
    file,
    publicJwk: tokenKey?.publicJwk ?? null,
  }
}

function timeOf(milliseconds: number | undefined): string | null {
  return milliseconds === undefined ? null : timeText(milliseconds)
}
