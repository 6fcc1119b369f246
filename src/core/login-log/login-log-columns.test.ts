import { expect, test } from 'vitest'
import { BEGINNING, nextLink } from '../audit-log/hash-chain/link.ts'
import { linkLoginLogEntry, toRow } from './login-log-columns.ts'

const ENTRY = {
  key: 'k',
  username: 'alice',
  status: '2',
  ipaddr: '192.0.2.1',
  loginLocation: '',
  browser: 'Firefox',
  os: 'Linux',
  platform: 'desktop',
  loginTime: '2026-01-02T03:04:05.678Z',
  remark: 'Mozilla',
  msg: 'Logged in.',
  reason: 'logged-in',
  method: 'passkey',
  loginKey: 'login',
  newNetwork: true,
} as const

/** The version of the chain, and the columns in the order in which they are hashed. */
const HASHED = [
  1,
  'k',
  'alice',
  '2',
  '192.0.2.1',
  '',
  'Firefox',
  'Linux',
  'desktop',
  Date.parse(ENTRY.loginTime),
  'Mozilla',
  'Logged in.',
  'logged-in',
  'passkey',
  'login',
  1,
  '4c0000201',
  7,
]

test('an entry is linked with the version of the chain and all of its columns', () => {
  expect(linkLoginLogEntry(BEGINNING, toRow(ENTRY, 7))).toEqual(nextLink(BEGINNING, HASHED))
})
