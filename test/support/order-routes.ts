import type { FastifyPluginAsync } from 'fastify'

/** A route of an embedding app whose response contains the caller. */
export const orderRoutes: FastifyPluginAsync = async (routes) => {
  routes.get('/api/v1/orders', async ({ identity }) => ({
    code: 200,
    msg: 'OK',
    data: [{ orderedBy: identity?.username }],
  }))
}
