import fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { createCorsRules } from '../../../platform/http/call/cors-rules.ts'
import {
  setConsoleHeaders,
  setProtectedHeaders,
  setStandardHeaders,
} from '../../../platform/http/responses/response-headers.ts'
import type { Step } from '../../../platform/http/steps/step.ts'
import { createRouteRegistry } from '../routes/route-registry.ts'
import { limitBodyTime } from './body-timeout.ts'
import { createPipeline, framingCheck } from './pipeline.ts'
import { canonicalPathCheck } from './route-path.ts'

const identityCheck: Step = () => {}
const permissionCheck: Step = () => {}
const upstreamPermissionCheck: Step = () => {}
const counted: string[] = []
const limitNamed = (name: string) => ({ admit: () => void counted.push(name) })
const cors = createCorsRules({ origins: ['https://app.example'], credentials: false })
const pipeline = createPipeline({
  scopeOf: () => ({ kind: 'all' }),
  identityCheck,
  permissionCheck,
  upstreamPermissionCheck,
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
  identityCheck,
  permissionCheck,
  upstreamPermissionCheck,
]

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
  return found[0] ?? identityCheck
}

const isAscending = (numbers: readonly number[]) =>
  numbers.every((number, index) => number >= 0 && number > (numbers[index - 1] ?? -1))

describe('our own routes', () => {
  test.each([
    ['none', []],
    ['identity', [identityCheck]],
    ['both', [identityCheck, permissionCheck]],
  ] as const)('with the checks "%s"', (checks, expected) => {
    const { beforeBody, beforeHandler } = pipeline.ownRoute(scope, { checks, limits: [limitNamed('login')] })
    expect(beforeHandler).toEqual(expected)
    expect(beforeBody.slice(beforeBody.length - expected.length)).toEqual(expected)
    expect(beforeBody.includes(identityCheck)).toBe(checks !== 'none')
    expect(beforeBody.includes(permissionCheck)).toBe(checks === 'both')
    const order = [framingCheck, setStandardHeaders, corsStepIn(beforeBody), canonicalPathCheck]
    expect(isAscending(positions(beforeBody, ...order))).toBe(true)
    expect(limitsIn(beforeBody, NAMED)).toEqual(['login'])
  })
})

test('routes behind protect pass the rate limit and both checks, before the body and before the handler', () => {
  const { beforeBody, beforeHandler } = pipeline.protectedRoute(scope)
  const order = [framingCheck, setProtectedHeaders, corsStepIn(beforeBody), canonicalPathCheck]
  expect(isAscending(positions(beforeBody, ...order, identityCheck, permissionCheck))).toBe(true)
  expect(beforeBody.slice(-2)).toEqual([identityCheck, permissionCheck])
  expect(beforeHandler).toEqual([identityCheck, permissionCheck])
  expect(limitsIn(beforeBody, NAMED)).toEqual(['per address'])
})

test('routes of upstream services have a permission check of their own, before the body and before the handler', () => {
  const { beforeBody, beforeHandler } = pipeline.upstreamRoute(scope)
  expect(beforeBody.slice(-2)).toEqual([identityCheck, upstreamPermissionCheck])
  expect(beforeHandler).toEqual([identityCheck, upstreamPermissionCheck])
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
