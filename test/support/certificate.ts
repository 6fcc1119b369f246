import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findOrInstall } from './servers/find-or-install.ts'

export interface TestCertificate {
  readonly key: string
  readonly cert: string
}

/** Creates a self-signed certificate for 127.0.0.1 and localhost. Returns undefined if OpenSSL cannot be had. */
export async function createCertificate(
  names = 'IP:127.0.0.1,DNS:localhost',
): Promise<TestCertificate | undefined> {
  const openssl = await findOrInstall('openssl', 'openssl')
  if (openssl === undefined) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'castellan-certificate-'))
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const subject = ['-subj', '/CN=localhost', '-addext', `subjectAltName=${names}`, '-days', '2']
  try {
    await promisify(execFile)(openssl, [
      'req',
      '-x509',
      ...curve,
      ...subject,
      '-keyout',
      keyFile,
      '-out',
      certFile,
    ])
    return { key: await readFile(keyFile, 'utf8'), cert: await readFile(certFile, 'utf8') }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
