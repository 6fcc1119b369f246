import type { Words } from '../../../core/service/words.ts'

export const LOG_VERIFICATION_WORDS = {
  events: {
    'log.tampered': {
      severity: 'critical',
      text: { en: 'Entry {position} of the {log} {problem}.', zh: '{log}第 {position} 条：{finding}' },
      further: { en: ' Further findings: {further}.', zh: '另有 {further} 处问题。' },
    },
  },
  eventFields: ['position', 'log', 'finding', 'problem'],
} as const satisfies Words
