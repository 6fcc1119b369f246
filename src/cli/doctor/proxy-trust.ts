import { counted } from '../../foundation/text/counted.ts'
import type { Settings } from '../../settings/declarations/declarations.ts'
import { type Finding, ok, problem, skipped, warning } from './finding.ts'
import { isLoopback, isPrivate, isWithin } from './network-address.ts'

/** Fewer logins say nothing about a proxy. */
export const MIN_LOGINS = 5
export const MAX_LOGINS = 200

/** Shorter prefixes contain networks of many owners. */
const MIN_PREFIX_LENGTH = { ipv4: 8, ipv6: 16 }

/** Checks which proxies are trusted to name the address of a client. */
export function checkTrustedRanges({ trustProxy }: Settings['application']): readonly Finding[] {
  const wide = trustProxy.filter(isTooWide)
  if (wide.length === 0) return []
  return [
    problem(
      `application.trustProxy trusts ${wide.join(', ')}: almost every client can choose its own address with X-Forwarded-For, and get around the limits of login attempts`,
      'List only the addresses of your own proxies, such as 10.0.3.7 or 10.0.3.0/24.',
    ),
  ]
}

function isTooWide(range: string): boolean {
  const [address = '', prefix] = range.split('/')
  const min = address.includes(':') ? MIN_PREFIX_LENGTH.ipv6 : MIN_PREFIX_LENGTH.ipv4
  return prefix !== undefined && Number(prefix) < min
}

/** Checks whether the addresses of recent logins are those of clients, or that of a proxy which is not trusted. */
export function checkLoginAddresses(
  { trustProxy }: Settings['application'],
  addresses: readonly string[],
): readonly Finding[] {
  const count = addresses.length
  if (count < MIN_LOGINS)
    return [skipped(`only ${counted(count, 'login')} so far, too few to compare addresses`)]
  const distinct = [...new Set(addresses)]
  const [first = ''] = distinct
  const isOne = distinct.length === 1
  if (!isOne && !distinct.every(isLoopback)) {
    return [ok(`the last ${count} logins came from ${distinct.length} addresses`)]
  }
  const found = `the last ${count} logins all came from ${isOne ? first : 'this machine'}${isOne ? kindOf(first) : ''}`
  if (trustProxy.length === 0) {
    return [
      warning(
        `${found}, and application.trustProxy is empty: if clients connect through a proxy, they share one rate limit and one limit of failed logins`,
        `If this is the address of your proxy, add it: --set application.trustProxy=${first}, or in settings.yml.`,
      ),
    ]
  }
  if (!isWithin(trustProxy, first)) return [ok(found)]
  return [
    warning(
      `${found}, which is a trusted proxy: it does not forward the address of the client`,
      'Let the proxy send X-Forwarded-For (nginx: proxy_set_header X-Forwarded-For $remote_addr).',
    ),
  ]
}

function kindOf(address: string): string {
  if (isLoopback(address)) return ' (this machine)'
  return isPrivate(address) ? ' (a private address)' : ''
}
