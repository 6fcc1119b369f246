/** The parts of a database URL. */
export type DatabaseAddress = SqliteAddress | ServerAddress

interface SqliteAddress {
  readonly dialect: 'sqlite'
  /** A file, or `:memory:`. A relative path is relative to the current folder. */
  readonly path: string
}

export interface ServerAddress {
  readonly dialect: 'postgres' | 'mysql'
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
  readonly database: string
  /** `unchecked` encrypts without verifying the server's certificate. */
  readonly encryption: Encryption
}

type Encryption = 'none' | 'unchecked' | 'checked'

/** The address, or the problem of the URL. */
type AddressOutcome = { readonly value: DatabaseAddress } | { readonly problem: string }

const SUPPORTED =
  'write sqlite:PATH, postgres://USER:PASSWORD@HOST/DATABASE or mysql://USER:PASSWORD@HOST/DATABASE'
export const PASSWORD_ESCAPES = 'in the password write %3A %2F %3F %23 %40 %25 for : / ? # @ %'

const servers: ReadonlyMap<string, Pick<ServerAddress, 'dialect' | 'port'>> = new Map([
  ['postgres:', { dialect: 'postgres', port: 5432 }],
  ['postgresql:', { dialect: 'postgres', port: 5432 }],
  ['mysql:', { dialect: 'mysql', port: 3306 }],
  ['mariadb:', { dialect: 'mysql', port: 3306 }],
])

/** The values of `sslmode`, as libpq names them. */
const encryptions: ReadonlyMap<string, Encryption> = new Map([
  ['disable', 'none'],
  ['require', 'unchecked'],
  ['verify-full', 'checked'],
])

/**
 * Parses a database URL. Problems never quote the URL, because it may contain a password.
 *
 * @example
 * parseAddress('sqlite:data/castellan.db') // { value: { dialect: 'sqlite', path: 'data/castellan.db' } }
 */
export function parseAddress(url: string): AddressOutcome {
  if (/\p{Cc}/u.test(url)) return { problem: 'must not contain control characters' }
  const path = /^sqlite:(?:\/\/)?(.*)$/s.exec(url)?.[1]
  if (path !== undefined) return readPath(path)
  const server = servers.get(/^[a-z]+:(?=\/\/)/.exec(url)?.[0] ?? '')
  if (!server) return { problem: `names no supported database; ${SUPPORTED}` }
  if (!URL.canParse(url))
    return { problem: `is not a well-formed URL; ${SUPPORTED}, and ${PASSWORD_ESCAPES}` }
  return readServer(new URL(url), server)
}

function readPath(path: string): AddressOutcome {
  if (path === '' || path.endsWith('/')) return { problem: `names no file; ${SUPPORTED}` }
  return { value: { dialect: 'sqlite', path } }
}

function readServer(url: URL, server: Pick<ServerAddress, 'dialect' | 'port'>): AddressOutcome {
  const [user, password, database] = [url.username, url.password, url.pathname.slice(1)].map(unescaped)
  if (user === undefined || password === undefined || database === undefined) {
    return { problem: `has a "%" that is not an escape; ${PASSWORD_ESCAPES}` }
  }
  if (url.hostname === '' || user === '') return { problem: `names no host or no user; ${SUPPORTED}` }
  if (database === '' || database.includes('/')) return { problem: `names no database; ${SUPPORTED}` }
  const encryption = encryptionOf(url)
  if (!encryption) {
    return {
      problem: `may only be followed by ?sslmode=disable, require or verify-full; ${PASSWORD_ESCAPES}`,
    }
  }
  if (url.port === '0') return { problem: 'has port 0; write the port of the server' }
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const port = url.port === '' ? server.port : Number(url.port)
  return { value: { dialect: server.dialect, host, port, user, password, database, encryption } }
}

/** Returns a text without its percent escapes, or undefined if one of them is not valid. */
export function unescaped(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

function encryptionOf(url: URL): Encryption | undefined {
  if (url.hash !== '') return undefined
  const options = [...url.searchParams]
  if (options.length === 0) return 'none'
  const [name, value] = options[0] ?? []
  return options.length === 1 && name === 'sslmode' ? encryptions.get(value ?? '') : undefined
}

/** Returns the file of an embedded database; undefined for a server and for a database in memory. */
export function databaseFileOf(address: DatabaseAddress): string | undefined {
  return address.dialect === 'sqlite' && address.path !== ':memory:' ? address.path : undefined
}

/** Returns an address for messages, without user and password. */
export function describeAddress(address: DatabaseAddress): string {
  if (address.dialect === 'sqlite') return address.path
  const host = address.host.includes(':') ? `[${address.host}]` : address.host
  return `${host}:${address.port}/${address.database}`
}

/** Returns whether an address contains a password. */
export function hasPassword(address: DatabaseAddress): boolean {
  return address.dialect !== 'sqlite' && address.password !== ''
}

/** Returns the address of a database server. Throws for an embedded database. */
export function serverAddress(address: DatabaseAddress): ServerAddress {
  if (address.dialect === 'sqlite') throw new TypeError('this is not the address of a database server')
  return address
}
