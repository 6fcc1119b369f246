import { rm } from 'node:fs/promises'
import type { Algorithm } from './key-algorithm.ts'
import { type KeyDates, keyFileText, parseKeyFile, problemOfKid, SUFFIXES } from './key-file.ts'
import type { FolderKey, KeyFolder } from './key-folder.ts'
import { addPrivateFile } from './key-folder-writer.ts'
import { type ListedKey, listed } from './key-listing.ts'
import { type KeyState, type ScheduleEntry, scheduleOf, withSettingsSecret } from './key-schedule.ts'
import { fileNameOf, newKeyBody, newKid } from './new-key.ts'
import { createTokenKey } from './token-key.ts'

export interface NewKeyDates {
  /** So long it is known before it signs. */
  readonly leadSeconds: number
  /** So long the keys before it are accepted once it signs; until their tokens have expired where not said. */
  readonly overlapSeconds?: number | undefined
  /** A key that is about to sign may have been read too: it is removed. */
  readonly isEmergency?: boolean
}

export interface KeyAdministration {
  list(): Promise<readonly ListedKey[]>
  /** Makes a key that will sign. */
  rotate(algorithm: Algorithm, dates: NewKeyDates): Promise<ListedKey>
  /** Takes over a key that was made elsewhere. */
  add(key: { text: string; kid?: string | undefined }, dates: NewKeyDates): Promise<ListedKey>
  /** Its tokens are refused at once. Answers the state it was in. */
  remove(kid: string, options: { acceptedToo: boolean }): Promise<KeyState>
}

export interface KeyAdministrationOptions {
  readonly folder: KeyFolder
  /** The setting `jwt.algorithm`. */
  readonly algorithm: Algorithm
  readonly tokenLifetimeSeconds: number
  readonly strongSecretRequired: boolean
  readonly now: () => number
}

type Entry = ScheduleEntry<FolderKey>

export function createKeyAdministration(options: KeyAdministrationOptions): KeyAdministration {
  const { folder, tokenLifetimeSeconds, now } = options

  const schedule = async () => {
    const { keys, problems } = await folder.read()
    for (const problem of problems) throw problem
    return scheduleOf(withSettingsSecret(keys, {}, options.algorithm), { now: now(), tokenLifetimeSeconds })
  }
  const entries = async (): Promise<readonly Entry[]> => (await schedule()).filter(isOfFolder)

  const put = async (kid: string, algorithm: Algorithm, body: string, dates: NewKeyDates) => {
    const all = await entries()
    if (all.some(({ key }) => key.kid === kid)) throw new Error(`there is a key ${kid} already`)
    for (const { key } of all.filter(({ state }) => state === 'next')) {
      if (!dates.isEmergency) throw new Error(`key ${key.kid} is about to sign: wait for it, or remove it`)
      await rm(key.file)
    }
    const text = keyFileText(datesAfter(all, dates, now()), body)
    await addPrivateFile(folder.path, fileNameOf(kid, algorithm), text)
    await tidy(await entries())
    return (await list()).find((one) => one.kid === kid) ?? missing(kid)
  }

  const list = async (): Promise<readonly ListedKey[]> => (await schedule()).map(listed)

  return {
    list,

    rotate: async (algorithm, dates) => put(newKid(now()), algorithm, await newKeyBody(algorithm), dates),

    async add({ text, kid = newKid(now()) }, dates) {
      const problem = problemOfKid(kid)
      if (problem !== undefined) throw new Error(`key ${kid} ${problem}`)
      const suffix = text.includes('-----BEGIN') ? SUFFIXES.private : SUFFIXES.secret
      const { key } = inWords('the file', () =>
        parseKeyFile(kid + suffix, text, options.strongSecretRequired),
      )
      if (key === undefined) throw new Error('the file holds no key')
      await createTokenKey(kid, key.algorithm, key.material)
      const { material } = key
      const body =
        material.type === 'secret'
          ? material.export().toString('utf8')
          : material.export({ type: 'pkcs8', format: 'pem' }).toString()
      return put(kid, key.algorithm, body, dates)
    },

    async remove(kid, { acceptedToo }) {
      const all = await entries()
      const { key, state } = all.find((one) => one.key.kid === kid && !one.key.isRemoved) ?? missing(kid)
      if (state === 'signing') {
        throw new Error(
          `key ${kid} signs now: run "castellan key rotate --compromised" to replace it at once`,
        )
      }
      if (state === 'accepted') {
        if (!acceptedToo)
          throw new Error(`tokens that key ${kid} signed are still good: add --yes to refuse them`)
        // Its dates stay: they end the keys before it, which would be accepted again without them.
        await addPrivateFile(folder.path, kid + SUFFIXES.removed, keyFileText(key, ''))
      }
      await rm(key.file)
      await tidy(await entries())
      return state
    },
  }

  /** The dates of a removed key are needed until a newer key has ended all that were before it. */
  async function tidy(all: readonly Entry[]): Promise<void> {
    const done = all.filter(
      ({ state, acceptedUntil = Infinity }) => state === 'removed' && acceptedUntil <= now(),
    )
    for (const { key } of done) await rm(key.file)
  }
}

/** Whole seconds, since people read them; but later than every key that signs or has signed. */
function datesAfter(all: readonly Entry[], dates: NewKeyDates, now: number): KeyDates {
  const newest = Math.max(0, ...all.map(({ key }) => key.signsFrom).filter((time) => time <= now))
  const signsFrom = Math.max(Math.floor(now / 1000 + dates.leadSeconds) * 1000, newest + 1)
  const { overlapSeconds } = dates
  return {
    signsFrom,
    olderKeysUntil: overlapSeconds === undefined ? undefined : signsFrom + overlapSeconds * 1000,
  }
}

function isOfFolder(entry: ScheduleEntry<object>): entry is Entry {
  return 'file' in entry.key
}

function inWords<T>(subject: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw new Error(`${subject} ${error instanceof Error ? error.message : 'cannot be read'}`)
  }
}

function missing(kid: string): never {
  throw new Error(`there is no key ${kid}`)
}
