import { isIP } from 'node:net'

/** The public DNS has no such names, so no website can have one. */
const PRIVATE_DOMAINS = ['local', 'internal', 'svc']

/**
 * Returns whether a request may name this host: an IP address, a name that a website cannot have (without a dot, such as
 * `localhost`, or in a private domain), or the configured one. A website whose name leads to this address (DNS rebinding) could
 * otherwise read the metrics with the browser of a visitor.
 */
export function isOwnHost(header: string | undefined, configuredHost: string): boolean {
  // HTTP/1.0. Browsers always send it.
  if (header === undefined) return true
  const [, bracketed, given = ''] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/.exec(header) ?? []
  if (bracketed !== undefined) return isIP(bracketed) === 6
  const name = given.toLowerCase().replace(/\.$/, '')
  if (isIP(name) === 4 || name === configuredHost.toLowerCase()) return true
  if (!/^[a-z\d_-]+(?:\.[a-z\d_-]+)*$/.test(name)) return false
  const [last = '', ...others] = name.split('.').toReversed()
  return others.length === 0 ? !/^\d+$/.test(last) : PRIVATE_DOMAINS.includes(last)
}
