import type { Words } from '../../../core/service/words.ts'

export const USER_IMPORT_WORDS = {
  auditActions: {
    'user.import': {},
  },
} as const satisfies Words
