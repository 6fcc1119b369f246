import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listRefusalReasons } from '../../src/platform/refusal/refusal.ts'
import { bearer, call, login } from '../support/client.ts'
import { expectRefused, expectStandardHeaders } from '../support/expectations.ts'
import {
  createResponseCheck,
  type OpenapiDocument,
  readOpenapi,
  type SeenResponse,
} from '../support/openapi.ts'
import { takeProblems } from '../support/seen-responses.ts'
import { startStandalone } from '../support/standalone.ts'

const root = join(import.meta.dirname, '../..')
const committed = readOpenapi()
const operations = Object.entries(committed.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
)

interface Schema {
  readonly type?: unknown
  readonly const?: unknown
  readonly enum?: readonly unknown[]
}

/** Returns all objects of a JSON value, schemas among them. */
function schemasIn(value: unknown): readonly Schema[] {
  if (typeof value !== 'object' || value === null) return []
  const nested = Object.values(value).flatMap(schemasIn)
  return Array.isArray(value) ? nested : [value, ...nested]
}

/** It accepts every method and every path below, and is described once. */
const AUTHORIZE = '/api/v1/authorize'

const service = await startStandalone({ apiDocs: { serve: 'always' }, console: { enabled: false } })
afterAll(service.close)

test('the document is served without a login, as it is committed', async () => {
  const answer = await call(`${service.base}/openapi.json`)
  expectStandardHeaders(answer)
  expect(answer.body).toEqual(committed)
})

test('it describes every route with its checks, and no other', async () => {
  const { body } = await call(`${service.base}/route`, bearer(await login(service.base)))
  const routes = body.data as { method: string; path: string; checks: string }[]
  const described = operations.map(({ method, path, operation }) => ({
    method,
    path: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    checks: Reflect.get(operation, 'x-castellan-checks'),
  }))
  const registered = routes
    .filter(({ path, method }) => !path.startsWith(AUTHORIZE) || (path === AUTHORIZE && method === 'GET'))
    .map(({ method, path, checks }) => ({ method, path, checks }))
  expect(new Set(described)).toEqual(new Set(registered))
})

test.each(operations)(
  '$method $path has a summary, an id, a tag and a schema of every response',
  ({ operation }) => {
    expect(operation).toMatchObject({
      operationId: expect.stringMatching(/^[a-z][A-Za-z]+$/),
      summary: expect.stringMatching(/^[A-Z].*[^.]$/),
      tags: [expect.any(String)],
    })
    const [success] = Object.values(operation.responses)
    expect(Object.values(success?.content ?? {})).not.toEqual([])
    for (const { $ref, content } of Object.values(operation.responses)) {
      const media = Object.values(content ?? {})
      if ($ref === undefined) expect(media).toEqual(media.map(() => ({ schema: expect.any(Object) })))
    }
  },
)

test('operation ids are unique', () => {
  const ids = operations.map(({ operation }) => Reflect.get(operation, 'operationId'))
  expect(new Set(ids).size).toBe(ids.length)
})

describe('for generated clients', () => {
  test('every JSON body of a response is a named schema, or a choice of named schemas', () => {
    const bodies = operations.flatMap(({ operation }) =>
      Object.values(operation.responses).map(({ content }) => content?.['application/json'] ?? {}),
    )
    const schemas = bodies.map((body) => Reflect.get(body, 'schema') ?? {})
    const inline = schemas
      .flatMap((schema) => schema.oneOf ?? [schema])
      .filter(({ $ref, type }: { $ref?: string; type?: string }) => $ref === undefined && type !== undefined)
    expect(inline).toEqual([])
  })

  test('every list of values has a type, and none has values that a generator refuses', () => {
    const lists = schemasIn(committed).filter((schema) => 'const' in schema || 'enum' in schema)
    expect(lists.length).toBeGreaterThan(100)
    expect(lists.filter(({ type }) => typeof type !== 'string' || type === 'boolean')).toEqual([])
    const values = lists.flatMap(({ const: only, enum: several = [only] }) => several)
    expect(values.filter((value) => /[\r\n]/.test(String(value)))).toEqual([])
  })

  test('no schema has several types, except null', () => {
    const several = schemasIn(committed).flatMap(({ type }) => (Array.isArray(type) ? [type] : []))
    expect(several.filter((types) => types.length !== 2 || types[1] !== 'null')).toEqual([])
  })
})

test.each([
  ['the document', () => Reflect.get(committed, 'info').description],
  ['docs/reference/api.md', () => readFileSync(join(root, 'docs/reference/api.md'), 'utf8')],
])('%s names every code of a refusal', (_, text) => {
  const [, responses = text()] = /\n## Responses\n(.*?)\n## /s.exec(text()) ?? []
  const codes = new Set(listRefusalReasons().map(({ code }) => String(code)))
  // Only the endpoint for proxies has it, which has a table of its own.
  if (responses !== text()) codes.delete('403')
  expect([...codes].filter((code) => !responses.includes(code))).toEqual([])
})

