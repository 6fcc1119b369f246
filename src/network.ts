import { isIPv6 } from 'node:net'

/**
 * The network that an address stands for: whoever has an IPv6 address has the 2^64 beside it too. An IPv4 address is a
 * network already, since most of them are shared.
 *
 * @example
 * networkOf('2001:db8:1:2:3:4:5:6') // '2001:db8:1:2::/64'
 * networkOf('203.0.113.7')          // '203.0.113.7'
 */
export function networkOf(address: string): string {
  // Nearly all are, and it is asked of every request.
  if (!address.includes(':')) return address
  const [plain = ''] = address.split('%')
  if (!isIPv6(plain)) return plain
  return `${groupsOf(plain)
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

/** The eight groups of an address, of which "::" leaves out some. */
function groupsOf(address: string): string[] {
  const [left = '', right = ''] = address.split('::')
  const before = left === '' ? [] : left.split(':')
  const after = right === '' ? [] : right.split(':')
  // An IPv4 address at the end stands for two of them.
  const counted = [...before, ...after].reduce((sum, group) => sum + (group.includes('.') ? 2 : 1), 0)
  return [...before, ...Array<string>(8 - counted).fill('0'), ...after]
}
