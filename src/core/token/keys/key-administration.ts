import { rm } from 'node:fs/promises'
import { behaviourOf, type ModeSettings } from '../../settings/mode.ts'
import { createTokenKey, type PublicJwk } from '../token-key.ts'
import {
  type KeyDates,
  keyFileText,
  nameFileInErrors,
  newKeyBody,
  newKeyFileName,
  newKid,
  parseKeyFile,
  problemOfKid,
  SUFFIXES,
  timeText,
} from './key-file.ts'
import type { FolderKey, KeyFolder } from './key-folder.ts'
import { type KeyState, type ScheduleEntry, scheduleOf, withSettingsSecret } from './key-schedule.ts'
import { keyFolderOf } from './keys.ts'
import { addPrivateFile } from './private-file.ts'
import type { Algorithm } from './signature.ts'

/** A key as `castellan key list` shows it. */
export interface ListedKey {
  /** Null for the secret of the settings. */
  readonly kid: string | null
  readonly algorithm: Algorithm | null
  readonly state: KeyState
  readonly signsFrom: string | null
  readonly acceptedUntil: string | null
  readonly file: string | null
  readonly publicJwk: PublicJwk | null
}

export interface NewKeyDates {
  /** How long the key is published before it signs. */
  readonly leadSeconds: number
  /** How long older keys are accepted once it signs; undefined: until their tokens have expired. */
  readonly overlapSeconds?: number | undefined
  /** Also removes a key that does not sign yet, because it may be compromised too. */
  readonly isEmergency?: boolean
}

export type KeyAdministration = ReturnType<typeof createKeyAdministration>

interface KeyAdministrationOptions {
  readonly folder: KeyFolder
  /** The setting `jwt.algorithm`. */
  readonly algorithm: Algorithm
  readonly tokenLifetimeSeconds: number
  readonly strongSecretRequired: boolean
  readonly now: () => number
}

type Entry = ScheduleEntry<FolderKey>

export interface KeySettings extends ModeSettings {
  readonly application: ModeSettings['application'] & { readonly dataDir: string }
  readonly jwt: ModeSettings['jwt'] & { readonly algorithm: Algorithm; readonly keys: string }
}

/** Opens the folder of the keys that the settings name, and the administration of these keys. */
export function openKeyAdministration(
  settings: KeySettings,
  { mustExist, now }: { readonly mustExist: boolean; readonly now: () => number },
) {
  const { strongSecretRequired, tokenLifetimeSeconds } = behaviourOf(settings)
  const { algorithm, keys } = settings.jwt
  const location = { folder: keys, dataDir: settings.application.dataDir, strongSecretRequired }
  const folder = keyFolderOf(location, mustExist)
  const options = { folder, algorithm, tokenLifetimeSeconds, strongSecretRequired, now }
  return { folder, keys: createKeyAdministration(options) }
}

