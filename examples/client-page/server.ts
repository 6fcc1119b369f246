import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createService } from 'castellan'
import fastify from 'fastify'

interface Order {
  readonly item: string
}

// An application stores its orders in its own database.
const orders: Order[] = []

const service = await createService({ application: { mode: process.env.MODE ?? 'prod' } })
const app = fastify({ logger: { level: 'warn' }, http: service.http })

app.register(service.plugin)
app.register(
  service.protect(async (routes) => {
    routes.get('/api/v1/orders', async () => success(orders))

    const body = {
      type: 'object',
      required: ['item'],
      properties: { item: { type: 'string', minLength: 1, maxLength: 100 } },
    }
    routes.post<{ Body: Order }>('/api/v1/orders', { schema: { body } }, async (request) => {
      const order = { item: request.body.item }
      orders.push(order)
      return success(order)
    })
  }),
)

// The page and the client. The browser loads nothing from elsewhere.
serve('/', 'text/html; charset=utf-8', join(import.meta.dirname, 'index.html'))
serve('/page.js', 'text/javascript; charset=utf-8', join(import.meta.dirname, 'page.js'))
const clientFolder = dirname(fileURLToPath(import.meta.resolve('castellan/client')))
for (const name of readdirSync(clientFolder)) {
  if (name.endsWith('.js'))
    serve(`/castellan-client/${name}`, 'text/javascript; charset=utf-8', join(clientFolder, name))
}

app.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
  const code = error.statusCode ?? 500
  if (code >= 500) request.log.error(error)
  return reply.code(200).send({ code, msg: code >= 500 ? 'Internal error.' : error.message })
})

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => app.close())
console.log(await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT ?? 8000) }))
if (service.generatedAdminPassword) console.log(`Password of admin: ${service.generatedAdminPassword}`)

function serve(path: string, type: string, file: string): void {
  const content = readFileSync(file)
  app.get(path, async (_, reply) =>
    reply
      .type(type)
      .headers({
        'Content-Security-Policy': "default-src 'self'; img-src data:; frame-ancestors 'none'",
        'X-Content-Type-Options': 'nosniff',
      })
      .send(content),
  )
}

function success(data: unknown): object {
  return { code: 200, msg: 'OK', data }
}
