import { isIP } from 'node:net'
import proxyAddress from '@fastify/proxy-addr'
import { unmapIPv4 } from '../../network/network.ts'
import { headerOf, type IncomingCall } from './incoming-call.ts'

/** The proxies whose forwarded headers are believed. */
export type TrustedProxies = ReturnType<typeof createTrustedProxies>

/** Creates the list from addresses and CIDR ranges. The rules are those of Fastify's `trustProxy`. */
export function createTrustedProxies(ranges: readonly string[]) {
  const isTrusted = ranges.length === 0 ? () => false : proxyAddress.compile([...ranges])
  const includes = (address: string): boolean => isTrusted(address, 0)

  /** Returns the address and the host of the client, if a trusted proxy forwards them. */
  function clientOf(call: Pick<IncomingCall, 'remoteAddress' | 'headers'>): Forwarded {
    const peer = unmapIPv4(call.remoteAddress)
    if (!includes(peer)) return { remoteAddress: peer }
    const host = lastEntry(headerOf(call, 'x-forwarded-host'))
    const client = forwardedAddress(peer, headerOf(call, 'x-forwarded-for') ?? '', includes)
    // A trusted proxy may forward a value that the client made up.
    const remoteAddress = isIP(client) ? unmapIPv4(client) : peer
    return host === undefined ? { remoteAddress } : { remoteAddress, host }
  }

  return {
    /** Returns whether an address belongs to a trusted proxy. */
    includes,
    clientOf,
    /** Returns the call with the address and the host of the client. */
    resolve: <Call extends IncomingCall>(call: Call): Call & Forwarded => ({ ...call, ...clientOf(call) }),
  }
}

type Forwarded = Pick<IncomingCall, 'remoteAddress' | 'host'>

/** Returns the last address that a trusted proxy has added: the entries before it may be made up. */
function forwardedAddress(peer: string, forwardedFor: string, isTrusted: (address: string) => boolean) {
  const entries = forwardedFor
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  const chain = [peer, ...entries.reverse()]
  return chain.find((address) => !isTrusted(address)) ?? chain.at(-1) ?? peer
}

function lastEntry(list: string | undefined): string | undefined {
  return list?.split(',').at(-1)?.trim()
}
