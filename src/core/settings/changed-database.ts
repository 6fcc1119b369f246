import { resolve } from 'node:path'
import { visible } from '../../platform/cli/output/visible.ts'
import { databaseFileOf, parseAddress } from '../../platform/database/address.ts'
import { databaseUrlOf } from '../../platform/settings/addresses.ts'
import { urlWithoutPassword } from './effective-settings.ts'
import type { LoadedSettings } from './load-settings.ts'
import { databaseKey, settingOf } from './setting-in-errors.ts'

/**
 * Creates the function that prints on standard error which database a command changes, and which setting selects it. It prints one
 * line, however often it is called.
 */
export function createChangeNotice(loaded: Pick<LoadedSettings, 'settings' | 'sources'>): () => void {
  let isPrinted = false
  return () => {
    if (isPrinted) return
    isPrinted = true
    const url = databaseUrlOf(loaded.settings)
    const outcome = parseAddress(url)
    const file = 'value' in outcome ? databaseFileOf(outcome.value) : undefined
    const database = file === undefined ? urlWithoutPassword(url) : resolve(file)
    console.error(visible(`database: ${database}, from ${settingOf(databaseKey(loaded), loaded)}`))
  }
}
