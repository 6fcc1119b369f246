import { count, id, objectSchema, text, time } from '../../platform/http/endpoint/response-schemas.ts'

export const sessionSchema = objectSchema('Session', {
  sessionId: id,
  userId: id,
  username: text,
  roleKey: text,
  ipaddr: text,
  browser: text,
  os: text,
  platform: text,
  loginTime: time,
  expireTime: time,
  current: { type: 'boolean', description: "Whether it is the caller's own session." },
  mayEnd: { type: 'boolean', description: 'Whether the caller may end it.' },
})

export const endedSchema = objectSchema('EndedSessions', { ended: count })
