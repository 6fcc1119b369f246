import {
  type MetricDefinition,
  metricCatalogue,
} from '../../src/features/monitoring/metrics/metric-catalogue.ts'

const INTRODUCTION = `# Metrics

With \`metrics.enabled\`, \`castellan serve\` serves these metrics at \`http://127.0.0.1:9464/metrics\` (\`metrics.host\`, \`metrics.port\`) in the text
format of Prometheus. [Monitor](../how-to/monitor.md) describes how to use them.

- Labels contain no user names, addresses or paths of requests. A route is written as it was declared (\`/api/v1/sys-user/:id\`); all
  paths without a route have \`route="unknown"\`, unusual methods \`method="other"\` and unknown codes \`code="other"\`.
- A counter starts at 0 with the process. A series with labels appears with its first event, except those that alerts are based on: all
  refusal reasons, the usual decisions and the usual results of logins.
- With \`castellan serve --processes N\`, the parent process serves one value for all processes, as the last column says. What a
  process had counted at the last scrape stays in the sums after its end; what it counted since then is lost. A process that does not
  respond within 2 seconds is counted as \`not-responding\`; its counters stay, its other values are left out.
- \`castellan serve\` also has the metrics of the process and of Node (\`process_*\` and \`nodejs_*\`, such as \`process_cpu_seconds_total\` and
  \`process_resident_memory_bytes\`), as the library prom-client defines them. An embedding app has its own.
`

/** Returns the reference of all metrics. */
export function metricsPage(): string {
  const rows = Object.values(metricCatalogue).map((metric: MetricDefinition) => {
    const { name, type, labels, help, aggregation = 'sum' } = metric
    const labelNames = labels.map((label) => `\`${label}\``).join(', ')
    return `| \`${name}\` | ${type} | ${labelNames} | ${help}. | ${aggregation} |`
  })
  const head = ['| metric | type | labels | meaning | several processes |', '|---|---|---|---|---|']
  return `${INTRODUCTION}\n${[...head, ...rows].join('\n')}\n`
}
