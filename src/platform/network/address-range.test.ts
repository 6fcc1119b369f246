import { expect, test } from 'vitest'
import { InvalidParameters } from '../refusal/refusal.ts'
import { addressKey, parseAddressRange } from './address-range.ts'

test.each([
  ['10.0.0.5', '40a000005'],
  ['255.255.255.255', '4ffffffff'],
  ['::ffff:10.0.0.5', '40a000005'],
  ['2001:db8::1', '620010db8000000000000000000000001'],
  ['2001:0DB8:0:0::0001', '620010db8000000000000000000000001'],
  ['fe80::1%eth0', '6fe800000000000000000000000000001'],
  ['', ''],
  ['unknown', ''],
])('the key of %s is %s', (address, key) => {
  expect(addressKey(address)).toBe(key)
})

const INSIDE = [
  ['10.0.0.5', '10.0.0.5'],
  ['10.0', '10.0.255.255'],
  ['10.0.', '10.0.0.0'],
  ['10.0.*', '10.0.7.1'],
  ['10.0.0.0/8', '10.255.255.255'],
  ['10.0.16.0/20', '10.0.31.255'],
  ['10.0.16.77/20', '10.0.16.0'],
  ['203.0.113.128/25', '203.0.113.128'],
  ['0.0.0.0/0', '255.1.2.3'],
  ['10.0.0.5/32', '10.0.0.5'],
  ['2001:db8::/32', '2001:db8:ffff::1'],
  ['2001:db8:', '2001:db8:1::'],
  ['2001:db8:1:2', '2001:db8:1:2:3:4:5:6'],
  ['2001:db8::1', '2001:DB8:0::1'],
  ['::/0', '2001:db8::1'],
  [' 10.0.0.5 ', '10.0.0.5'],
] as const

test.each(INSIDE)('%s contains %s', (text, address) => {
  expect(contains(text, address)).toBe(true)
})

test.each([
  ['10.0.0.5', '10.0.0.50'],
  ['10.1', '10.10.0.1'],
  ['10.0.0.0/8', '11.0.0.0'],
  ['10.0.16.0/20', '10.0.32.0'],
  ['203.0.113.128/25', '203.0.113.127'],
  ['0.0.0.0/0', '2001:db8::1'],
  ['2001:db8::/32', '2001:db9::'],
  ['2001:db8::', '2001:db8::1'],
])('%s does not contain %s', (text, address) => {
  expect(contains(text, address)).toBe(false)
})

test.each([
  '10.0.0.0/33',
  '10.0.0.0/',
  '10.0.0.0/8/8',
  '10.0.0.0/-1',
  '10.0/16',
  '2001:db8::/129',
  '256.1',
  '10..0',
  'example.com',
  '*',
  '::ffff:10.0.0.0/104',
  '1:2:3:4:5:6:7:8:9',
])('%s is refused with examples of what to write', (text) => {
  expect(() => parseAddressRange(text)).toThrow(InvalidParameters)
})

test('without a text there is no range', () => {
  expect(parseAddressRange(undefined)).toBeUndefined()
  expect(parseAddressRange('')).toBeUndefined()
})

function contains(text: string, address: string): boolean {
  const { first, last } = parseAddressRange(text) ?? { first: '', last: '' }
  const key = addressKey(address)
  return first <= key && key <= last
}