test('docs/reference/api.md names every endpoint', () => {
  const page = readFileSync(join(root, 'docs/reference/api.md'), 'utf8')
  const named = new Set([...page.matchAll(/`(?:[A-Z]+ )?(\/[\w/:.-]+)/g)].map(([, path]) => path))
  const paths = Object.keys(Reflect.get(committed, 'paths')).map((path) =>
    path.replace('/api/v1', '').replaceAll(/\{(\w+)\}/g, ':$1'),
  )
  // The reports share a row without their prefix, and the files of the reference page one with the page.
  const isNamed = (path: string) => named.has(path) || named.has(path.replace('/report', ''))
  expect(paths.filter((path) => !isNamed(path) && !path.startsWith('/docs/'))).toEqual([])
})

describe('by default', () => {
  test('the document is not served in prod', async () => {
    const prod = await startStandalone({ console: { enabled: false } })
    try {
      expectRefused(await call(`${prod.base}/openapi.json`), 404, 404)
    } finally {
      await prod.close()
    }
  })

  test('it is served in dev, where a login needs no captcha', async () => {
    const dev = await startStandalone({ application: { mode: 'dev' }, console: { enabled: false } })
    try {
      const { body } = await call(`${dev.base}/openapi.json`)
      const { components } = body as unknown as OpenapiDocument & { components: { schemas: object } }
      expect(components.schemas).toMatchObject({ PasswordLogin: { required: ['username', 'password'] } })
    } finally {
      await dev.close()
    }
  })
})

describe('the check of the responses that tests get', () => {
  const problemOf = createResponseCheck(committed)
  let seen: SeenResponse

  beforeAll(async () => {
    const { status, headers, text } = await call(`${service.base}/app-config`)
    seen = { method: 'GET', path: '/api/v1/app-config', status, headers, text }
  })

  const body = () => JSON.parse(seen.text)
  const withHeader = (name: string, value: string) => {
    const headers = new Headers(seen.headers)
    headers.set(name, value)
    return headers
  }
  const withoutHeader = (name: string) => {
    const headers = new Headers(seen.headers)
    headers.delete(name)
    return headers
  }

  test('accepts the response of the service', () => {
    expect(problemOf(seen)).toBeUndefined()
  })

  test.each<[string, () => Partial<SeenResponse>]>([
    ['another status', () => ({ status: 201 })],
    ['a missing member', () => ({ text: JSON.stringify({ code: 200, msg: 'OK', data: {} }) })],
    ['another member', () => ({ text: JSON.stringify({ ...body(), more: 1 }) })],
    ['another code', () => ({ text: JSON.stringify({ ...body(), code: 201 }) })],
    ['another media type', () => ({ headers: withHeader('content-type', 'text/html') })],
    ['a missing request id', () => ({ headers: withoutHeader('x-request-id') })],
    ['another cache policy', () => ({ headers: withHeader('cache-control', 'public') })],
    ['a reason without a refusal', () => ({ headers: withHeader('x-castellan-reason', 'rate-limited') })],
    [
      'a reason that the operation does not have',
      () => ({
        headers: withHeader('x-castellan-reason', 'token-missing'),
        text: JSON.stringify({ code: 401, msg: 'no' }),
      }),
    ],
    [
      'a limit without Retry-After',
      () => ({
        headers: withHeader('x-castellan-reason', 'rate-limited'),
        text: JSON.stringify({ code: 429, msg: 'slow down', reason: 'rate-limited' }),
      }),
    ],
    [
      'an unknown status of an unknown path',
      () => ({ path: '/other', status: 418, headers: withHeader('x-castellan-reason', 'fault') }),
    ],
  ])('refuses %s', (_, change) => {
    expect(problemOf({ ...seen, ...change() })).toContain('HTTP')
  })

  test('applies to every fetch', async () => {
    const liar = createServer((_request, response) => {
      response.setHeader('content-type', 'application/json').end('{}')
    })
    await new Promise<void>((resolve) => liar.listen(0, '127.0.0.1', resolve))
    try {
      const address = liar.address()
      const port = typeof address === 'object' ? address?.port : undefined
      await fetch(`http://127.0.0.1:${port}/api/v1/app-config`)
      expect(takeProblems()).toEqual([expect.stringContaining('lacks the header X-Request-Id')])
    } finally {
      liar.closeAllConnections()
      await new Promise((resolve) => liar.close(resolve))
    }
  })
})
