import type { Words } from '../../core/service/words.ts'

export const SESSION_WORDS = {
  auditActions: {
    'session.end': {},
    'session.end-many': {},
  },
  things: { session: '会话' },
  tags: {
    sessions: 'Who is logged in. Ending a session revokes its token on every node.',
  },
  paths: { sessions: ['session'] },
} as const satisfies Words
