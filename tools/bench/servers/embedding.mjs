// An app that embeds the service, with the same route inside and outside `protect`, and with the caller's data scope.

import fastify from 'fastify'
import { createService } from '../../../dist/index.js'

const [dataDir, secret] = process.argv.slice(2)
const service = await createService({
  application: { dataDir },
  jwt: { secret },
  // Counted, and never reached.
  rateLimit: { perAddress: 1_000_000, total: 1_000_000 },
})
const app = fastify({ http: service.http })
const showOrder = async () => ({ code: 200, msg: 'OK', data: { id: 7, customer: 'Sam', items: [] } })

app.register(service.plugin)
app.register(
  service.protect(async (routes) => {
    routes.get('/api/v1/order/:id', showOrder)
    routes.get('/api/v1/department-order/:id', { config: { dataScope: true } }, async (request) => {
      if (!service.scopeOf(request.identity).departments?.length) throw new Error('there are no departments')
      return showOrder()
    })
  }),
)
app.get('/api/v1/price/:id', showOrder)
console.log(JSON.stringify({ address: await app.listen({ host: '127.0.0.1', port: 0 }) }))
