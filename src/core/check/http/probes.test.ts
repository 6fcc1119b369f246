import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import type { Health } from './health.ts'
import { livenessRoute, readinessRoute } from './probes.ts'

async function statusAndText(health: Health, isClosing = false) {
  const app = fastify()
  onTestFinished(() => app.close())
  app.get('/livez', livenessRoute)
  app.get(
    '/readyz',
    readinessRoute(
      () => health,
      () => isClosing,
    ),
  )
  const responses = [await app.inject('/livez'), await app.inject('/readyz')]
  return responses.map(({ statusCode, body }) => [statusCode, body])
}

test.each<[Health, number]>([
  ['up', 200],
  ['degraded', 200],
  ['down', 503],
])('%s: /livez is 200, /readyz is %i', async (health, status) => {
  expect(await statusAndText(health)).toEqual([
    [200, 'up\n'],
    [status, `${health}\n`],
  ])
})

test('during a shutdown, /livez is 200 and /readyz is 503', async () => {
  expect(await statusAndText('up', true)).toEqual([
    [200, 'up\n'],
    [503, 'closing\n'],
  ])
})
