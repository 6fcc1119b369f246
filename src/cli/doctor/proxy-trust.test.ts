import { expect, test } from 'vitest'
import { resolveSettings } from '../../settings/load-settings.ts'
import { checkLoginAddresses, checkTrustedRanges } from './proxy-trust.ts'

const trusting = (...trustProxy: string[]) => resolveSettings({ application: { trustProxy } }).application
const times = (count: number, address: string) => Array.from({ length: count }, () => address)

test.each([['0.0.0.0/1'], ['128.0.0.0/1'], ['64.0.0.0/2'], ['2000::/3'], ['::/1']])(
  'trusting %s is a problem',
  (range) => {
    expect(checkTrustedRanges(trusting('10.0.0.7', range))).toMatchObject([
      { status: 'problem', found: expect.stringContaining(range) },
    ])
  },
)

test('networks of one owner may be trusted', () => {
  expect(
    checkTrustedRanges(trusting('10.0.0.0/8', '::1', '127.0.0.1', 'fd00::/16', '104.16.0.0/13')),
  ).toEqual([])
})

test('logins from several addresses are fine', () => {
  expect(checkLoginAddresses(trusting(), [...times(5, '10.0.0.1'), '10.0.0.2'])).toMatchObject([
    { status: 'ok' },
  ])
})

test('few logins say nothing', () => {
  expect(checkLoginAddresses(trusting(), times(4, '127.0.0.1'))).toMatchObject([{ status: 'skipped' }])
  expect(checkLoginAddresses(trusting(), times(1, '127.0.0.1'))).toMatchObject([
    { found: 'only 1 login so far, too few to compare addresses' },
  ])
})

test.each(['127.0.0.1', '10.1.2.3', '203.0.113.9', '::1'])(
  'without trusted proxies, only %s is a warning',
  (address) => {
    expect(checkLoginAddresses(trusting(), times(5, address))).toMatchObject([
      { status: 'warning', fix: expect.stringContaining(`trustProxy=${address}`) },
    ])
  },
)

test('both loopback addresses are one machine', () => {
  expect(checkLoginAddresses(trusting(), [...times(4, '127.0.0.1'), '::1'])).toMatchObject([
    { status: 'warning' },
  ])
})

test('a trusted proxy that forwards no address is a warning; a single real client is not', () => {
  expect(checkLoginAddresses(trusting('10.0.0.0/24'), times(9, '10.0.0.7'))).toMatchObject([
    { status: 'warning', found: expect.stringContaining('does not forward') },
  ])
  expect(checkLoginAddresses(trusting('10.0.0.0/24'), times(9, '198.51.100.4'))).toMatchObject([
    { status: 'ok' },
  ])
})
