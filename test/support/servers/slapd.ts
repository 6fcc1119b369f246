import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Client } from 'ldapts'
import { findOrInstall } from './find-or-install.ts'
import { freePort } from './free-port.ts'
import { createLocalInstance } from './local-server.ts'
import type { ServerInstance } from './server-instance.ts'

const run = promisify(execFile)

export const BASE_DN = 'dc=example,dc=com'
export const ADMIN_DN = `cn=manager,${BASE_DN}`
export const ADMIN_PASSWORD = 'manager-password'
const SCHEMAS = ['core', 'cosine', 'inetorgperson', 'nis', 'msuser']
const READY_TIMEOUT_MS = 300_000

/** A running OpenLDAP server. Its certificate names `localhost` and was issued by an authority of its own. */
export interface Slapd extends ServerInstance {
  readonly ldapUrl: string
  readonly ldapsUrl: string
  /** The same server by an address that its certificate does not name. */
  readonly ldapsUrlByAddress: string
  readonly caFile: string
  /** Runs the work with an administrator's connection. */
  change(work: (client: Client) => Promise<unknown>): Promise<void>
}

/** Starts a directory with these entries. Returns undefined if slapd is not installed, so that tests can be skipped. */
export async function startSlapd(ldif: string): Promise<Slapd | undefined> {
  const slapd = await findOrInstall('slapd', 'slapd')
  const slapadd = await findOrInstall('slapadd', 'slapd')
  const openssl = await findOrInstall('openssl', 'openssl')
  if (slapd === undefined || slapadd === undefined || openssl === undefined) {
    process.stderr.write('\n  *** SKIPPED: the directory is not tested, there is no slapd here\n')
    return undefined
  }
  const ldapPort = await freePort()
  const ldapsPort = await freePort()
  // Outside the server's own folder, which only its user can read.
  const certificates = await mkdtemp(join(tmpdir(), 'castellan-ldap-'))
  const remove = () => rm(certificates, { recursive: true, force: true })
  try {
    const caFile = await createCertificates(openssl, certificates)
    const instance = await createLocalInstance({
      users: ['openldap', 'nobody'],
      async prepare(folder) {
        await mkdir(join(folder, 'data'), { mode: 0o777 })
        await run('chmod', ['-R', 'a+rX', certificates])
        await run('chmod', ['777', join(folder, 'data')])
        await writeFile(join(folder, 'slapd.conf'), configuration(folder, certificates))
        await writeFile(join(folder, 'entries.ldif'), ldif)
        return [slapadd, '-q', '-f', join(folder, 'slapd.conf'), '-l', join(folder, 'entries.ldif')]
      },
      serve: (folder) => [
        slapd,
        ...['-f', join(folder, 'slapd.conf'), '-d', '0'],
        ...['-h', `ldap://127.0.0.1:${ldapPort} ldaps://127.0.0.1:${ldapsPort}`],
      ],
      stopSignal: 'SIGTERM',
      discardSignal: 'KILL',
    })
    const server: Slapd = {
      ...instance,
      ldapUrl: `ldap://localhost:${ldapPort}`,
      ldapsUrl: `ldaps://localhost:${ldapsPort}`,
      ldapsUrlByAddress: `ldaps://127.0.0.1:${ldapsPort}`,
      caFile,
      async start() {
        await instance.start()
        await untilListening(ldapsPort, instance)
      },
      async remove() {
        await instance.remove()
        await remove()
      },
      async change(work) {
        const { Client } = await import('ldapts')
        const client = new Client({ url: `ldap://127.0.0.1:${ldapPort}` })
        try {
          await client.bind(ADMIN_DN, ADMIN_PASSWORD)
          await work(client)
        } finally {
          await client.unbind()
        }
      },
    }
    await server.start().catch(async (error: unknown) => {
      await server.remove()
      throw error
    })
    return server
  } catch (error) {
    await remove()
    throw error
  }
}

function configuration(folder: string, certificates: string): string {
  return `${SCHEMAS.map((name) => `include /etc/ldap/schema/${name}.schema`).join('\n')}
pidfile ${join(folder, 'slapd.pid')}
modulepath /usr/lib/ldap
moduleload back_mdb
TLSCACertificateFile ${join(certificates, 'ca.pem')}
TLSCertificateFile ${join(certificates, 'server.pem')}
TLSCertificateKeyFile ${join(certificates, 'server.key')}
allow bind_anon_dn bind_anon_cred
database mdb
dbnosync
maxsize 33554432
suffix "${BASE_DN}"
rootdn "${ADMIN_DN}"
rootpw ${ADMIN_PASSWORD}
directory ${join(folder, 'data')}
index entryUUID,uid,member eq
access to attrs=userPassword by anonymous auth by * none
access to * by * read
`
}

/** Returns the path of the authority's certificate. */
async function createCertificates(openssl: string, folder: string): Promise<string> {
  const path = (name: string) => join(folder, name)
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  await run(openssl, [
    ...['req', '-x509', ...newKey, '-subj', '/CN=Test authority'],
    ...['-addext', 'basicConstraints=critical,CA:TRUE', '-addext', 'keyUsage=critical,keyCertSign'],
    ...['-keyout', path('ca.key'), '-out', path('ca.pem')],
  ])
  await run(openssl, [
    ...['req', '-x509', ...newKey, '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'],
    ...['-addext', 'basicConstraints=critical,CA:FALSE', '-CA', path('ca.pem'), '-CAkey', path('ca.key')],
    ...['-keyout', path('server.key'), '-out', path('server.pem')],
  ])
  return path('ca.pem')
}

async function untilListening(port: number, instance: ServerInstance): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS
  while (!(await accepts(port))) {
    const output = await instance.finalOutput()
    if (output !== undefined) throw new Error(`slapd ended:\n${output}`)
    if (Date.now() > deadline) throw new Error('slapd is not ready')
    await sleep(25)
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
