/**
 * An app with its own login page.
 *
 *   npx tsx server.ts
 */
import { createService, loadSettings } from 'castellan'
import fastify from 'fastify'
import { orders } from './orders.ts'
import { pages } from './pages.ts'

// settings.yml is in this folder.
const service = await createService(await loadSettings())
const app = fastify({ logger: { level: 'warn' }, http: service.http })

// An error of a route has the same form as a refusal.
app.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
  const code = error.statusCode ?? 500
  if (code >= 500) request.log.error(error)
  return reply.code(200).send({ code, msg: code >= 500 ? 'Internal error.' : error.message })
})
app.register(service.plugin)
app.register(service.protect(orders))
app.register(pages)

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => app.close())
console.log(await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT ?? 8000) }))
if (service.generatedAdminPassword) console.log(`Password of admin: ${service.generatedAdminPassword}`)
