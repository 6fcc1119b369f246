import { BlockList, isIP } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Addresses of networks that are not reachable from the internet. */
const privateRanges = new BlockList()
privateRanges.addSubnet('10.0.0.0', 8, 'ipv4')
privateRanges.addSubnet('172.16.0.0', 12, 'ipv4')
privateRanges.addSubnet('192.168.0.0', 16, 'ipv4')
privateRanges.addSubnet('100.64.0.0', 10, 'ipv4')
privateRanges.addSubnet('169.254.0.0', 16, 'ipv4')
privateRanges.addSubnet('fc00::', 7, 'ipv6')
privateRanges.addSubnet('fe80::', 10, 'ipv6')

/** Returns whether only this machine can use the address or host name. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || isIn(loopback, host)
}

export function isPrivate(address: string): boolean {
  return isIn(privateRanges, address)
}

/** Returns whether one of the addresses or CIDR ranges contains the address. */
export function isWithin(ranges: readonly string[], address: string): boolean {
  const list = new BlockList()
  for (const range of ranges) {
    const [start = '', prefix] = range.split('/')
    const family = familyOf(start)
    if (prefix === undefined) list.addAddress(start, family)
    else list.addSubnet(start, Number(prefix), family)
  }
  return isIn(list, address)
}

function isIn(list: BlockList, address: string): boolean {
  return isIP(address) !== 0 && list.check(address, familyOf(address))
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}
