import { createServer } from 'node:http'
import { createService, type Identity, loadSettings } from 'castellan'
import { protect } from 'castellan/express'
import express, { type NextFunction, type Request, type Response } from 'express'

interface NewOrder {
  readonly item: string
  readonly quantity: number
}

interface Order extends NewOrder {
  readonly id: number
  readonly userId: number
  readonly orderedBy: string
}

/** The data scope “all data”. This example has no departments, so every other scope means “own data only”. */
const ALL_DATA = '1'

// An application stores its orders in its own database.
const orders: Order[] = []

// From settings.yml and the environment, as the commands in this folder read them.
const service = await createService(await loadSettings())
const app = express().disable('x-powered-by')
// Castellan's endpoints, such as the login. They read the body themselves: do not put a body parser before them.
app.use(service.endpoints)
const routes = protect(service, app)

routes.get('/api/v1/orders', ({ identity }, response) => {
  response.json(success(identity.dataScope === ALL_DATA ? orders : ordersOf(identity)))
})

// The body is parsed after the checks, and they run again before the handler.
routes.post('/api/v1/orders', express.json({ limit: '10kb' }), ({ identity, body }, response) => {
  const given = parseOrder(body)
  if (!given) return response.json({ code: 400, msg: 'An order has an item and a quantity from 1 to 1000.' })
  const { userId, username: orderedBy } = identity
  const order = { ...given, id: orders.length + 1, userId, orderedBy }
  orders.push(order)
  return response.json(success(order))
})

// Every logged-in user may call this route: there is no permission check.
routes.get('/api/v1/my-orders', { permission: false }, ({ identity }, response) => {
  response.json(success(ordersOf(identity)))
})

// Clients of Castellan read `code` in the body, so errors of this app have the same form as refusals.
app.use((error: Error & { status?: number }, _request: Request, response: Response, next: NextFunction) => {
  if (response.headersSent) return next(error)
  const code = error.status ?? 500
  if (code >= 500) console.error(error)
  return response.json({ code, msg: code >= 500 ? 'Internal error.' : error.message })
})

// The whole request, with its body, must arrive within 15 s. Node's own limit is 300 s.
const server = createServer({ ...service.http, requestTimeout: 15_000 }, app)
server.listen(Number(process.env.PORT ?? 8000), '127.0.0.1', () => {
  const address = server.address()
  console.log(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
  if (service.generatedAdminPassword) console.log(`Password of admin: ${service.generatedAdminPassword}`)
})
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => server.close(() => service.close()))

function ordersOf({ userId }: Identity): Order[] {
  return orders.filter((order) => order.userId === userId)
}

function parseOrder(body: unknown): NewOrder | undefined {
  if (typeof body !== 'object' || body === null || !('item' in body) || !('quantity' in body))
    return undefined
  const { item, quantity } = body
  if (typeof item !== 'string' || item.length < 1 || item.length > 100) return undefined
  if (typeof quantity !== 'number' || !Number.isInteger(quantity)) return undefined
  return quantity >= 1 && quantity <= 1000 ? { item, quantity } : undefined
}

function success(data: unknown): object {
  return { code: 200, msg: 'OK', data }
}
