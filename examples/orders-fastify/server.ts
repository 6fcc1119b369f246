import { createService, type Identity, loadSettings } from 'castellan'
import fastify, { type FastifyRequest } from 'fastify'

interface Order {
  readonly id: number
  readonly userId: number
  readonly orderedBy: string
  readonly item: string
  readonly quantity: number
}

/** The data scope “all data”. This example has no departments, so every other scope means “own data only”. */
const ALL_DATA = '1'

// An application stores its orders in its own database.
const orders: Order[] = []

// From settings.yml and the environment, as the commands in this folder read them.
const service = await createService(await loadSettings())
const app = fastify({ logger: { level: 'warn' }, http: service.http })

app.register(service.plugin)
app.register(
  service.protect(async (routes) => {
    routes.get('/api/v1/orders', async (request) => {
      const caller = callerOf(request)
      return success(caller.dataScope === ALL_DATA ? orders : ordersOf(caller))
    })

    const body = {
      type: 'object',
      required: ['item', 'quantity'],
      additionalProperties: false,
      properties: {
        item: { type: 'string', minLength: 1, maxLength: 100 },
        quantity: { type: 'integer', minimum: 1, maximum: 1000 },
      },
    }
    routes.post<{ Body: Pick<Order, 'item' | 'quantity'> }>(
      '/api/v1/orders',
      { schema: { body } },
      async (request) => {
        const { userId, username: orderedBy } = callerOf(request)
        const order = { ...request.body, id: orders.length + 1, userId, orderedBy }
        orders.push(order)
        return success(order)
      },
    )

    // Every logged-in user may call this route: there is no permission check.
    routes.get('/api/v1/my-orders', { config: { permission: false } }, async (request) =>
      success(ordersOf(callerOf(request))),
    )
  }),
)

// Clients of Castellan read `code` in the body, so errors of this app have the same form as refusals.
app.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
  const code = error.statusCode ?? 500
  if (code >= 500) request.log.error(error)
  return reply.code(200).send({ code, msg: code >= 500 ? 'Internal error.' : error.message })
})

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => app.close())
console.log(await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT ?? 8000) }))
if (service.generatedAdminPassword) console.log(`Password of admin: ${service.generatedAdminPassword}`)

function callerOf(request: FastifyRequest): Identity {
  if (!request.identity) throw new Error('The route is not behind protect.')
  return request.identity
}

function ordersOf({ userId }: Identity): Order[] {
  return orders.filter((order) => order.userId === userId)
}

function success(data: unknown): object {
  return { code: 200, msg: 'OK', data }
}
