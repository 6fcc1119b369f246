import type { Words } from '../../../core/service/words.ts'

export const CLUSTER_STATE_WORDS = {
  paths: { service: ['cluster', 'system'] },
} as const satisfies Words
