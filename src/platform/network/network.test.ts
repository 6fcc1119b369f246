import { expect, test } from 'vitest'
import { networkOf, unmapIPv4 } from './network.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::1', '0:0:0:0::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::6', '2001:db8:1:2::/64'],
  ['2001:db8::1:2', '2001:db8:0:0::/64'],
  ['1:2:3:4:5:6:7::', '1:2:3:4::/64'],
  ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['', ''],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test.each([
  ['::ffff:127.0.0.1', '127.0.0.1'],
  ['::ffff:7f00:1', '127.0.0.1'],
  ['::FFFF:7F00:0001', '127.0.0.1'],
  ['0:0:0:0:0:ffff:255.255.255.255', '255.255.255.255'],
  ['0:0:0:0:0:ffff:a:b', '0.10.0.11'],
  ['::ffff:0:0', '0.0.0.0'],
  ['::ffff:1:7f00:1', '::ffff:1:7f00:1'],
  ['::7f00:1', '::7f00:1'],
  ['::1', '::1'],
  ['2001:db8::ffff:7f00:1', '2001:db8::ffff:7f00:1'],
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:not an address', '::ffff:not an address'],
  ['', ''],
])('the client address %s is logged as %s', (address, expected) => {
  expect(unmapIPv4(address)).toBe(expected)
})
