/**
 * Two login methods beside the password: WeChat, and codes by SMS.
 *
 *   npx tsx examples/login-methods/server.ts
 */
import { randomBytes } from 'node:crypto'
import { createService } from 'castellan'
import fastify from 'fastify'
import { sendCode, sms } from './sms.ts'
import { wechat, wechatUrl } from './wechat.ts'

const { MODE = 'prod', PORT = '8000', PUBLIC_URL = `http://127.0.0.1:${PORT}` } = process.env

const service = await createService(
  {
    application: { mode: MODE },
    jwt: { cookie: true },
    login: { methods: ['password', 'app:wechat', 'app:sms'] },
    // WeChat has confirmed that a person is there.
    captcha: { methods: ['password', 'app:sms'] },
  },
  { loginMethods: [wechat, sms] },
)
const app = fastify({ http: service.http, logger: { level: 'warn' } })
app.register(service.plugin)

const STATE_COOKIE = 'wechat_state'
const returnUri = `${PUBLIC_URL}/wechat/return`

// The state binds the login to this browser: nobody can send a user a link that logs in to the account of somebody else.
app.get('/wechat', async (_request, reply) => {
  const state = randomBytes(16).toString('base64url')
  const secure = PUBLIC_URL.startsWith('https:') ? '; Secure' : ''
  reply.header(
    'set-cookie',
    `${STATE_COOKIE}=${state}; HttpOnly; SameSite=Lax; Path=/wechat; Max-Age=600${secure}`,
  )
  return reply.redirect(wechatUrl(returnUri, state))
})

app.get<{ Querystring: { state?: string } }>('/wechat/return', async (request, reply) => {
  const cookies = (request.headers.cookie ?? '').split(/; */)
  if (!cookies.includes(`${STATE_COOKIE}=${request.query.state}`))
    return reply.code(400).send('Please start again.')
  reply.header('referrer-policy', 'no-referrer').type('text/html; charset=utf-8')
  return RETURN_PAGE
})

const RETURN_PAGE = `<!doctype html><title>Log in</title><p>…</p><script type="module">
  const code = new URLSearchParams(location.search).get('code')
  history.replaceState(null, '', location.pathname)
  const response = await fetch('/api/v1/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ method: 'app:wechat', fields: { code } }),
  })
  const { msg, token } = await response.json()
  if (token) location.replace('/')
  else document.querySelector('p').textContent = msg
</script>`

// The response is the same for every number, so that it does not reveal who is a user.
app.post<{ Body: { phone: string } }>(
  '/sms/code',
  {
    schema: {
      body: { type: 'object', required: ['phone'], properties: { phone: { type: 'string', maxLength: 16 } } },
    },
  },
  async ({ body }) => {
    void sendCode(body.phone).catch((error) => app.log.error(error, 'a code could not be sent'))
    return { code: 200, msg: 'A code was sent if the number is known.' }
  },
)

app.get('/', async (_request, reply) => reply.type('text/html').send('<!doctype html><title>Orders</title>'))

console.log(await app.listen({ host: '127.0.0.1', port: Number(PORT) }))
