import { once } from 'node:events'
import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { requestStartTls } from './start-tls.ts'

export interface LdapConnectionOptions {
  /** `ldaps://dc1.example.com` or `ldap://dc1.example.com:389` */
  readonly url: string
  /** Whether an `ldap:` connection becomes a TLS connection before anything is sent. */
  readonly startTls: boolean
  /** The certificates of the authorities to trust, as PEM. Undefined: those of Node. */
  readonly ca: string | undefined
  readonly signal: AbortSignal
}

const LDAP_PORT = 389
const LDAPS_PORT = 636

/**
 * Opens a connection to a directory server. With TLS, it checks that the certificate is valid, was issued by a trusted
 * authority, and names the host of the URL. No setting and no environment variable turns this off.
 */
export async function openLdapConnection(options: LdapConnectionOptions): Promise<Socket> {
  const { url, startTls, ca, signal } = options
  const { protocol, hostname, port } = new URL(url)
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const isLdaps = protocol === 'ldaps:'
  signal.throwIfAborted()
  const socket = connect({ host, port: Number(port) || (isLdaps ? LDAPS_PORT : LDAP_PORT) })
  const abort = (): void => void socket.destroy(reasonOf(signal))
  signal.addEventListener('abort', abort, { once: true })
  try {
    await once(socket, 'connect')
    if (!isLdaps && !startTls) return socket
    if (!isLdaps) await requestStartTls(socket)
    return await secured(socket, host, ca)
  } catch (error) {
    socket.destroy()
    throw signal.aborted ? reasonOf(signal) : error
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

async function secured(socket: Socket, host: string, ca: string | undefined): Promise<TLSSocket> {
  const tls = connectTls({
    socket,
    host,
    // A server name in TLS is a DNS name, never an address.
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(ca === undefined ? {} : { ca }),
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
  })
  await once(tls, 'secureConnect')
  // `rejectUnauthorized` reports a wrong certificate as an error. This is the second line of defence.
  if (!tls.authorized) throw new Error('its certificate is not valid')
  return tls
}

function reasonOf(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new Error('the connection was aborted')
}
