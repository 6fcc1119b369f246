interface Snippet {
  readonly name: string
  readonly file: string
  /** What to install besides `castellan`, and how the program starts. */
  readonly commands?: string
  readonly code: string
}

/** In its place, the page shows a new random secret. */
export const SECRET_PLACE = 'SIGNING_SECRET'

/** The ending makes it a module whatever `package.json` says. */
const PROGRAM = 'server.mts'
const commandsFor = (...packages: readonly string[]) =>
  `npm install ${[...packages, 'tsx'].join(' ')}\nnpx tsx ${PROGRAM}\n`

/** How a route of an own program is protected, by framework. Tests compare the code with the guides, and run it. */
export const SNIPPETS: readonly Snippet[] = [
  {
    name: 'Fastify',
    file: PROGRAM,
    commands: commandsFor('fastify'),
    code: `import { createService, loadSettings } from 'castellan'
import fastify from 'fastify'

const service = await createService(await loadSettings())
if (service.generatedAdminPassword) console.log(\`Password of admin: \${service.generatedAdminPassword}\`)
const app = fastify({ http: service.http })
app.register(service.plugin)
app.register(
  service.protect(async (routes) => {
    routes.get('/api/v1/orders/:id', async (request) => ({
      code: 200,
      msg: 'OK',
      data: { readBy: request.identity?.username },
    }))
  }),
)
await app.listen({ host: '127.0.0.1', port: 3000 })
`,
  },
  {
    name: 'Express',
    file: PROGRAM,
    commands: commandsFor('express'),
    code: `import { createService, loadSettings } from 'castellan'
import { protect } from 'castellan/express'
import express from 'express'
import { createServer } from 'node:http'

const service = await createService(await loadSettings())
if (service.generatedAdminPassword) console.log(\`Password of admin: \${service.generatedAdminPassword}\`)
const app = express()
app.use(service.endpoints) // login, logout, users, …; before anything that reads bodies
const routes = protect(service, app)

routes.get('/api/v1/orders/:id', (request, response) => {
  response.json({ code: 200, msg: 'OK', data: { readBy: request.identity.username } })
})
createServer(service.http, app).listen(3000, '127.0.0.1')
`,
  },
  {
    name: 'Hono',
    file: PROGRAM,
    commands: commandsFor('hono', '@hono/node-server'),
    code: `import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createService, loadSettings } from 'castellan'
import { endpoints, protect } from 'castellan/hono'
import { Hono } from 'hono'

const service = await createService(await loadSettings())
if (service.generatedAdminPassword) console.log(\`Password of admin: \${service.generatedAdminPassword}\`)
const app = new Hono()
app.use(endpoints(service))
const routes = protect(service, app)

routes.get('/api/v1/orders/:id', (c) => c.json({ code: 200, msg: 'OK', data: { readBy: c.get('identity').username } }))
createServer(service.http, getRequestListener(app.fetch)).listen(3000, '127.0.0.1')
`,
  },
  {
    name: 'node:http',
    file: PROGRAM,
    commands: commandsFor(),
    code: `import { createServer } from 'node:http'
import { createService, loadSettings } from 'castellan'
import { protect } from 'castellan/node'

const service = await createService(await loadSettings())
if (service.generatedAdminPassword) console.log(\`Password of admin: \${service.generatedAdminPassword}\`)
const listNews = protect(
  service,
  (request, response, { identity }) => {
    response.end(\`News for \${identity.username}\`)
  },
  { route: 'GET /api/v1/news', permission: false },
)
createServer(service.http, (request, response) => {
  const [path] = (request.url ?? '').split('?')
  if (path === '/api/v1/news' && request.method !== 'OPTIONS') listNews(request, response)
  else service.endpoints(request, response)
}).listen(3000, '127.0.0.1')
`,
  },
  {
    name: 'Gateway',
    file: 'settings.yml',
    code: `gateway:
  # Your service verifies with it that requests come from the gateway.
  signingSecret: ${SECRET_PLACE}
  upstreams:
    # Only the gateway on this machine can reach the service.
    - prefix: /api/v1/orders
      url: http://127.0.0.1:9000
`,
  },
]
