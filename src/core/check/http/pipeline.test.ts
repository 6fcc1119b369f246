import fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { createCorsRules } from '../../../platform/http/call/cors-rules.ts'
import {
  setConsoleHeaders,
  setProtectedHeaders,
  setStandardHeaders,
} from '../../../platform/http/responses/response-headers.ts'
import type { Step } from '../../../platform/http/steps/step.ts'
import type { CallerCheck } from '../caller-check.ts'
import { createRouteRegistry } from '../routes/route-registry.ts'
import { limitBodyTime } from './body-timeout.ts'
import { createPipeline, framingCheck } from './pipeline.ts'
import { canonicalPathCheck } from './route-path.ts'

/** Which checks of the caller have run. */
const checked: string[] = []
const callerCheckNamed =
  (name: string): CallerCheck =>
  (_call, { checks, readsDepartment }) =>
    void checked.push(`${name}: ${checks}${readsDepartment ? ' and department' : ''}`)
const counted: string[] = []
const limitNamed = (name: string) => ({ admit: () => void counted.push(name) })
const cors = createCorsRules({ origins: ['https://app.example'], credentials: false })
const pipeline = createPipeline({
  scopeOf: () => ({ kind: 'all' }),
  callerCheck: callerCheckNamed('caller'),
  upstreamCallerCheck: callerCheckNamed('caller of an upstream service'),
  rateLimit: limitNamed('per address'),
  cors,
  registry: createRouteRegistry(),
})
const scope = fastify()

/** Returns the names of the limits that a list of steps counts, by running the steps that are not named. */
function limitsIn(steps: readonly Step[], named: readonly Step[]): string[] {
  counted.length = 0
  for (const step of steps) {
    if (named.includes(step)) continue
    try {
      const request = { ip: '192.0.2.1', raw: { socket: {} }, socket: {}, headers: {}, server: {} }
      void step(request as never, {} as never)
    } catch {
      // Other steps need a real request.
    }
  }
  return [...counted]
}

const NAMED: readonly Step[] = [
  framingCheck,
  setStandardHeaders,
  setProtectedHeaders,
  setConsoleHeaders,
  canonicalPathCheck,
]

/** Returns the checks of the caller that the last steps of a list run. */
function callerChecksIn(steps: readonly Step[], count: number): string[] {
  checked.length = 0
  const request = { raw: { headers: {}, socket: {} }, headers: {}, server: {}, routeOptions: {} }
  for (const step of steps.slice(steps.length - count)) void step(request as never, {} as never)
  return [...checked]
}

/** Returns the positions of the steps in a list. A missing one has -1. */
const positions = (list: readonly Step[], ...steps: readonly Step[]) =>
  steps.map((step) => list.indexOf(step))

/** Returns the step of a list that sets the CORS headers. */
function corsStepIn(steps: readonly Step[]): Step {
  const found = steps.filter((step) => {
    const set: object[] = []
    const request = { headers: { origin: 'https://app.example' }, raw: {} }
    try {
      void step(request as never, { headers: (headers: object) => void set.push(headers) } as never)
    } catch {
      // Other steps need a real request.
    }
    return set.some((headers) => 'Access-Control-Allow-Origin' in headers)
  })
  expect(found).toHaveLength(1)
  return found[0] ?? framingCheck
}

const isAscending = (numbers: readonly number[]) =>
  numbers.every((number, index) => number >= 0 && number > (numbers[index - 1] ?? -1))

