import { createServer } from 'node:http'
import express from 'express'
import { Hono } from 'hono'
import { protect as protectExpress } from '../../src/adapters/express.ts'
import { protect as protectHono } from '../../src/adapters/hono.ts'
import { protect as protectNode } from '../../src/adapters/node.ts'
import type { Identity, Service } from '../../src/index.ts'

// The compiler checks this file: the identity is typed in every framework. Nothing here is called.

/** Accepts a value of exactly one type. */
function isExactly<Expected>() {
  return <Actual>(_value: Actual, _same: Same<Expected, Actual>): void => {}
}

/** True if each type can be used as the other. */
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false

export function expressTypes(service: Service): void {
  const app = express()
  protectExpress(service, app).get('/a/:id', express.json(), (request) => {
    isExactly<Identity>()(request.identity, true)
    // @ts-expect-error The identity is read-only.
    request.identity = undefined
  })
  app.get('/b', (request) => {
    // Undefined on a route that is not protected.
    isExactly<Identity | undefined>()(request.identity, true)
  })
}

export function honoTypes(service: Service): void {
  const app = new Hono<{ Variables: { tenant: string } }>()
  protectHono(service, app).get('/a/:id', (c) => {
    isExactly<Identity>()(c.get('identity'), true)
    isExactly<string>()(c.get('tenant'), true)
    isExactly<string>()(c.req.param('id'), true)
    return c.text(c.var.identity.username)
  })
}

export function nodeTypes(service: Service): void {
  const listener = protectNode(service, (_request, _response, { identity }) => {
    isExactly<Identity>()(identity, true)
  })
  createServer(service.http, listener)
  // @ts-expect-error A route has a method.
  protectNode(service, () => {}, { route: '/api/v1/orders' })
}

export function fastifyTypes(service: Service): void {
  service.protect(async (routes) => {
    routes.get('/a', { config: { permission: false } }, async (request) => {
      isExactly<Identity | null | undefined>()(request.identity, true)
    })
    // @ts-expect-error Only true and false.
    routes.get('/b', { config: { permission: 'no' } }, async () => ({}))
  })
}
