import type { Words } from '../../core/service/words.ts'

export const LOGIN_LOG_WORDS = {
  auditActions: {
    'login-log.delete': {},
    'login-log.retention': {},
  },
  things: { 'login log entry': '登录日志记录' },
  tags: {
    'login log': 'All login attempts.',
  },
  paths: { 'login log': ['sys-login-log'] },
} as const satisfies Words
