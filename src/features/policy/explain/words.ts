import type { Words } from '../../../core/service/words.ts'

export const EXPLAIN_WORDS = {
  paths: { policy: ['refusal'] },
} as const satisfies Words
