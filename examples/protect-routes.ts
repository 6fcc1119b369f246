/**
 * A service of your own whose business routes Castellan guards.
 *
 *   npx tsx examples/protect-routes.ts
 *
 * Everybody may call /api/v1/prices. /api/v1/orders takes a token, and a role that a rule allows to read orders:
 *
 *   npx castellan role add seller --name Seller
 *   echo 'a long password' | npx castellan user add sam --role seller --password-stdin
 *   npx castellan policy add seller GET /api/v1/orders
 */
import { createService } from 'castellan'
import fastify from 'fastify'

const service = await createService({ application: { mode: process.env.MODE ?? 'prod' } })
const app = fastify({ logger: { level: 'warn' }, http: service.http })

app.register(service.plugin)
app.register(
  service.protect(async (routes) => {
    routes.get('/api/v1/orders', async (request) => ({
      code: 200,
      msg: 'OK',
      data: { seller: request.identity?.username, orders: [] },
    }))
  }),
)
app.get('/api/v1/prices', async () => ({ code: 200, msg: 'OK', data: { apple: 1 } }))

console.log(await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT ?? 8000) }))
if (service.generatedAdminPassword) console.log(`admin's password: ${service.generatedAdminPassword}`)
