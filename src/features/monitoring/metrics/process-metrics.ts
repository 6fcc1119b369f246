import { AggregatorRegistry, Gauge, Registry } from 'prom-client'
import type { Metrics, MetricsText } from '../../../platform/observability/metrics.ts'
import { isJsonObject } from '../../../platform/text/json-object.ts'
import { type MetricDefinition, metricCatalogue } from './metric-catalogue.ts'
import type { MetricsSnapshot } from './metrics.ts'

/** The side of a channel between the parent process and a child process. */
export interface Channel {
  send?(message: unknown, onSent: (error: Error | null) => void): boolean
  on(event: 'message', listener: (message: unknown) => void): unknown
}

interface SnapshotRequest {
  readonly castellan: 'metrics-request'
  readonly id: number
}

interface SnapshotResponse {
  readonly castellan: 'metrics-response'
  readonly id: number
  readonly snapshot: MetricsSnapshot
}

/** Sends the metrics of this process to the parent process whenever it asks for them. */
export function sendMetricsToParent(metrics: Pick<Metrics, 'snapshot'>, parent: Channel): void {
  parent.on('message', (message) => {
    if (!isMessage<SnapshotRequest>(message, 'metrics-request')) return
    const { id } = message
    const send = (snapshot: readonly object[]): void => {
      parent.send?.({ castellan: 'metrics-response', id, snapshot }, () => {})
    }
    // Without a response, the parent process counts this process as not responding.
    metrics.snapshot().then(send, () => {})
  })
}

/** The metrics of all processes, in the parent process. */
export type ProcessMetrics = ReturnType<typeof createProcessMetrics>

const DEFAULT_WAIT_MS = 2000

/**
 * Creates the sums over all processes. What a process that does not respond in time had counted before stays in the sums.
 * Its previous state does not: it would look healthy.
 */
export function createProcessMetrics({ waitMs = DEFAULT_WAIT_MS } = {}) {
  const latest = new Map<Channel, MetricsSnapshot | undefined>()
  const waiting = new Map<number, (snapshot: MetricsSnapshot) => void>()
  let ended: MetricsSnapshot = []
  let lastId = 0

  /** Returns whether the process has responded. */
  const ask = (child: Channel): Promise<boolean> =>
    new Promise((resolve) => {
      const id = ++lastId
      const done = (hasResponded: boolean): void => {
        clearTimeout(timer)
        waiting.delete(id)
        resolve(hasResponded)
      }
      const timer = setTimeout(() => done(false), waitMs)
      waiting.set(id, (snapshot) => {
        if (latest.has(child)) latest.set(child, snapshot)
        done(true)
      })
      const request: SnapshotRequest = { castellan: 'metrics-request', id }
      child.send?.(request, (error) => {
        if (error) done(false)
      })
    })

  return {
    add(child: Channel): void {
      latest.set(child, undefined)
      child.on('message', (message) => {
        if (isMessage<SnapshotResponse>(message, 'metrics-response'))
          waiting.get(message.id)?.(message.snapshot)
      })
    },
    /**
     * What the process had counted at the last scrape stays in the sums: a sum that falls would look like a restart of
     * everything.
     */
    remove(child: Channel): void {
      const snapshot = latest.get(child)
      latest.delete(child)
      if (!snapshot) return
      ended = AggregatorRegistry.aggregate([ended, totalsOf(snapshot)])
        .getMetricsAsArray()
        .filter(hasValues)
    },
    async text(): Promise<MetricsText> {
      const children = [...latest.keys()]
      const responses = await Promise.all(children.map(ask))
      const snapshots = children.flatMap((child, i) => {
        const snapshot = latest.get(child)
        if (!snapshot) return []
        return [responses[i] ? snapshot : totalsOf(snapshot)]
      })
      // A process that has ended meanwhile is in `ended`.
      const notResponding = children.filter((child, i) => !responses[i] && latest.has(child)).length
      const sum = AggregatorRegistry.aggregate([...snapshots, ended, await stateOf(notResponding)])
      return { contentType: sum.contentType, text: await sum.metrics() }
    },
  }
}

/** Returns what the parent process knows: without it, both metrics would disappear if no process responds. */
async function stateOf(notResponding: number): Promise<MetricsSnapshot> {
  const registry = new Registry()
  const gauge = ({ name, help }: MetricDefinition, labelNames: string[]) =>
    new Gauge({ name, help, labelNames, registers: [registry] })
  gauge(metricCatalogue.processes, []).set(0)
  gauge(metricCatalogue.health, ['status']).set({ status: 'not-responding' }, notResponding)
  return registry.getMetricsAsJSON()
}

/** Returns what does not end with the process. The state of an ended process counts no more. */
function totalsOf(snapshot: MetricsSnapshot): MetricsSnapshot {
  return snapshot.filter(({ type }) => String(type) === 'counter' || String(type) === 'histogram')
}

function hasValues(metric: object): metric is MetricsSnapshot[number] {
  return 'values' in metric
}

function isMessage<Message extends { readonly castellan: string }>(
  message: unknown,
  kind: Message['castellan'],
): message is Message {
  return isJsonObject(message) && message.castellan === kind
}
