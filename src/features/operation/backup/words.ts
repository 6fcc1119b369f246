import type { Words } from '../../../core/service/words.ts'

export const BACKUP_WORDS = {
  auditActions: {
    'database.restore': {},
  },
} as const satisfies Words
