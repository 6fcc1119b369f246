import { openGinVueAdmin } from './gin-vue-admin.ts'
import { openGoAdmin } from './go-admin.ts'
import type { SystemName, SystemOptions } from './import-options.ts'
import type { OldDatabase } from './old-database.store.ts'
import { NotRecognised, type OldSystem } from './old-system.ts'
import { openRuoyi } from './ruoyi.ts'

type Open = (old: OldDatabase, options: SystemOptions) => OldSystem | Promise<OldSystem>

const OPENERS: Readonly<Record<SystemName, Open>> = {
  'go-admin': openGoAdmin,
  'gin-vue-admin': openGinVueAdmin,
  ruoyi: openRuoyi,
}

/** Opens a system. Throws if the database is not one of it, and names the one that it is. */
export async function openSystem(
  name: SystemName,
  old: OldDatabase,
  options: SystemOptions,
): Promise<OldSystem> {
  try {
    return await OPENERS[name](old, options)
  } catch (error) {
    if (!(error instanceof NotRecognised)) throw error
    const other = await otherSystem(name, old, options)
    const hint = other === undefined ? '' : `. It looks like one of ${other}: use castellan import ${other}`
    throw new Error(`this is not a database of ${name}: ${error.message}${hint}`)
  }
}

async function otherSystem(name: SystemName, old: OldDatabase, options: SystemOptions) {
  for (const [other, open] of Object.entries(OPENERS)) {
    if (other === name) continue
    try {
      await open(old, options)
      return other
    } catch (error) {
      if (!(error instanceof NotRecognised)) return other
    }
  }
  return undefined
}
