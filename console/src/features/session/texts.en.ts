import { count, many } from '../../shell/language/counts.en.ts'

export const texts = {
  session: {
    title: 'Active sessions',
    user: 'User',
    role: 'Role',
    address: 'Address',
    client: 'Client',
    since: 'Logged in',
    until: 'Ends',
    own: 'current',
    end: 'End',
    endAsk: (name: string) => `End the session of ${name}?`,
    endOwnAsk: 'End your own session?',
    endHelp: 'Its token is revoked immediately.',
    ended: 'The session has ended.',
    endedAll: 'The sessions have ended.',
    endedAllOf: (name: string) => `All sessions of ${name} have ended.`,
    endedAllOfRole: (name: string) => `All sessions of the role ${name} have ended.`,
    endAll: 'End all sessions of this user',
    none: 'There are no active sessions.',
    browser: 'Browser',
    os: 'Operating system',
    age: 'Logged in for',
    olderThan: (hours: number) => `at least ${hours < 24 ? many(hours, 'hour') : many(hours / 24, 'day')}`,
    endMany: (n: number) => `End ${many(n, 'session')}`,
    endMatching: (n: number) =>
      n === 1 ? 'End the matching session' : `End all ${count(n)} matching sessions`,
    endOfRole: (n: number, capped: boolean, role: string) =>
      capped ? `End all sessions of ${role}` : `End ${many(n, 'session')} of ${role}`,
    endOthers: 'End all other sessions',
    endManyAsk: (label: string) => `${label}?`,
    endManyHelp: 'Their tokens are revoked immediately.',
    ownMayBeEnded: 'If your own session is one of them, you have to log in again.',
    endedMany: (n: number) => (n === 1 ? 'The session has ended.' : `${many(n, 'session')} ended.`),
    ownTitle: 'Your sessions',
  },
}
