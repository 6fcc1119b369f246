import type { RootDatabase } from '../../../platform/database/database.ts'
import { createUsageStore } from './usage.store.ts'
import { startUsageRecorders } from './usage-parts.ts'

interface Settings {
  readonly usage: { readonly keepDays: number }
}

export const usageFeature = {
  stores: (database: RootDatabase) => ({ usage: createUsageStore(database) }),
  deleteExpired: (database: RootDatabase, daysAgo: (days: number) => number, settings: Settings) =>
    createUsageStore(database).deleteUnusedSince(daysAgo(settings.usage.keepDays)),
  observe: startUsageRecorders,
}
