/**
 * A different login method: a six-digit code, sent to the user's phone, instead of a password. The code comes in the field
 * `password`; captcha, token and permission check stay as they are.
 *
 *   npx tsx examples/code-login.ts
 */
import { type CredentialVerifier, createService } from 'castellan'
import fastify from 'fastify'

/** In real life a code is sent, kept for some minutes and taken once. */
const sentCodes = new Map([['admin', '274931']])

const codeVerifier: CredentialVerifier = {
  async verify({ username, password: code }, accounts) {
    const sent = sentCodes.get(username)
    sentCodes.delete(username)
    return sent !== undefined && code === sent ? accounts.find(username) : undefined
  },
}

const app = fastify({ logger: { level: 'warn' } })
const settings = { application: { mode: process.env.MODE ?? 'prod' } }
const service = await createService(settings, { credentialVerifier: codeVerifier })
app.register(service.plugin)

console.log(await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT ?? 8000) }))
