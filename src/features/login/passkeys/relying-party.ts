import { isIP } from 'node:net'
import type { Outcome } from '../../../platform/settings/setting.ts'

/** The site that passkeys belong to. */
export interface RelyingParty {
  /** A domain. Passkeys are valid on it and on its subdomains. */
  readonly rpId: string
  /** Shown by some browsers and authenticators. */
  readonly name: string
  /** The origins of the pages that may use passkeys. */
  readonly origins: readonly string[]
}

/** The settings that the site is derived from. */
export interface RelyingPartySettings {
  readonly application: { readonly publicUrl: string; readonly name: string }
  readonly login: { readonly passkey: { readonly rpId: string } }
  /** Origins of further front ends. Those outside of the domain cannot use its passkeys. */
  readonly cors: { readonly origins: readonly string[] }
}

/** Returns what is wrong with `login.passkey.rpId`. */
export function problemOfDomain(domain: string): string | undefined {
  const isDomain = /^[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*$/.test(domain)
  return isDomain && isIP(domain) === 0
    ? undefined
    : 'must be a domain in lower case, such as example.com, without scheme and port'
}

/**
 * Returns the site that passkeys belong to, or what is wrong with the settings.
 *
 * @example
 * ```ts
 * relyingPartyOf(resolveSettings({ application: { publicUrl: 'https://admin.example.com' } }))
 * // { value: { rpId: 'admin.example.com', name: 'Castellan', origins: ['https://admin.example.com'] } }
 * ```
 */
export function relyingPartyOf({ application, login, cors }: RelyingPartySettings): Outcome<RelyingParty> {
  const { publicUrl, name } = application
  const problem = problemOfSite(publicUrl, login.passkey.rpId)
  if (problem !== undefined) return { problem }
  const { origin, hostname } = new URL(publicUrl)
  const rpId = login.passkey.rpId || hostname
  const others = cors.origins.filter((other) => isSecure(other) && isWithin(new URL(other).hostname, rpId))
  return { value: { rpId, name, origins: [...new Set([origin, ...others])] } }
}

function problemOfSite(publicUrl: string, rpId: string): string | undefined {
  if (!URL.canParse(publicUrl))
    return 'application.publicUrl is empty, which passkeys need. Fix: set it to the address of the front end, such as https://admin.example.com'
  const { origin, hostname } = new URL(publicUrl)
  if (isIP(hostname.replaceAll(/[[\]]/g, '')) > 0)
    return 'application.publicUrl must not have an IP address if login.methods contains passkey: browsers require a domain. Fix: use a host name, such as http://localhost:8000 on this machine'
  if (!isSecure(origin))
    return 'application.publicUrl must begin with https:// if login.methods contains passkey: browsers have no passkeys on pages without TLS, except on localhost. Fix: use the https address'
  return rpId === '' || isWithin(hostname, rpId)
    ? undefined
    : `login.passkey.rpId must be ${hostname}, the host of application.publicUrl, or a domain that it belongs to. Fix: remove the setting, or correct it`
}

function isWithin(hostname: string, domain: string): boolean {
  return hostname === domain || hostname.endsWith(`.${domain}`)
}

function isSecure(origin: string): boolean {
  const { protocol, hostname } = new URL(origin)
  return protocol === 'https:' || isWithin(hostname, 'localhost')
}
