import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Settings } from './declarations.ts'
import { type Environment, givensOfEnvironment } from './environment.ts'
import { givensOfFlags } from './flags.ts'
import { warningOfOpenFile } from './open-file.ts'
import { settingsOf } from './resolve-settings.ts'
import { givensOfFile } from './settings-file.ts'

const DEFAULT_FILE = 'settings.yml'

interface Sources {
  /** The file that `--config` names. It must exist. */
  readonly file?: string | undefined
  readonly env: Environment
  /** The `key=value` of every `--set`. */
  readonly flags: readonly string[]
  /** The current folder. */
  readonly cwd: string
}

export interface LoadedSettings {
  readonly settings: Settings
  /** The absolute path of the file that was read. */
  readonly file: string | undefined
  /** What is amiss with that file, though it does not stop the start. */
  readonly warning?: string | undefined
}

/**
 * Reads the settings file, then the environment, then the flags; the later wins.
 *
 * @example
 * ```ts
 * const { settings } = loadSettings({ env: process.env, flags: ['application.port=0'], cwd: process.cwd() })
 * ```
 */
export function loadSettings({ file, env, flags, cwd }: Sources): LoadedSettings {
  const named = file ?? (env.CASTELLAN_CONFIG === '' ? undefined : env.CASTELLAN_CONFIG)
  const path = resolve(cwd, named ?? DEFAULT_FILE)
  const isRead = named !== undefined || existsSync(path)
  const ofFile = isRead ? givensOfFile(path, named ?? DEFAULT_FILE) : []
  const settings = settingsOf([...ofFile, ...givensOfEnvironment(env), ...givensOfFlags(flags)])
  if (!isRead) return { settings, file: undefined }
  return { settings, file: path, warning: warningOfOpenFile(path, ofFile) }
}
