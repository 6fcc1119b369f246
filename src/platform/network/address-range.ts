import { isIP, isIPv4 } from 'node:net'
import { InvalidParameters } from '../refusal/refusal.ts'
import { groupsOf, unmapIPv4 } from './network.ts'

/** The keys of the first and the last address of a range. */
export interface AddressRange {
  readonly first: string
  readonly last: string
  /** As it was written. */
  readonly text: string
}

type Keys = Pick<AddressRange, 'first' | 'last'>

/** How an address is filtered, for the descriptions of parameters. */
export const ADDRESS_FILTER_HELP =
  'An address (`10.0.0.5`), a network (`10.0.0.0/16`, `2001:db8::/32`) or the first numbers of an address (`10.0`).'

const IPV4_BEGINNING = /^\d{1,3}(\.\d{1,3}){0,2}\.?$/
const IPV6_BEGINNING = /^([0-9a-f]{1,4}:){1,7}([0-9a-f]{1,4})?$/i
const LENGTH = /^\d{1,3}$/
const HEX_DIGIT_BITS = 4

/**
 * Returns a text of which the order is the order of the addresses, so that a network is a range. Empty if the text is not an
 * address.
 *
 * @example
 * addressKey('10.0.0.5')    // '40a000005'
 * addressKey('2001:db8::1') // '620010db8000000000000000000000001'
 */
export function addressKey(address: string): string {
  const [plain = ''] = unmapIPv4(address).split('%')
  if (isIP(plain) === 0) return ''
  if (!isIPv4(plain)) return `6${hexOf(groupsOf(plain), 4)}`
  return `4${hexOf(plain.split('.').map(Number), 2)}`
}

/**
 * Returns the range of an address, a network or the beginning of an address, and undefined for an empty text.
 *
 * @throws InvalidParameters for any other text.
 */
export function parseAddressRange(text: string | undefined, name = 'ipaddr'): AddressRange | undefined {
  if (!text) return undefined
  const [address = '', length, ...others] = text.trim().replace(/\*$/, '').split('/')
  const range =
    length === undefined
      ? (rangeOf(address, Number.POSITIVE_INFINITY) ?? rangeOfBeginning(address))
      : LENGTH.test(length) && others.length === 0
        ? rangeOf(address, Number(length))
        : undefined
  if (range) return { ...range, text }
  throw new InvalidParameters({
    field: name,
    en: `${name} must be an address such as 10.0.0.5, a network such as 10.0.0.0/16, or the first numbers of an address such as 10.0.`,
    zh: `${name} 须为地址（如 10.0.0.5）、网段（如 10.0.0.0/16）或地址的开头几段（如 10.0）。`,
  })
}

/** Returns the addresses whose first bits are those of an address; only the address itself for an infinite length. */
function rangeOf(address: string, length: number): Keys | undefined {
  const key = addressKey(address)
  if (key === '') return undefined
  if (length === Number.POSITIVE_INFINITY) return { first: key, last: key }
  const digits = key.slice(1)
  if (length > digits.length * HEX_DIGIT_BITS) return undefined
  const withRest = (bit: 0 | 1) => key.slice(0, 1) + replaceBits(digits, length, bit)
  return { first: withRest(0), last: withRest(1) }
}

function rangeOfBeginning(text: string): Keys | undefined {
  if (IPV4_BEGINNING.test(text)) {
    const numbers = text.split('.').filter((part) => part !== '')
    const rest = Array<string>(4 - numbers.length).fill('0')
    return rangeOf([...numbers, ...rest].map(Number).join('.'), numbers.length * 8)
  }
  if (!IPV6_BEGINNING.test(text)) return undefined
  const groups = text.split(':').filter((part) => part !== '')
  return rangeOf(groups.length === 8 ? text : `${groups.join(':')}::`, groups.length * 16)
}

/** Replaces all bits of a hexadecimal number after the first ones. */
function replaceBits(digits: string, keptBits: number, bit: 0 | 1): string {
  return [...digits]
    .map((digit, place) => {
      const kept = Math.min(Math.max(keptBits - place * HEX_DIGIT_BITS, 0), HEX_DIGIT_BITS)
      const rest = 0xf >> kept
      const value = Number.parseInt(digit, 16) & ~rest
      return (bit === 0 ? value : value | rest).toString(16)
    })
    .join('')
}

function hexOf(numbers: readonly number[], digits: number): string {
  return numbers.map((number) => number.toString(16).padStart(digits, '0')).join('')
}
