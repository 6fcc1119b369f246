import { readCaFile } from '../../../platform/settings/file/ca-file.ts'
import type { LoginCodeSettings } from './login-code.ts'
import { CodeNotSent, type CodeSender } from './message-sender.ts'

/** The settings `login.code.smtp`, and the name of the sender. */
export type SmtpSenderOptions = LoginCodeSettings['smtp'] & {
  readonly name: string
  readonly timeoutMs: number
}

/**
 * Creates the sender of e-mails. With `starttls` and `implicit`, a server without TLS or with a certificate that is not valid
 * for its name gets neither the password nor the message.
 */
export async function createSmtpSender(options: SmtpSenderOptions): Promise<CodeSender> {
  const { host, port, tls, username, password, from, name, timeoutMs } = options
  const ca = readCaFile('login.code.smtp.caFile', options.caFile)
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    host,
    port,
    secure: tls === 'implicit',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'none',
    tls: { rejectUnauthorized: true, minVersion: 'TLSv1.2', ...(ca === undefined ? {} : { ca }) },
    ...(username === '' ? {} : { auth: { user: username, pass: password } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    // A message consists of texts only: nothing in it may make the service read a file or a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  })

  return {
    async send({ to, subject, text }, signal) {
      const sent = transport.sendMail({
        // As objects: an address is one recipient, whatever it contains.
        from: { name, address: from },
        to: { name: '', address: to },
        subject,
        text,
        // Mail programs of the recipient do not reply to it with absence notices.
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
      await within(sent, signal).catch((error: unknown) => {
        throw notSent(error, options)
      })
    },
    async close() {
      transport.close()
    },
  }
}

/** Rejects when the signal is aborted. The connection ends by its own time limits. */
async function within<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new CodeNotSent('the time limit has passed'))
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

const REASONS: Readonly<Record<string, string>> = {
  EDNS: 'its name cannot be resolved; check login.code.smtp.host',
  ECONNECTION: 'it closed the connection; check login.code.smtp.port and login.code.smtp.tls',
  ETIMEDOUT: 'it does not respond in time; check login.code.smtp.host, port and the firewall',
  ETLS: 'TLS failed; check login.code.smtp.tls, and login.code.smtp.caFile if the server has a certificate of your own authority',
  EAUTH: 'it refused the login; check login.code.smtp.username and login.code.smtp.password',
  EENVELOPE: 'it refused the sender or the recipient',
  EMESSAGE: 'it refused the message',
  EPROTOCOL: 'it does not respond as an SMTP server; check login.code.smtp.port and login.code.smtp.tls',
}

/** Returns the error without what the server responded, which may contain the address or, from a hostile server, anything. */
function notSent(error: unknown, { host, port }: SmtpSenderOptions): CodeNotSent {
  if (error instanceof CodeNotSent) return error
  const { code, responseCode, response, message } = detailsOf(error)
  const status = responseCode === undefined ? '' : ` (status ${responseCode})`
  const reason = REASONS[code] ?? socketReasonOf(code, message)
  return new CodeNotSent(`the SMTP server ${host}:${port}: ${reason}${status}`, response || message)
}

/** The message of an error of the socket contains no more than the address of the server or a problem with its certificate. */
function socketReasonOf(code: string, message: string): string {
  if (code !== 'ESOCKET') return code === '' ? 'sending failed' : `sending failed (${code})`
  return /certificate|altname|self.signed|issuer/i.test(message)
    ? `its certificate is not valid for it (${message}); check login.code.smtp.caFile and login.code.smtp.host`
    : `it cannot be reached (${message})`
}

function detailsOf(error: unknown) {
  if (!(error instanceof Error)) return { code: '', response: '', message: '' }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const responseCode =
    'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : undefined
  const response = 'response' in error && typeof error.response === 'string' ? error.response : ''
  return { code, responseCode, response, message: error.message }
}
