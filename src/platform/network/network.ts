import { isIPv6 } from 'node:net'

/**
 * Returns the network of an address: the /64 of an IPv6 address, because a client with one address usually has all of them.
 * An IPv4 address is its own network.
 *
 * @example
 * networkOf('2001:db8:1:2:3:4:5:6') // '2001:db8:1:2::/64'
 * networkOf('203.0.113.7')          // '203.0.113.7'
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const [plain = ''] = unmapIPv4(address).split('%')
  if (!isIPv6(plain)) return plain
  const prefix = groupsOf(plain).slice(0, 4)
  return `${prefix.map((group) => group.toString(16)).join(':')}::/64`
}

/**
 * Returns the IPv4 address of an IPv4-mapped IPv6 address, in whichever form it is written, and any other address unchanged.
 *
 * @example
 * unmapIPv4('::ffff:127.0.0.1') // '127.0.0.1'
 * unmapIPv4('::ffff:7f00:1')    // '127.0.0.1'
 */
export function unmapIPv4(address: string): string {
  if (!address.includes(':') || !isIPv6(address)) return address
  const [plain = ''] = address.split('%')
  const [a, b, c, d, e, prefix, high = 0, low = 0] = groupsOf(plain)
  if ([a, b, c, d, e].some((group) => group !== 0) || prefix !== 0xffff) return address
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.')
}

/** Returns the eight groups of an IPv6 address. */
export function groupsOf(address: string): number[] {
  const [before = [], after = []] = address.split('::').map(parseGroups)
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after]
}

function parseGroups(text: string): number[] {
  if (text === '') return []
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)]
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number)
    return [a * 256 + b, c * 256 + d]
  })
}
