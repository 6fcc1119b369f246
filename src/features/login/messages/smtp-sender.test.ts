import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { createCertificate } from '../../../../test/support/certificate.ts'
import { type MailServer, startMailServer, textOf } from '../../../../test/support/mail-server.ts'
import { type CodeMessage, CodeNotSent } from './message-sender.ts'
import { createSmtpSender, type SmtpSenderOptions } from './smtp-sender.ts'

const CODE = '493027'
const MESSAGE: CodeMessage = {
  kind: 'code',
  link: '',
  channel: 'email',
  to: 'alice@example.com',
  code: CODE,
  minutes: 5,
  language: 'en',
  subject: 'Your login code for 城堡',
  text: `您的验证码是 ${CODE}。\n\nSecond line.\n`,
}

const servers: MailServer[] = []

const folder = await mkdtemp(join(tmpdir(), 'castellan-test-'))
const certificate = await createCertificate()
const caFile = join(folder, 'ca.pem')
await writeFile(caFile, certificate?.cert ?? '')

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})
afterAll(() => rm(folder, { recursive: true }))

async function start(options?: Parameters<typeof startMailServer>[0]): Promise<MailServer> {
  const server = await startMailServer(options)
  servers.push(server)
  return server
}

async function send(
  options: Partial<SmtpSenderOptions>,
  message: CodeMessage = MESSAGE,
  signal = new AbortController().signal,
): Promise<void> {
  const sender = await createSmtpSender({
    host: '127.0.0.1',
    port: 25,
    tls: 'starttls',
    caFile: '',
    username: '',
    password: '',
    from: 'no-reply@example.com',
    name: 'Castellan, "the" <service>',
    timeoutMs: 60_000,
    ...options,
  })
  try {
    await sender.send(message, signal)
  } finally {
    await sender.close?.()
  }
}

const failure = (sent: Promise<void>): Promise<unknown> =>
  sent.then(() => 'sent').catch((error: unknown) => error)

test('an e-mail has one recipient, the subject, the name of the sender and the text', async () => {
  const server = await start()
  await send({ port: server.port, tls: 'none' })
  const [mail] = server.received
  expect(mail).toMatchObject({ from: 'no-reply@example.com', to: ['alice@example.com'], isEncrypted: false })
  expect(mail && textOf(mail).replaceAll('\r\n', '\n')).toBe(MESSAGE.text)
  expect(mail?.source).toMatch(/^Auto-Submitted: auto-generated\r$/m)
  expect(mail?.source).toMatch(/^From: "?Castellan, \\"the\\" <service>"? <no-reply@example\.com>\r$/m)
  expect(mail?.source).toContain('Subject: =?UTF-8?')
})

test('a subject with line breaks adds no header', async () => {
  const server = await start()
  const subject = 'Code\r\nBcc: eve@example.com\r\n\r\nbody'
  await send({ port: server.port, tls: 'none' }, { ...MESSAGE, subject })
  expect(server.received[0]?.to).toEqual(['alice@example.com'])
  expect(server.received[0]?.source).not.toMatch(/^Bcc:/im)
})

test('STARTTLS with a checked certificate protects the password and the message', async ({ skip }) => {
  if (!certificate) return skip('OpenSSL is missing')
  const server = await start({
    ...certificate,
    disabledCommands: [],
    onAuth: ({ username, password }, _session, done) =>
      password === 'the right one' ? done(null, { user: username }) : done(new Error('Invalid login')),
  })
  await send({ port: server.port, caFile, username: 'castellan', password: 'the right one' })
  expect(server.received[0]).toMatchObject({ isEncrypted: true, user: 'castellan' })

  const error = await failure(send({ port: server.port, caFile, username: 'castellan', password: 'wrong' }))
  expect(error).toBeInstanceOf(CodeNotSent)
  expect(String(error)).toBe(
    `CodeNotSent: the SMTP server 127.0.0.1:${server.port}: it refused the login; check login.code.smtp.username and login.code.smtp.password (status 535)`,
  )
  expect(server.received).toHaveLength(1)
})

test('TLS from the start works with a checked certificate', async ({ skip }) => {
  if (!certificate) return skip('OpenSSL is missing')
  const server = await start({ ...certificate, secure: true })
  await send({ port: server.port, tls: 'implicit', caFile })
  expect(server.received[0]?.isEncrypted).toBe(true)
})

test('a certificate of an unknown authority or for another name gets neither password nor message', async ({
  skip,
}) => {
  const other = await createCertificate('DNS:other.example.com')
  if (!certificate || !other) return skip('OpenSSL is missing')
  let logins = 0
  const onAuth: NonNullable<Parameters<typeof startMailServer>[0]>['onAuth'] = (_auth, _session, done) => {
    logins++
    done(null, { user: 'any' })
  }
  const otherFile = join(folder, 'other.pem')
  await writeFile(otherFile, other.cert)
  const login = { username: 'castellan', password: 'secret' }
  const untrusted = await start({ ...certificate, disabledCommands: [], onAuth })
  const misnamed = await start({ ...other, disabledCommands: [], onAuth })
  const errors = [
    await failure(send({ port: untrusted.port, ...login })),
    await failure(send({ port: misnamed.port, caFile: otherFile, ...login })),
  ]
  for (const error of errors) expect(String(error)).toMatch(/its certificate is not valid for it/)
  expect([logins, untrusted.received, misnamed.received]).toEqual([0, [], []])
})

test('a server without STARTTLS gets no message', async () => {
  const server = await start()
  const error = await failure(send({ port: server.port }))
  expect(String(error)).toMatch(/TLS failed; check login\.code\.smtp\.tls/)
  expect(server.received).toEqual([])
})

test('what the server responds is separate from the reason', async () => {
  const server = await start({
    onRcptTo: (_address, _session, done) => done(new Error(`no such user, ${CODE}`)),
  })
  const error = await failure(send({ port: server.port, tls: 'none' }))
  expect(String(error)).toMatch(/it refused the sender or the recipient \(status 550\)$/)
  expect(error).toMatchObject({ response: expect.stringContaining('no such user') })
})

test('a server that is not there or does not speak SMTP is reported', async () => {
  const server = await start()
  await server.close()
  expect(String(await failure(send({ port: server.port, tls: 'none' })))).toMatch(
    /cannot be reached \(connect ECONNREFUSED/,
  )
})

test('a server that does not respond is disconnected when the signal is aborted', async () => {
  const silent: Server = createServer()
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const address = silent.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const aborting = new AbortController()
  silent.on('connection', (socket) => {
    socket.on('error', () => {})
    servers.push({ port, received: [], connections: () => 0, close: async () => void socket.destroy() })
    aborting.abort()
  })
  try {
    expect(String(await failure(send({ port, tls: 'none' }, MESSAGE, aborting.signal)))).toMatch(
      /the time limit has passed/,
    )
  } finally {
    silent.close()
  }
})

test('a file of certificates that cannot be read stops the start', async () => {
  expect(String(await failure(send({ caFile: join(folder, 'missing.pem') })))).toMatch(
    /login\.code\.smtp\.caFile: .* does not exist/,
  )
})
