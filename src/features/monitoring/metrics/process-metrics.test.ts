import { EventEmitter } from 'node:events'
import { Counter, Gauge, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { sumOf } from '../../../../test/support/metrics.ts'
import { type Channel, createProcessMetrics, sendMetricsToParent } from './process-metrics.ts'

/** Starts a child process that has counted this many requests. */
function startChild(count: number) {
  const registry = new Registry()
  const registers = [registry]
  const requests = new Counter({ name: 'requests_total', help: 'Requests', labelNames: ['code'], registers })
  requests.inc({ code: '200' }, count)
  new Gauge({ name: 'processes', help: 'Processes', registers }).set(1)
  new Gauge({ name: 'age', help: 'Age', registers, aggregator: 'max' }).set(count)
  const toChild = new EventEmitter()
  const toParent = new EventEmitter()
  let isResponding = true
  // Messages are serialized on the way, as between real processes.
  const send = (target: EventEmitter) => (message: unknown, onSent: (error: Error | null) => void) => {
    onSent(null)
    return target.emit('message', structuredClone(message))
  }
  sendMetricsToParent(
    { snapshot: async () => JSON.parse(JSON.stringify(await registry.getMetricsAsJSON())) },
    {
      on: (event, listener) => toChild.on(event, (message) => (isResponding ? listener(message) : undefined)),
      send: send(toParent),
    },
  )
  const channel: Channel = { on: (event, listener) => toParent.on(event, listener), send: send(toChild) }
  return {
    channel,
    requests,
    stopResponding() {
      isResponding = false
    },
  }
}

test('the values of all processes become one', async () => {
  const metrics = createProcessMetrics()
  for (const { channel } of [startChild(3), startChild(4)]) metrics.add(channel)
  const { text, contentType } = await metrics.text()
  expect(contentType).toContain('text/plain')
  expect(sumOf(text, 'requests_total', { code: '200' })).toBe(7)
  expect(sumOf(text, 'processes')).toBe(2)
  expect(sumOf(text, 'age')).toBe(4)
})

test('what ended processes have counted stays in the sums, their state does not', async () => {
  const metrics = createProcessMetrics()
  const [one, two, three] = [startChild(3), startChild(4), startChild(5)]
  for (const { channel } of [one, two]) metrics.add(channel)
  await metrics.text()
  metrics.remove(one.channel)
  metrics.remove(two.channel)
  metrics.add(three.channel)
  for (const attempt of [1, 2]) {
    const { text } = await metrics.text()
    expect(sumOf(text, 'requests_total'), `scrape ${attempt}`).toBe(12)
    expect(sumOf(text, 'processes')).toBe(1)
  }
})

test('what a process that does not respond has counted stays in the sums, its state does not', async () => {
  const metrics = createProcessMetrics({ waitMs: 1 })
  const [busy, starting] = [startChild(5), startChild(3)]
  const notResponding = { status: 'not-responding' }
  metrics.add(busy.channel)
  const before = (await metrics.text()).text
  expect(sumOf(before, 'requests_total')).toBe(5)
  expect(sumOf(before, 'processes')).toBe(1)
  expect(sumOf(before, 'castellan_health', notResponding)).toBe(0)
  busy.stopResponding()
  metrics.add(starting.channel)
  starting.stopResponding()
  const { text } = await metrics.text()
  expect(sumOf(text, 'requests_total')).toBe(5)
  expect(text).not.toMatch(/^(processes|age) /m)
  expect(text).toMatch(/^castellan_processes 0$/m)
  expect(sumOf(text, 'castellan_health', notResponding)).toBe(2)
})

test('messages of other parts are ignored, and a process that has ended before its first response too', async () => {
  const metrics = createProcessMetrics({ waitMs: 1 })
  const child = startChild(3)
  metrics.add(child.channel)
  for (const message of [
    undefined,
    'text',
    { castellan: 'started' },
    { castellan: 'metrics-response', id: 99 },
  ])
    child.channel.send?.(message, () => {})
  metrics.remove(child.channel)
  const { text } = await metrics.text()
  expect(text).not.toContain('requests_total')
  expect(sumOf(text, 'castellan_health', { status: 'not-responding' })).toBe(0)
})
