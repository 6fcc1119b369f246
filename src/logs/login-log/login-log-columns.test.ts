import { expect, test } from 'vitest'
import { BEGINNING, nextLink } from '../hash-chain/link.ts'
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
} as const

/** The columns in the order in which they are hashed. */
const V1 = [
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
]

test('an entry is linked with the columns of its version of the chain', () => {
  const row = toRow(ENTRY)
  const linkOf = (chain_version: number, method = '') =>
    linkLoginLogEntry(BEGINNING, { ...row, chain_version, method })
  expect(linkOf(1)).toEqual(nextLink(BEGINNING, V1))
  expect(linkOf(2)).toEqual(nextLink(BEGINNING, [2, ...V1, 'logged-in']))
  expect(linkOf(3, 'passkey')).toEqual(nextLink(BEGINNING, [3, ...V1, 'logged-in', 'passkey']))
  expect(row.chain_version).toBe(3)
})

test.each([1, 2])(
  'a method that is added to an entry of version %i of the chain changes its link',
  (version) => {
    const row = { ...toRow(ENTRY), chain_version: version }
    expect(linkLoginLogEntry(BEGINNING, row)).not.toEqual(
      linkLoginLogEntry(BEGINNING, { ...row, method: '' }),
    )
  },
)
