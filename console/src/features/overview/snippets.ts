/** How a route of an own program is protected, by framework. A test compares the code with the guides. */
export const SNIPPETS = [
  {
    name: 'Express',
    file: 'server.ts',
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
    file: 'server.ts',
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
    file: 'server.ts',
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
  upstreams:
    # Only the gateway on this machine can reach the service.
    - prefix: /api/v1/orders
      url: http://127.0.0.1:9000
`,
  },
]
