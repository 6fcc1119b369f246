import type { Words } from '../../../core/service/words.ts'

export const OVERVIEW_WORDS = {
  paths: { service: ['overview'] },
} as const satisfies Words
