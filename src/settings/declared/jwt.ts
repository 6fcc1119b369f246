import type { Group } from '../setting.ts'
import { choice, flag, integer, text } from '../value-types.ts'

const HOUR_IN_SECONDS = 60 * 60
const TEN_YEARS_IN_SECONDS = 10 * 365.25 * 24 * HOUR_IN_SECONDS

export const jwt = {
  algorithm: choice({
    choices: ['HS256', 'EdDSA', 'ES256', 'RS256'],
    default: 'HS256',
    doc: 'What new keys are made for. `HS256` signs with `jwt.secret`. The others sign with a private key, whose public key is at `/api/v1/jwks.json`; the first start makes one. To change a running service, set it and run `castellan key rotate`: nobody is logged out.',
  }),
  secret: text({
    default: '',
    mayBeEmpty: true,
    secret: true,
    doc: 'What tokens are signed with, and what captchas are kept under: at least 32 bytes that nobody else knows, made with `openssl rand -base64 48`. A short or publicly known one stops the start, except in dev. Empty: one is made on the first start and kept in the data folder. Several nodes must be given the same one.',
  }),
  keys: text({
    default: '',
    mayBeEmpty: true,
    doc: 'The folder of the keys that `castellan key` looks after, readable by its owner alone. Relative to the current folder. Empty: `keys` in the data folder. Several nodes must be given the same keys.',
    example: '/etc/castellan/keys',
  }),
  timeout: integer({
    default: HOUR_IN_SECONDS,
    min: 1,
    max: TEN_YEARS_IN_SECONDS,
    unit: 'seconds',
    doc: 'How long a token lives. In dev, 100 years instead.',
    example: 8 * HOUR_IN_SECONDS,
  }),
  issuer: text({ default: 'castellan', doc: 'The issuer (`iss`) that tokens carry and must carry.' }),
  cookie: flag({
    default: false,
    doc: 'Whether login also sets the cookie `jwt`, for front ends in a browser that keep no token themselves, and logout clears it. No script can read it, no other site can have it sent, and except on plain `http://localhost` it is sent over HTTPS alone.',
    example: true,
  }),
  queryToken: flag({
    default: true,
    doc: 'Whether a token is taken from the query (`?token=`). A URL is kept in many places, such as the log of a proxy or the history of a browser: turn it off where no client needs it.',
  }),
} satisfies Group
