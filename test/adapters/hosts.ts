import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type HttpBindings, serve } from '@hono/node-server'
import express from 'express'
// @ts-expect-error: the types of Express 5 are used for both versions.
import express4 from 'express4'
import fastify from 'fastify'
import { Hono } from 'hono'
import { protect as protectExpress } from '../../src/adapters/express.ts'
import { endpoints, protect as protectHono } from '../../src/adapters/hono.ts'
import { protect as protectNode } from '../../src/adapters/node.ts'
import { type Identity, Refusal, type Service } from '../../src/index.ts'

/** An app with the routes of ROUTES, on a real port. */
export interface RunningHost {
  readonly origin: string
  close(): Promise<void>
}

/** Called by every handler. */
export type OnRun = (run: { method: string; url: string; identity: Identity | null | undefined }) => void

type Start = (service: Service, onRun: OnRun) => Promise<RunningHost>

/** The routes of every host. `/api/v1/news` needs no permission; `/api/v1/missing/:id` refuses by itself. */
export const ROUTES = [
  'GET /api/v1/orders/:id',
  'POST /api/v1/orders',
  'GET /api/v1/notice',
  'GET /api/v1/news',
  'GET /api/v1/missing/:id',
] as const

export const PROXY = '127.0.0.1'

const notFound = () => new Refusal('not-found', { thing: 'order', id: 7 })

const startFastify: Start = async (service, onRun) => {
  const app = fastify({
    http: service.http,
    // `application.trustProxy` decides, and not this.
    trustProxy: false,
    // The other routers have no limit.
    routerOptions: { maxParamLength: 10_000 },
  })
  app.register(service.plugin)
  app.register(
    service.protect(async (routes) => {
      const handler = async (request: {
        method: string
        url: string
        identity?: Identity | null
        body?: unknown
      }) => {
        onRun({ method: request.method, url: request.url, identity: request.identity })
        return { ran: request.identity?.username, body: request.body ?? null }
      }
      routes.get('/api/v1/orders/:id', handler)
      routes.post('/api/v1/orders', handler)
      routes.get('/api/v1/notice', handler)
      routes.get('/api/v1/news', { config: { permission: false } }, handler)
      routes.get('/api/v1/missing/:id', async () => {
        throw notFound()
      })
    }),
  )
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  return { origin, close: () => app.close() }
}

/** With the options of an app that ignores most differences between paths, which is Express's default. */
function startExpress(create: typeof express): Start {
  return async (service, onRun) => {
    const app = create()
    app.use(service.endpoints)
    const routes = protectExpress(service, app)
    const json = create.json()
    routes.get('/api/v1/orders/:id', (request, response) => {
      onRun({ method: request.method, url: request.originalUrl, identity: request.identity })
      response.json({ ran: request.identity.username, body: null })
    })
    routes.post('/api/v1/orders', json, async (request, response) => {
      onRun({ method: request.method, url: request.originalUrl, identity: request.identity })
      response.json({ ran: request.identity.username, body: request.body })
    })
    // On a router that the app mounts.
    const router = create.Router()
    const mounted = protectExpress(service, router, { prefix: '/api/v1' })
    for (const [path, options] of [
      ['/notice', {}],
      ['/news', { permission: false }],
    ] as const) {
      mounted.get(path, options, (request, response) => {
        onRun({ method: request.method, url: request.originalUrl, identity: request.identity })
        response.json({ ran: request.identity.username, body: null })
      })
    }
    mounted.get('/missing/:id', async () => {
      throw notFound()
    })
    app.use('/api/v1', router)
    return listen(app, service.http)
  }
}

const startHono: Start = async (service, onRun) => {
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.use(endpoints(service))
  const routes = protectHono(service, app)
  routes.get('/api/v1/orders/:id', (c) => {
    onRun({ method: c.req.method, url: c.req.path, identity: c.get('identity') })
    return c.json({ ran: c.get('identity').username, body: null })
  })
  const readBody = async (c: { req: { json(): Promise<unknown> } }, next: () => Promise<void>) => {
    // Hono keeps the body for the next handler.
    await c.req.json()
    await next()
  }
  routes.post('/api/v1/orders', readBody, async (c) => {
    onRun({ method: c.req.method, url: c.req.path, identity: c.get('identity') })
    return c.json({ ran: c.get('identity').username, body: await c.req.json() })
  })
  for (const [path, options] of [
    ['/api/v1/notice', {}],
    ['/api/v1/news', { permission: false }],
  ] as const) {
    routes.get(path, options, (c) => {
      onRun({ method: c.req.method, url: c.req.path, identity: c.get('identity') })
      return c.json({ ran: c.get('identity').username, body: null })
    })
  }
  routes.get('/api/v1/missing/:id', () => {
    throw notFound()
  })
  return serveHono(app, service.http)
}

export async function serveHono(
  app: { readonly fetch: Parameters<typeof serve>[0]['fetch'] },
  serverOptions: Service['http'] = {},
): Promise<RunningHost> {
  const server = await new Promise<Server>((resolve) => {
    const started = serve({ fetch: app.fetch, serverOptions, hostname: '127.0.0.1', port: 0 }, () =>
      resolve(started as Server),
    )
  })
  return running(server)
}

/** A router that ignores the letter case and a trailing slash. */
const startNode: Start = async (service, onRun) => {
  const table = ROUTES.map((route) => {
    const [method = '', path = ''] = route.split(' ')
    const permission = !path.endsWith('/news')
    const listener = protectNode(
      service,
      async (request, response, { identity, checkAgain }) => {
        if (path.includes('missing')) throw notFound()
        let text = ''
        for await (const piece of request) text += piece
        if (!(await checkAgain())) return
        onRun({ method: request.method ?? '', url: request.url ?? '', identity })
        response.setHeader('Content-Type', 'application/json')
        response.end(JSON.stringify({ ran: identity.username, body: text === '' ? null : JSON.parse(text) }))
      },
      { route: route as 'GET /', permission },
    )
    const pattern = new RegExp(`^/*${path.replace(/:id/, '[^/]+')}/?(\\?|$)`, 'i')
    return { method, pattern, listener }
  })
  return listen((request, response) => {
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const found = table.find((route) => route.method === method && route.pattern.test(request.url ?? ''))
    if (found) found.listener(request, response)
    else service.endpoints(request, response)
  }, service.http)
}

export async function listen(listener: RequestListener, options: Service['http'] = {}): Promise<RunningHost> {
  const server = createServer(options, listener)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return running(server)
}

function running(server: Server): RunningHost {
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export const HOSTS: readonly (readonly [string, Start])[] = [
  ['Fastify', startFastify],
  ['Express 4', startExpress(express4)],
  ['Express 5', startExpress(express)],
  ['Hono', startHono],
  ['node:http', startNode],
]
