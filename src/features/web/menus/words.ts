import type { Words } from '../../../core/service/words.ts'

export const MENU_WORDS = {
  paths: { 'own account': ['menurole'] },
} as const satisfies Words
