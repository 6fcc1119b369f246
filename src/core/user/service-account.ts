import { addressKey, parseAddressRange } from '../../platform/network/address-range.ts'
import { type InputProblem, InvalidParameters } from '../../platform/refusal/refusal.ts'

/** The only login method of the accounts of programs. */
export const SERVICE_METHOD = 'service'

/** Two, so that a program can get the new one before the old one is removed. */
export const MAX_SECRETS = 2
export const MAX_KEYS = 2

const MAX_NETWORKS = 20
const MAX_NETWORK_LENGTH = 64

/** What an operator decides about an account of a program, besides what every user has. */
export interface ServiceDetails {
  readonly ownerId: number
  /** Whether the owner answers for it: it cannot log in before. */
  readonly accepted: boolean
  /** Milliseconds since 1970; 0 for no end. */
  readonly expiresAt: number
  readonly networks: readonly string[]
}

/** An RSA key (`RS256`) also verifies `PS256`. */
export const KEY_ALGORITHMS = ['EdDSA', 'ES256', 'RS256'] as const

export type KeyAlgorithm = (typeof KEY_ALGORITHMS)[number]

/** Returns whether a user is the account of a program. */
export function isServiceAccount(user: { readonly loginMethods?: readonly string[] | undefined }): boolean {
  return user.loginMethods?.includes(SERVICE_METHOD) === true
}

/** Returns what is wrong with the networks of an account, or undefined. */
export function problemOfNetworks(networks: readonly string[]): InputProblem | undefined {
  if (networks.length > MAX_NETWORKS) {
    return {
      field: 'networks',
      en: `networks must have at most ${MAX_NETWORKS} entries.`,
      zh: `networks 最多 ${MAX_NETWORKS} 项。`,
    }
  }
  return networks.every(isNetwork)
    ? undefined
    : {
        field: 'networks',
        en: 'networks must be addresses such as 10.0.0.5 or networks such as 10.0.0.0/16.',
        zh: 'networks 须为地址（如 10.0.0.5）或网段（如 10.0.0.0/16）。',
      }
}

/** The first numbers of an address are not enough here: 10.1 is not a network to everyone. */
function isNetwork(text: string): boolean {
  if (text.length > MAX_NETWORK_LENGTH || /[\s,*]/.test(text)) return false
  const [address = ''] = text.split('/')
  if (addressKey(address) === '') return false
  try {
    return parseAddressRange(text) !== undefined
  } catch (error) {
    if (error instanceof InvalidParameters) return false
    throw error
  }
}

/** Returns whether a program may log in from an address. An address that cannot be read is in no network. */
export function isAllowedAddress(networks: readonly string[], address: string): boolean {
  if (networks.length === 0) return true
  const key = addressKey(address)
  return networks.some((network) => {
    const range = parseAddressRange(network)
    return key !== '' && range !== undefined && range.first <= key && key <= range.last
  })
}
