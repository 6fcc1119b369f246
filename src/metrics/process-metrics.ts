import { AggregatorRegistry } from 'prom-client'
import type { Metrics, MetricsSnapshot, MetricsText } from './metrics.ts'

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
    const send = (snapshot: MetricsSnapshot): void => {
      const response: SnapshotResponse = { castellan: 'metrics-response', id, snapshot }
      parent.send?.(response, () => {})
    }
    // Without a response, the parent process uses the previous values.
    metrics.snapshot().then(send, () => {})
  })
}

/** The metrics of all processes, in the parent process. */
export interface ProcessMetrics {
  add(child: Channel): void
  /** What the process has counted stays in the sums: a sum that falls would look like a restart of everything. */
  remove(child: Channel): void
  text(): Promise<MetricsText>
}

const DEFAULT_WAIT_MS = 2000

/**
 * Creates the sums over all processes. A process that does not respond in time is represented by its previous values.
 */
export function createProcessMetrics({ waitMs = DEFAULT_WAIT_MS } = {}): ProcessMetrics {
  const latest = new Map<Channel, MetricsSnapshot | undefined>()
  const waiting = new Map<number, (snapshot: MetricsSnapshot) => void>()
  let ended: MetricsSnapshot = []
  let lastId = 0

  const ask = (child: Channel): Promise<void> =>
    new Promise((resolve) => {
      const id = ++lastId
      const done = (): void => {
        clearTimeout(timer)
        waiting.delete(id)
        resolve()
      }
      const timer = setTimeout(done, waitMs)
      waiting.set(id, (snapshot) => {
        if (latest.has(child)) latest.set(child, snapshot)
        done()
      })
      const request: SnapshotRequest = { castellan: 'metrics-request', id }
      child.send?.(request, (error) => {
        if (error) done()
      })
    })

  return {
    add(child) {
      latest.set(child, undefined)
      child.on('message', (message) => {
        if (isMessage<SnapshotResponse>(message, 'metrics-response'))
          waiting.get(message.id)?.(message.snapshot)
      })
    },
    remove(child) {
      const snapshot = latest.get(child)
      latest.delete(child)
      if (!snapshot) return
      ended = AggregatorRegistry.aggregate([ended, totalsOf(snapshot)])
        .getMetricsAsArray()
        .filter(hasValues)
    },
    async text() {
      await Promise.all([...latest.keys()].map(ask))
      const known = [...latest.values()].filter((snapshot) => snapshot !== undefined)
      const sum = AggregatorRegistry.aggregate([...known, ended])
      return { contentType: sum.contentType, text: await sum.metrics() }
    },
  }
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
  return (
    typeof message === 'object' && message !== null && 'castellan' in message && message.castellan === kind
  )
}
