import { createServer } from 'node:http'
import express from 'express'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, expectTypeOf, test } from 'vitest'
import { protect as protectExpress } from '../../src/adapters/express.ts'
import { protect as protectHono } from '../../src/adapters/hono.ts'
import { protect as protectNode } from '../../src/adapters/node.ts'
import type { Identity } from '../../src/index.ts'
import { startService, type TestService } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

test('Express: the identity is present behind protect, and optional elsewhere', () => {
  const app = express()
  protectExpress(service.service, app).get('/a/:id', express.json(), (request) => {
    expectTypeOf(request.identity).toEqualTypeOf<Identity>()
    // @ts-expect-error: the identity is read-only.
    request.identity = undefined
  })
  app.get('/b', (request) => {
    expectTypeOf(request.identity).toEqualTypeOf<Identity | undefined>()
  })
})

test('Hono: the identity is a variable, beside the variables and bindings of the app', () => {
  const app = new Hono<{ Variables: { tenant: string } }>()
  protectHono(service.service, app).get('/a/:id', (c) => {
    expectTypeOf(c.get('identity')).toExtend<Identity>()
    expectTypeOf(c.get('tenant')).toEqualTypeOf<string>()
    expectTypeOf(c.req.param('id')).toEqualTypeOf<string>()
    return c.text(c.var.identity.username)
  })
})

test('node:http: the identity is an argument of the listener', () => {
  const listener = protectNode(service.service, (_request, _response, { identity }) => {
    expectTypeOf(identity).toEqualTypeOf<Identity>()
  })
  createServer(service.service.http, listener)
})

test('Fastify: the route option is a boolean', () => {
  service.service.protect(async (routes) => {
    routes.get('/a', { config: { permission: false } }, async (request) => {
      expectTypeOf(request.identity).toEqualTypeOf<Identity | null | undefined>()
    })
    // @ts-expect-error: only true and false.
    routes.get('/b', { config: { permission: 'no' } }, async () => ({}))
  })
})

const handler = () => {}

test.each(['/files/*', '/files/*path', '/a{/:b}', '/a/:b?', '/a/:b(\\d+)', '/a/:b-:c', 'a', '', '/%61'])(
  'a route with the path "%s" is refused when it is declared',
  (path) => {
    expect(() => protectExpress(service.service, express()).get(path, handler)).toThrow('the path')
    expect(() => protectHono(service.service, new Hono()).get(path, () => new Response())).toThrow('the path')
    expect(() => protectNode(service.service, handler, { route: `GET ${path}` as 'GET /' })).toThrow(
      'the path',
    )
  },
)

test('a route without a handler, with an error handler or with a wrong option is refused', () => {
  const routes = protectExpress(service.service, express())
  expect(() => routes.get('/a')).toThrow('needs a handler')
  expect(() => routes.get('/a', {})).toThrow('needs a handler')
  expect(() =>
    routes.get('/a', ((_a: unknown, _b: unknown, _c: unknown, _d: unknown) => {}) as never),
  ).toThrow('app.use')
  expect(() => routes.get('/a', { permission: 'no' as never }, handler)).toThrow('true or false')
  expect(() => routes.get('/a', handler, {} as never)).toThrow('must be a function')
})
