import { createHmac } from 'node:crypto'
import { usernameKey } from '../../../core/user/name/username.ts'
import type { ShortLivedStore } from '../../../platform/cluster/short-lived/short-lived-store.ts'
import { networkOf } from '../../../platform/network/network.ts'
import { Refusal } from '../../../platform/refusal/refusal.ts'
import { DAY_IN_SECONDS, HOUR_IN_SECONDS } from '../../../platform/runtime/time-units.ts'
import type { Destination } from './destination.ts'

export type MessageLimits = ReturnType<typeof createMessageLimits>

interface MessageLimitsOptions {
  readonly store: Pick<ShortLivedStore, 'count'>
  /** Per username in one network, and per e-mail address or phone number. */
  readonly maxPerHour: number
  readonly maxPerDay: number
  /** Per network of the client, for all usernames together. */
  readonly maxPerNetworkPerDay: number
  /** For all users together; 0 for no limit. */
  readonly maxTotalPerDay: number
  /** Names and addresses are counted under keyed hashes, so that a reader of the store does not see them. */
  readonly key: Buffer
}

/** Creates the limits of one-time codes and links to set passwords. All nodes share them if they share the store. */
export function createMessageLimits(options: MessageLimitsOptions) {
  const { store, maxPerHour, maxPerDay, maxPerNetworkPerDay, maxTotalPerDay, key } = options
  const keyOf = (kind: string, text: string): string =>
    `message:${kind}:${createHmac('sha256', key).update(`${kind}:${text}`).digest('base64url')}`

  /** Returns after how many seconds another one is allowed, or 0 if this one is. */
  async function waitOf(counted: string, max: number, windowSeconds: number): Promise<number> {
    const { count, secondsLeft } = await store.count(`${counted}:${windowSeconds}`, windowSeconds)
    return count > max ? secondsLeft : 0
  }

  async function admit(counted: string, max: number, windowSeconds: number): Promise<void> {
    const retryAfterSeconds = await waitOf(counted, max, windowSeconds)
    if (retryAfterSeconds > 0) throw new Refusal('rate-limited', { retryAfterSeconds })
  }

  /** Counts a message to an address in a share of the limits. */
  async function hasShare(counted: string, shareOf: (max: number) => number): Promise<boolean> {
    if ((await waitOf(counted, shareOf(maxPerHour), HOUR_IN_SECONDS)) > 0) return false
    return (await waitOf(counted, shareOf(maxPerDay), DAY_IN_SECONDS)) === 0
  }

  return {
    /**
     * Counts a request. Throws `rate-limited` beyond a limit. Only requests from the same network are counted together, and
     * existing names like other names. So the response reveals neither which names exist nor where their users have logged in.
     */
    async admitRequest({ username, address }: { readonly username: string; readonly address: string }) {
      const network = networkOf(address)
      await admit(keyOf('network', network), maxPerNetworkPerDay, DAY_IN_SECONDS)
      const name = keyOf('name', JSON.stringify([usernameKey(username), network]))
      await admit(name, maxPerHour, HOUR_IN_SECONDS)
      await admit(name, maxPerDay, DAY_IN_SECONDS)
    },

    /**
     * Counts a message. Only users have addresses, so the result must not be visible. Half of the messages to an address are
     * reserved for requests from networks where the user has logged in before, so that nobody else can use them up.
     */
    async admitMessage(
      { channel, to }: Destination,
      { isFromKnownNetwork }: { readonly isFromKnownNetwork: boolean },
    ): Promise<'admitted' | 'address-limit' | 'total-limit'> {
      const address = keyOf(channel, to.toLowerCase())
      const isReserved = isFromKnownNetwork && (await hasShare(`${address}:reserved`, reservedOf))
      if (!isReserved && !(await hasShare(address, sharedOf))) return 'address-limit'
      if (maxTotalPerDay === 0) return 'admitted'
      const total = await waitOf('message:total', maxTotalPerDay, DAY_IN_SECONDS)
      return total > 0 ? 'total-limit' : 'admitted'
    },
  }
}

/** Returns how many messages of a limit only requests from known networks can use. */
function reservedOf(max: number): number {
  return Math.floor(max / 2)
}

/** Returns how many messages of a limit all requests can use. */
function sharedOf(max: number): number {
  return max - reservedOf(max)
}
