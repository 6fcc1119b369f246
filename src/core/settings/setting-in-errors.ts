import { accessSync, constants, existsSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { databaseFileOf, parseAddress } from '../../platform/database/address.ts'
import { isDatabaseError } from '../../platform/database/database-error.ts'
import { errorCodeOf } from '../../platform/refusal/error-code.ts'
import { databaseUrlOf } from '../../platform/settings/addresses.ts'
import { describeSource } from '../../platform/settings/settings-error.ts'
import type { LoadedSettings } from './load-settings.ts'

type Loaded = Pick<LoadedSettings, 'settings' | 'sources'>

/** Runs the work. An error of the database or of a folder names the setting that it comes from, and where that was set. */
export async function withSettingInErrors<T>(loaded: Loaded, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const message = messageWithSetting(error, loaded)
    throw message === undefined ? error : new Error(message, { cause: error })
  }
}

function messageWithSetting(error: unknown, loaded: Loaded): string | undefined {
  if (!(error instanceof Error)) return undefined
  const path = 'path' in error && typeof error.path === 'string' ? error.path : undefined
  if (path !== undefined) return messageOfPath(path, String(errorCodeOf(error)), loaded)
  if (!isDatabaseError(error)) return undefined
  const file = databaseFile(loaded)
  const denied = file === undefined ? undefined : problemOfFolder(dirname(file))
  if (denied !== undefined && file !== undefined) return messageOfPath(file, denied, loaded)
  return `${settingOf(databaseKey(loaded), loaded)}: ${error.message}`
}

/** The codes of errors that the operator can correct with permissions or another folder. */
const FOLDER_CODES = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ENOSPC']

function messageOfPath(path: string, code: string, loaded: Loaded): string | undefined {
  const key = FOLDER_CODES.includes(code) ? keyOfPath(resolve(path), loaded) : undefined
  if (key === undefined) return undefined
  const folder = existingFolder(dirname(resolve(path)))
  return `the folder ${folder} cannot be used (${code}). It comes from ${settingOf(key, loaded)}. Fix: give it to the user of the service (chown), or set ${key} to another folder`
}

/** Returns the setting whose folder contains the path: the one with the longest path. */
function keyOfPath(path: string, loaded: Loaded): string | undefined {
  const { application, jwt } = loaded.settings
  const file = databaseFile(loaded)
  const folders: readonly (readonly [key: string, folder: string])[] = [
    ['application.dataDir', resolve(application.dataDir)],
    ...(jwt.keys === '' ? [] : [['jwt.keys', resolve(jwt.keys)] as const]),
    ...(file === undefined ? [] : [[databaseKey(loaded), dirname(file)] as const]),
  ]
  const containing = folders.filter(([, folder]) => !relative(folder, path).startsWith('..'))
  return containing.toSorted(([, one], [, other]) => other.length - one.length)[0]?.[0]
}

function databaseFile({ settings }: Loaded): string | undefined {
  const outcome = parseAddress(databaseUrlOf(settings))
  const file = 'value' in outcome ? databaseFileOf(outcome.value) : undefined
  return file === undefined ? undefined : resolve(file)
}

/** Returns the key of the setting that selects the database. */
export function databaseKey({ settings }: Loaded): string {
  return settings.database.url === '' ? 'application.dataDir' : 'database.url'
}

/** Returns the key with its source: `database.url (settings.yml line 2)`. */
export function settingOf(key: string, { sources }: Loaded): string {
  const source = sources.get(key)
  return `${key} (${source === undefined ? 'default' : describeSource(source)})`
}

/** Returns the code of the error that writing to the folder causes, if any. */
function problemOfFolder(folder: string): string | undefined {
  try {
    accessSync(existingFolder(folder), constants.W_OK | constants.X_OK)
    return undefined
  } catch (error) {
    return String(errorCodeOf(error))
  }
}

function existingFolder(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : existingFolder(dirname(folder))
}
