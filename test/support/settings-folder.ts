import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { type LoadedSettings, readSettings } from '../../src/core/settings/load-settings.ts'
import { SettingsError } from '../../src/platform/settings/settings-error.ts'

interface Given {
  readonly file?: string
  readonly env?: Readonly<Record<string, string>>
  readonly flags?: readonly string[]
}

/** Creates an empty working folder for each test. */
export function settingsFolder() {
  let path = ''
  beforeEach(() => {
    path = mkdtempSync(join(tmpdir(), 'castellan-settings-'))
  })
  afterEach(() => {
    rmSync(path, { recursive: true })
  })

  const write = (name: string, text: string | Uint8Array): void => writeFileSync(join(path, name), text)
  const load = ({ file, env = {}, flags = [] }: Given = {}): LoadedSettings =>
    readSettings({ file, env, flags, cwd: path })

  return {
    path: () => path,
    write,
    load,
    /** Returns the error message of a failed start. `file` is the content of `settings.yml`. */
    refusalOf({ file = '', ...given }: Given): string {
      write('settings.yml', file)
      try {
        load(given)
      } catch (error) {
        if (error instanceof SettingsError) return error.message
        throw error
      }
      throw new Error('nothing was refused')
    },
  }
}
