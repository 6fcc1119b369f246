import type { Words } from '../../../core/service/words.ts'

export const API_DOCS_WORDS = {
  paths: { service: ['openapi.json', 'docs'] },
} as const satisfies Words
