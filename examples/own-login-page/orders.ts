import type { FastifyPluginAsync } from 'fastify'

interface Order {
  readonly item: string
}

// An application stores its orders in its own database.
const stored: Order[] = []

const body = {
  type: 'object',
  required: ['item'],
  properties: { item: { type: 'string', minLength: 1, maxLength: 100 } },
}

/** The routes of the app, which the service protects. */
export const orders: FastifyPluginAsync = async (routes) => {
  routes.get<{ Querystring: { item?: string } }>('/api/v1/orders', async ({ query: { item = '' } }) =>
    success(stored.filter((order) => order.item.includes(item))),
  )

  routes.post<{ Body: Order }>('/api/v1/orders', { schema: { body } }, async (request) => {
    const order = { item: request.body.item }
    stored.push(order)
    return success(order)
  })
}

function success(data: unknown): object {
  return { code: 200, msg: 'OK', data }
}
