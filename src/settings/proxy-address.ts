import { isIP } from 'node:net'

const WIDEST_PREFIX: Readonly<Record<number, number>> = { 4: 32, 6: 128 }

/** What is wrong with the address or CIDR range of a trusted proxy. */
export function problemOfProxyAddress(entry: string): string | undefined {
  const [address = '', prefix, ...more] = entry.split('/')
  const version = isIP(address)
  // A zone (fe80::1%eth0) names an interface of this machine, not a peer.
  if (version === 0 || address.includes('%') || more.length > 0)
    return 'is neither an address nor a CIDR range'
  if (prefix === undefined) return undefined
  const widest = WIDEST_PREFIX[version] ?? 0
  // To trust everybody is to believe whatever a client says of itself.
  if (!/^[1-9]\d{0,2}$/.test(prefix) || Number(prefix) > widest) {
    return `has no prefix length from 1 to ${widest} after its slash`
  }
  return undefined
}
