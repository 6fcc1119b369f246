import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import {
  type DatabaseAddress,
  databaseFileOf,
  PASSWORD_ESCAPES,
  parseAddress,
  unescaped,
} from '../database/address.ts'
import type { Outcome } from './setting.ts'

/** Returns what is wrong with a host to listen on. */
export function problemOfHost(host: string): string | undefined {
  const isName =
    /^[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*$/i.test(host) && !/^[\d.]+$/.test(host)
  return isIP(host) > 0 || isName ? undefined : 'must be an address or a host name, without scheme and port'
}

/** Returns whether a host is this machine. IPv6 addresses may have brackets, as in a URL. */
export function isLoopbackHost(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

/** Returns whether nobody on the network path can read what is sent to a URL: it has TLS, or stays on this machine. */
export function isProtectedUrl(url: string): boolean {
  const { protocol } = new URL(url)
  return protocol === 'https:' || protocol === 'ldaps:' || isLoopbackUrl(url)
}

/** Returns whether a URL leads to this machine. */
export function isLoopbackUrl(url: string): boolean {
  return isLoopbackHost(new URL(url).hostname)
}

const MAX_PREFIX_LENGTH: Readonly<Record<number, number>> = { 4: 32, 6: 128 }

/** Returns what is wrong with the address or CIDR range of a trusted proxy. */
export function problemOfProxyAddress(entry: string): string | undefined {
  const [address = '', prefix, ...more] = entry.split('/')
  const version = isIP(address)
  // A zone (fe80::1%eth0) names an interface of this machine, not a peer.
  if (version === 0 || address.includes('%') || more.length > 0) {
    return 'is neither an address nor a CIDR range'
  }
  if (prefix === undefined) return undefined
  const max = MAX_PREFIX_LENGTH[version] ?? 0
  // A prefix length of 0 would trust the headers of every client.
  if (!/^[1-9]\d{0,2}$/.test(prefix) || Number(prefix) > max) {
    return `has no prefix length from 1 to ${max} after its slash`
  }
  return undefined
}

/** Returns what is wrong with a URL that must be protected by TLS. */
export function problemOfSecureUrl(url: string): string | undefined {
  if (!URL.canParse(url)) return 'is not a URL'
  const { protocol, username, password, search, hash, port } = new URL(url)
  if (username !== '' || password !== '' || search !== '' || hash !== '' || port === '0') {
    return 'has more than scheme, host, port and path'
  }
  return ['http:', 'https:'].includes(protocol) && isProtectedUrl(url)
    ? undefined
    : 'needs https; only addresses of this machine may lack it'
}

/** Returns what is wrong with the origin of a site whose pages may call the service. */
export function problemOfWebOrigin(entry: string): string | undefined {
  // "*" matches every site, and any site can send "null" from a sandboxed frame.
  if (entry.includes('*') || entry === 'null') return 'does not name a single site'
  if (!URL.canParse(entry)) return 'is not an origin such as https://admin.example.com'
  const { protocol, origin } = new URL(entry)
  if (protocol !== 'https:' && protocol !== 'http:') return 'has a scheme other than https and http'
  return origin === entry ? undefined : `is not written as a browser sends it: write ${origin} for this site`
}

/** Returns what is wrong with `redis.url`, without quoting it: it may contain a password. */
export function problemOfRedisUrl(url: string): string | undefined {
  if (!/^rediss?:\/\/[^\s/]+(\/\d+)?$/.test(url)) {
    return 'must look like redis://HOST:PORT or rediss://HOST:PORT'
  }
  if (!URL.canParse(url)) {
    return `is not a well-formed URL with a host and a port from 1 to 65535; ${PASSWORD_ESCAPES}`
  }
  const { port, username, password } = new URL(url)
  if (port === '0') return 'has port 0; write the port of the server'
  return [username, password].some((text) => unescaped(text) === undefined)
    ? `has a "%" that is not an escape; ${PASSWORD_ESCAPES}`
    : undefined
}

/** Returns what is wrong with `tracing.endpoint`. */
export function problemOfTracingEndpoint(url: string): string | undefined {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return 'must look like http://HOST:4318/v1/traces'
  if (parsed.port === '0') return 'has port 0; write the port of the server'
  // The endpoint appears in messages.
  return parsed.username || parsed.password
    ? 'must not contain a name or a password: use the variable OTEL_EXPORTER_OTLP_HEADERS'
    : undefined
}

/**
 * Reads `database.url`. The outcome never quotes it: it may contain a password.
 *
 * @example
 * ```ts
 * readDatabaseUrl('sqlite:data/castellan.db') // { value: { dialect: 'sqlite', path: 'data/castellan.db' } }
 * ```
 */
export function readDatabaseUrl(url: string): Outcome<DatabaseAddress> {
  if (/^sqlite:.*[?#]/s.test(url)) {
    return { problem: 'must not contain options after "?" or "#"; write only the path' }
  }
  return parseAddress(url)
}

export function problemOfDatabaseUrl(url: string): string | undefined {
  const outcome = readDatabaseUrl(url)
  return 'problem' in outcome ? outcome.problem : undefined
}

/** Returns the URL with the path of an embedded database resolved in this folder. */
export function databaseUrlInFolder(url: string, folder: string): string {
  const outcome = parseAddress(url)
  const file = 'value' in outcome ? databaseFileOf(outcome.value) : undefined
  return file === undefined ? url : `sqlite:${resolve(folder, file)}`
}

/** Returns the URL of the database: the configured one, or the embedded database in the data folder. */
export function databaseUrlOf(settings: {
  readonly database: { readonly url: string }
  readonly application: { readonly dataDir: string }
}): string {
  return settings.database.url || `sqlite:${join(settings.application.dataDir, 'castellan.db')}`
}