export function createKeyAdministration(options: KeyAdministrationOptions) {
  const { folder, tokenLifetimeSeconds, now } = options

  const schedule = async () => {
    const { keys, problems } = await folder.read()
    for (const problem of problems) throw problem
    return scheduleOf(withSettingsSecret(keys, {}, options.algorithm), { now: now(), tokenLifetimeSeconds })
  }
  const folderEntries = async (): Promise<readonly Entry[]> => (await schedule()).filter(isFolderEntry)

  const put = async (kid: string, algorithm: Algorithm, body: string, dates: NewKeyDates) => {
    const all = await folderEntries()
    if (all.some(({ key }) => key.kid === kid)) throw new Error(`key ${kid} already exists`)
    for (const { key } of all.filter(({ state }) => state === 'next')) {
      if (!dates.isEmergency) throw new Error(`key ${key.kid} is about to sign: wait for it, or remove it`)
      await rm(key.file)
    }
    const text = keyFileText(datesAfter(all, dates, now()), body)
    await addPrivateFile(folder.path, newKeyFileName(kid, algorithm), text)
    await deleteObsolete(await folderEntries())
    return (await list()).find((one) => one.kid === kid) ?? missing(kid)
  }

  const list = async (): Promise<readonly ListedKey[]> => (await schedule()).map(listed)

  return {
    list,

    /** Creates a key that will sign. */
    rotate: async (algorithm: Algorithm, dates: NewKeyDates): Promise<ListedKey> =>
      put(newKid(now()), algorithm, await newKeyBody(algorithm), dates),

    /** Imports a key. */
    async add(given: { text: string; kid?: string | undefined }, dates: NewKeyDates): Promise<ListedKey> {
      const { text, kid = newKid(now()) } = given
      const problem = problemOfKid(kid)
      if (problem !== undefined) throw new Error(`key ${kid} ${problem}`)
      const suffix = text.includes('-----BEGIN') ? SUFFIXES.private : SUFFIXES.secret
      const { key } = nameFileInErrors('the file', () =>
        parseKeyFile(kid + suffix, text, options.strongSecretRequired),
      )
      if (key === undefined) throw new Error('the file contains no key')
      await createTokenKey(kid, key.algorithm, key.material)
      const { material } = key
      const body =
        material.type === 'secret'
          ? material.export().toString('utf8')
          : material.export({ type: 'pkcs8', format: 'pem' }).toString()
      return put(kid, key.algorithm, body, dates)
    },

    /** Removes a key: its tokens are refused immediately. Returns the state it had. */
    async remove(kid: string, { acceptedToo }: { readonly acceptedToo: boolean }): Promise<KeyState> {
      const all = await folderEntries()
      const { key, state } = all.find((one) => one.key.kid === kid && !one.key.isRemoved) ?? missing(kid)
      if (state === 'signing') {
        throw new Error(
          `key ${kid} signs now: run "castellan key rotate --compromised" to replace it immediately`,
        )
      }
      if (state === 'accepted') {
        if (!acceptedToo)
          throw new Error(`tokens that key ${kid} signed are still valid: add --yes to refuse them`)
        // Its dates are preserved: without them, the keys before it would be accepted again.
        await addPrivateFile(folder.path, kid + SUFFIXES.removed, keyFileText(key, ''))
      }
      await rm(key.file)
      await deleteObsolete(await folderEntries())
      return state
    },
  }

  /** Deletes the dates of removed keys once a newer key has ended all keys before it. */
  async function deleteObsolete(all: readonly Entry[]): Promise<void> {
    const done = all.filter(
      ({ state, acceptedUntil = Infinity }) => state === 'removed' && acceptedUntil <= now(),
    )
    for (const { key } of done) await rm(key.file)
  }
}

/** Returns dates in whole seconds, for readability, but later than every key that signs or has signed. */
function datesAfter(all: readonly Entry[], dates: NewKeyDates, now: number): KeyDates {
  const newest = Math.max(0, ...all.map(({ key }) => key.signsFrom).filter((time) => time <= now))
  const signsFrom = Math.max(Math.floor(now / 1000 + dates.leadSeconds) * 1000, newest + 1)
  const { overlapSeconds } = dates
  return {
    signsFrom,
    olderKeysUntil: overlapSeconds === undefined ? undefined : signsFrom + overlapSeconds * 1000,
  }
}

function isFolderEntry(entry: ScheduleEntry<object>): entry is Entry {
  return 'file' in entry.key
}

function missing(kid: string): never {
  throw new Error(`key ${kid} does not exist`)
}

/** Returns a key of the folder, or the secret of the settings, as it is listed. */
export function listed(entry: ScheduleEntry<{ signsFrom: number } & Partial<FolderKey>>): ListedKey {
  const { key, state, acceptedUntil } = entry
  const { kid = null, file = null, tokenKey, signsFrom } = key
  return {
    kid,
    algorithm: file === null ? 'HS256' : (tokenKey?.algorithm ?? null),
    state,
    signsFrom: signsFrom > 0 ? timeText(signsFrom) : null,
    acceptedUntil: acceptedUntil === undefined ? null : timeText(acceptedUntil),
    file,
    publicJwk: tokenKey?.publicJwk ?? null,
  }
}
