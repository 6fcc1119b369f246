import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const MAX_AGE_SECONDS = 300
const MAX_BODY_BYTES = 1024 * 1024

/**
 * Returns the event of a request, or throws if Castellan has not signed it. `body` is a Buffer with the bytes as they were
 * received, `secret` the secret of the webhook in the settings.
 */
export function verifyWebhook(headers, body, secret) {
  const id = headers['webhook-id'] ?? ''
  const time = headers['webhook-timestamp'] ?? ''
  if (!/^\d{1,12}$/.test(time)) throw new Error('the timestamp is missing')
  if (Math.abs(Date.now() / 1000 - Number(time)) > MAX_AGE_SECONDS) throw new Error('the request is too old')
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${time}.`).update(body).digest()
  const isSigned = String(headers['webhook-signature'] ?? '')
    .split(' ')
    .filter((signature) => signature.startsWith('v1,'))
    .map((signature) => Buffer.from(signature.slice(3), 'base64'))
    .some((signature) => signature.length === expected.length && timingSafeEqual(signature, expected))
  if (!isSigned) throw new Error('the signature is wrong')
  return { id, ...JSON.parse(body.toString('utf8')) }
}

const secret = process.env.WEBHOOK_SECRET ?? ''
if (secret === '') throw new Error('WEBHOOK_SECRET is not set')
/** An event can arrive twice. A real receiver stores the ids together with what it does about the events. */
const seen = new Set()

const server = createServer(async (request, response) => {
  try {
    const chunks = []
    let length = 0
    for await (const chunk of request) {
      length += chunk.length
      if (length > MAX_BODY_BYTES) throw new Error('the body is too large')
      chunks.push(chunk)
    }
    const event = verifyWebhook(request.headers, Buffer.concat(chunks), secret)
    if (!seen.has(event.id)) console.log(`${event.type}: ${event.data.text}`)
    seen.add(event.id)
    response.writeHead(204).end()
  } catch (error) {
    response.writeHead(400, { 'content-type': 'text/plain', connection: 'close' }).end(`${error.message}\n`)
  }
})
server.listen(Number(process.env.PORT ?? 9000), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}`)
})