describe('our own routes', () => {
  test.each([
    ['none', []],
    ['identity', ['caller: identity']],
    ['both', ['caller: both']],
  ] as const)('with the checks "%s"', (checks, expected) => {
    const { beforeBody, beforeHandler } = pipeline.ownRoute(scope, { checks, limits: [limitNamed('login')] })
    expect(beforeHandler).toHaveLength(expected.length)
    expect(callerChecksIn(beforeHandler, expected.length)).toEqual(expected)
    expect(callerChecksIn(beforeBody, expected.length)).toEqual(expected)
    const order = [framingCheck, setStandardHeaders, corsStepIn(beforeBody), canonicalPathCheck]
    expect(isAscending(positions(beforeBody, ...order))).toBe(true)
    expect(limitsIn(beforeBody, NAMED)).toEqual(['login'])
  })

  test('read the department of the caller and resolve the data scope if they are scoped', () => {
    const { beforeBody, beforeHandler } = pipeline.ownRoute(scope, {
      checks: 'both',
      data: 'scoped',
      limits: [],
    })
    expect(beforeHandler).toHaveLength(2)
    expect(callerChecksIn(beforeHandler, 2)).toEqual(['caller: both and department'])
    expect(callerChecksIn(beforeBody, 2)).toEqual(['caller: both and department'])
  })
})

test.each(['identity', 'both'] as const)(
  'routes behind protect pass the rate limit and the checks "%s", before the body and before the handler',
  (checks) => {
    const { beforeBody, beforeHandler } = pipeline.protectedRoute(scope, checks)
    const order = [framingCheck, setProtectedHeaders, corsStepIn(beforeBody), canonicalPathCheck]
    expect(isAscending(positions(beforeBody, ...order))).toBe(true)
    expect(callerChecksIn(beforeBody, 1)).toEqual([`caller: ${checks} and department`])
    expect(beforeHandler).toEqual(beforeBody.slice(-1))
    expect(limitsIn(beforeBody, NAMED)).toEqual(['per address'])
  },
)

test('routes of upstream services have checks of their own, before the body and before the handler', () => {
  const { beforeBody, beforeHandler } = pipeline.upstreamRoute(scope)
  expect(callerChecksIn(beforeBody, 1)).toEqual(['caller of an upstream service: both and department'])
  expect(beforeHandler).toHaveLength(1)
  expect(callerChecksIn(beforeHandler, 1)).toEqual(['caller of an upstream service: both'])
})

test('unknown routes are refused at the end, after the rate limit', () => {
  const { beforeBody, beforeHandler } = pipeline.unknownRoute
  const order = [framingCheck, setStandardHeaders, corsStepIn(beforeBody), canonicalPathCheck]
  expect(isAscending(positions(beforeBody, ...order))).toBe(true)
  expect(limitsIn(beforeBody, NAMED)).toEqual(['per address'])
  const refuse = beforeBody.at(-1)
  expect(() => refuse?.({ raw: { url: '/x' } } as never, {} as never)).toThrow('route-unknown')
  expect(beforeHandler).toEqual([])
})

test('console files pass the rate limit and no check of the caller', () => {
  const { beforeBody, beforeHandler } = pipeline.consoleFile
  expect(positions(beforeBody, framingCheck, setConsoleHeaders, canonicalPathCheck)).toEqual([0, 1, 2])
  expect(beforeBody).toHaveLength(5)
  expect(limitsIn(beforeBody, NAMED)).toEqual(['per address'])
  expect(beforeHandler).toEqual([])
})

test('the time limit for a body begins before the rate limit can refuse a request', () => {
  const { beforeBody: ofOwnRoute } = pipeline.ownRoute(scope, {
    checks: 'none',
    limits: [limitNamed('login')],
  })
  const { beforeBody: ofProtectedRoute } = pipeline.protectedRoute(scope)
  const { beforeBody: ofUpstreamRoute } = pipeline.upstreamRoute(scope)
  const lists = [
    ofOwnRoute,
    ofProtectedRoute,
    ofUpstreamRoute,
    pipeline.unknownRoute.beforeBody,
    pipeline.consoleFile.beforeBody,
  ]
  for (const steps of lists) {
    const before = steps.slice(0, steps.indexOf(limitBodyTime))
    expect(steps).toContain(limitBodyTime)
    expect(limitsIn(before, NAMED)).toEqual([])
  }
})
