import type { Socket } from 'node:net'
import type { Client, Entry } from 'ldapts'
import { UnusableResult } from './directory-errors.ts'

type Ldapts = typeof import('ldapts')

/** The result codes of a bind that refuse the credentials. Any other failure is one of the server. */
const REFUSED_BIND_CODES: ReadonlySet<number> = new Set([
  19, // constraint violation: locked after too many failures
  32, // no such object: deleted meanwhile
  48, // inappropriate authentication: the entry has no password
  49, // invalid credentials; in Active Directory also disabled, expired, locked
  50, // insufficient access: the entry may not bind
  53, // unwilling to perform: locked or expired
])
const NO_SUCH_OBJECT = 32

/** Active Directory then returns no references to its other partitions, which are outside the domain. Other servers ignore it. */
const DOMAIN_SCOPE_CONTROL = '1.2.840.113556.1.4.1339'

const MAX_RECEIVED_BYTES = 64 * 1024 * 1024
const PAGE_SIZE = 200

/** An authenticated connection to one directory server. */
export type LdapSession = Awaited<ReturnType<typeof openLdapSession>>

export interface LdapSearch {
  readonly base: string
  readonly scope: 'base' | 'sub'
  /** A filter as a text, or an attribute and its exact value. */
  readonly filter: string | { readonly attribute: string; readonly value: Buffer }
  readonly attributes: readonly string[]
  readonly maxEntries: number
  /** Whether entries on other servers, to which this one refers, may be missing. Referrals are never followed. */
  readonly mayBePartial?: true
}

export interface LdapEntry {
  readonly dn: string
  /** The values of an attribute, by its name in lower case. */
  readonly values: ReadonlyMap<string, readonly Buffer[]>
}

export interface LdapSessionOptions {
  readonly ldapts: Ldapts
  readonly socket: Socket
  readonly bindDn: string
  readonly bindPassword: string
  readonly isActiveDirectory: boolean
  /** The maximum time of one operation. `ldap-servers.ts` also limits a connection with its bind to it. */
  readonly timeoutMs: number
}

/** Binds the service account on a connection. The caller destroys the socket. */
export async function openLdapSession(options: LdapSessionOptions) {
  const { ldapts, bindDn, bindPassword, isActiveDirectory } = options
  const client = createClient(options)
  const controls = isActiveDirectory ? [new ldapts.Control(DOMAIN_SCOPE_CONTROL)] : []

  /** Without an account for searches, the connection becomes anonymous again. */
  const bindService = (): Promise<void> => client.bind(bindDn, bindPassword)

  const search = async (given: LdapSearch): Promise<LdapEntry[]> => {
    const { base, scope, filter, attributes, maxEntries } = given
    const pages = client.searchPaginated(
      base,
      {
        scope,
        filter: typeof filter === 'string' ? filter : new ldapts.EqualityFilter(filter),
        attributes: [...attributes],
        explicitBufferAttributes: [...attributes, 'objectGUID'],
        paged: { pageSize: PAGE_SIZE },
      },
      controls,
    )
    const entries: LdapEntry[] = []
    for await (const { searchEntries, searchReferences } of pages) {
      if (searchReferences.length > 0 && !given.mayBePartial)
        throw new UnusableResult(`a part of ${base} is on another server, and referrals are not followed`)
      entries.push(...searchEntries.map(entryOf))
      if (entries.length > maxEntries) throw new UnusableResult(`more than ${maxEntries} entries match`)
    }
    return entries
  }

  await bindService()
  return {
    /**
     * Returns the entries that match a filter. Throws UnusableResult if the result is incomplete: a limit of the server was
     * reached, a part of the tree is on another server, or there are more entries than expected.
     */
    async search(given: LdapSearch): Promise<LdapEntry[]> {
      try {
        return await search(given)
      } catch (error) {
        if (given.scope === 'base' && resultCodeOf(error) === NO_SUCH_OBJECT) return []
        throw error
      }
    },

    /** Returns whether the password is that of the entry. The session then has the rights of the service account again. */
    async verifyPassword(dn: string, password: string): Promise<boolean> {
      // A bind without a password, or without a name, succeeds on many servers and proves nothing (RFC 4513, section 5.1.2).
      if (password === '' || !dn.includes('=')) return false
      try {
        await client.bind(dn, password)
      } catch (error) {
        if (!REFUSED_BIND_CODES.has(resultCodeOf(error))) throw error
        await bindService()
        return false
      }
      await bindService()
      return true
    },
  }
}

function createClient({ ldapts, socket, timeoutMs }: LdapSessionOptions): Client {
  let received = 0
  socket.on('data', (chunk: Buffer) => {
    received += chunk.length
    if (received > MAX_RECEIVED_BYTES) socket.destroy(new Error('it sends too much'))
  })
  let isUsed = false
  return new ldapts.Client({
    url: 'ldap://127.0.0.1',
    timeout: timeoutMs,
    // The library would reconnect by itself, without TLS and without checking the certificate.
    createConnection: () => {
      if (isUsed) throw new Error('the connection was closed')
      isUsed = true
      return socket
    },
  })
}

function entryOf({ dn, ...attributes }: Entry): LdapEntry {
  const values = new Map<string, Buffer[]>()
  for (const [name, given] of Object.entries(attributes)) {
    const list = Array.isArray(given) ? given : [given]
    values.set(
      name.toLowerCase(),
      list.map((value) => (typeof value === 'string' ? Buffer.from(value) : value)),
    )
  }
  return { dn, values }
}

/** Returns the result code of a response, or -1 for another error. */
export function resultCodeOf(error: unknown): number {
  return error instanceof Error && 'code' in error && typeof error.code === 'number' ? error.code : -1
}
