import { STATUS_CODES } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { type Metrics, REASONS_OF_ALLOWED } from '../../../platform/observability/metrics.ts'
import { listRefusalReasons } from '../../../platform/refusal/refusal.ts'
import { readVersion } from '../../../platform/runtime/package-files.ts'
import { type MetricDefinition, metricCatalogue } from './metric-catalogue.ts'

/** The state of the service at the time of a scrape. Reading it must not wait for the database. */
export interface MetricSources {
  readonly health: () => 'up' | 'degraded' | 'down'
  readonly passwordHashes: () => { readonly running: number; readonly waiting: number }
  readonly loginLog: () => {
    readonly backlogBytes: number
    readonly rejected: number
    readonly lost: number
    readonly appendFailures: number
  }
  readonly droppedRefusals: () => number
  readonly droppedUsage: () => number
  readonly policyVersion: () => number
  readonly policyAgeSeconds: () => number
  readonly policyRules: () => number
}

interface MetricsOptions {
  readonly sources: MetricSources
  /** The label of the method `password`: `custom` for a replaced credential verifier. */
  readonly loginMethod: 'password' | 'custom'
  /** Whether to add metrics of the process, such as memory and CPU time. An embedding app has its own. */
  readonly processMetrics: boolean
  /** The reasons why a data scope resolves to no rows. */
  readonly emptyScopeReasons: readonly string[]
}

export type MetricsSnapshot = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

const DURATION_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const EVENT_LOOP_RESOLUTION_MS = 10
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const UNKNOWN_ROUTE = 'unknown'
const OTHER = 'other'

/** Creates the metrics of this process, with a registry of their own. */
export function createMetrics(given: MetricsOptions): Metrics {
  const { sources, loginMethod, processMetrics, emptyScopeReasons } = given
  const registry = new Registry()
  const options = ({ name, help, labels, aggregation }: MetricDefinition) => ({
    name,
    help,
    labelNames: [...labels],
    registers: [registry],
    aggregator: aggregation ?? ('sum' as const),
  })
  const counter = (definition: MetricDefinition) => new Counter(options(definition))
  const histogram = (definition: MetricDefinition) =>
    new Histogram({ ...options(definition), buckets: DURATION_BUCKETS_SECONDS })
  /** The values are read at every scrape. */
  const gauge = (definition: MetricDefinition, read: () => number | Readonly<Record<string, number>>) => {
    const [label = ''] = definition.labels
    return new Gauge({
      ...options(definition),
      collect() {
        const value = read()
        if (typeof value === 'number') this.set(value)
        else for (const [name, one] of Object.entries(value)) this.set({ [label]: name }, one)
      },
    })
  }
  /** A counter whose total another part counts. */
  const readCounter = (definition: MetricDefinition, read: () => number) =>
    new Counter({
      ...options(definition),
      collect() {
        this.reset()
        this.inc(read())
      },
    })

  const version = readVersion()
  new Gauge(options(metricCatalogue.buildInfo)).set({ version, node: process.versions.node }, 1)
  gauge(metricCatalogue.processes, () => 1)
  gauge(metricCatalogue.health, () => ({
    up: 0,
    degraded: 0,
    down: 0,
    // Counted by the parent process. Here, so that the series always exists.
    'not-responding': 0,
    [sources.health()]: 1,
  }))
  const requests = counter(metricCatalogue.requests)
  const requestDuration = histogram(metricCatalogue.requestDuration)
  const refusals = counter(metricCatalogue.refusals)
  const decisions = counter(metricCatalogue.decisions)
  const logins = counter(metricCatalogue.logins)
  const emptyScopes = counter(metricCatalogue.emptyScopes)
  // Prometheus sees no increase in a series that begins with 1.
  for (const { reason } of listRefusalReasons()) refusals.inc({ reason }, 0)
  for (const reason of emptyScopeReasons) emptyScopes.inc({ reason }, 0)
  for (const reason of REASONS_OF_ALLOWED) decisions.inc({ result: 'allowed', reason }, 0)
  decisions.inc({ result: 'refused', reason: 'permission-denied' }, 0)
  logins.inc({ result: 'success', reason: 'logged-in', method: loginMethod }, 0)
  logins.inc({ result: 'failure', reason: 'credentials-wrong', method: loginMethod }, 0)
  gauge(metricCatalogue.passwordHashes, () => ({ ...sources.passwordHashes() }))
  gauge(metricCatalogue.loginLogBacklog, () => sources.loginLog().backlogBytes)
  readCounter(metricCatalogue.loginLogRejected, () => sources.loginLog().rejected)
  readCounter(metricCatalogue.loginLogLost, () => sources.loginLog().lost)
  readCounter(metricCatalogue.loginLogFailures, () => sources.loginLog().appendFailures)
  readCounter(metricCatalogue.droppedRefusals, sources.droppedRefusals)
  readCounter(metricCatalogue.droppedUsage, sources.droppedUsage)
  gauge(metricCatalogue.policyVersion, sources.policyVersion)
  gauge(metricCatalogue.policyAge, sources.policyAgeSeconds)
  gauge(metricCatalogue.policyRules, sources.policyRules)
  const upstreamRequests = counter(metricCatalogue.upstreamRequests)
  const upstreamDuration = histogram(metricCatalogue.upstreamDuration)

  const eventLoop = monitorEventLoopDelay({ resolution: EVENT_LOOP_RESOLUTION_MS })
  eventLoop.enable()
  gauge(metricCatalogue.eventLoopDelay, () => {
    const secondsAt = (percentile: number): number =>
      // The measured time includes the interval between two measurements.
      Math.max(0, eventLoop.percentile(percentile) / 1e9 - EVENT_LOOP_RESOLUTION_MS / 1000)
    const delays = { '0.5': secondsAt(50), '0.99': secondsAt(99), '1': secondsAt(100) }
    eventLoop.reset()
    return delays
  })
  if (processMetrics) collectDefaultMetrics({ register: registry })

  return {
    request({ method: given, route = UNKNOWN_ROUTE, code, seconds }) {
      const method = METHODS.has(given) ? given : OTHER
      requests.inc({ method, route, code: STATUS_CODES[code] ? code : OTHER })
      requestDuration.observe({ method, route }, seconds)
    },
    // No arrow functions without braces: `inc` returns an object, which a caller could take for a promise.
    refusal(reason) {
      refusals.inc({ reason })
    },
    decision(result, reason) {
      decisions.inc({ result, reason })
    },
    login(result, reason, method) {
      const label = method === 'password' ? loginMethod : method || 'unknown'
      logins.inc({ result, reason, method: label })
    },
    emptyScope(reason) {
      emptyScopes.inc({ reason })
    },
    upstreamRequest(upstream, result, seconds) {
      const label = typeof result === 'number' ? `${Math.floor(result / 100)}xx` : result
      upstreamRequests.inc({ upstream, result: label })
      upstreamDuration.observe({ upstream }, seconds)
    },
    async text() {
      return { contentType: registry.contentType, text: await registry.metrics() }
    },
    snapshot: () => registry.getMetricsAsJSON(),
    async close() {
      eventLoop.disable()
      registry.clear()
    },
  }
}
