import type { Words } from '../../core/service/words.ts'

export const AUDIT_LOG_WORDS = {
  things: { 'audit log entry': '审计日志记录' },
  tags: {
    'audit log': 'All changes that operators have made.',
  },
  paths: { 'audit log': ['audit-log'] },
} as const satisfies Words
