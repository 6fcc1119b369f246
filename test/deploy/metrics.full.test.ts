import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { entryByKey } from '../../src/core/settings/catalogue.ts'
import {
  type MetricDefinition,
  metricCatalogue,
} from '../../src/features/monitoring/metrics/metric-catalogue.ts'
import { createMetrics } from '../../src/features/monitoring/metrics/metrics.ts'
import { temporaryFolder } from '../support/process.ts'
import { findOrInstall } from '../support/servers/find-or-install.ts'

const run = promisify(execFile)
const deploy = join(import.meta.dirname, '..', '..', 'deploy')
const textOf = (path: string): string => readFileSync(join(deploy, path), 'utf8')

interface Panel {
  readonly id: number
  readonly type: string
  readonly title: string
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number }
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[]
}

interface Dashboard {
  readonly panels: readonly Panel[]
  readonly templating: { readonly list: readonly { readonly name: string; readonly definition?: string }[] }
}

interface Rules {
  readonly groups: readonly {
    readonly rules: readonly { readonly alert: string; readonly expr: string; readonly annotations: object }[]
  }[]
}

const dashboard: Dashboard = JSON.parse(textOf('grafana/castellan-dashboard.json'))
const alerts = (parse(textOf('prometheus/castellan-alerts.yml')) as Rules).groups.flatMap(
  ({ rules }) => rules,
)
const panelQueries = dashboard.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr, legendFormat }) => ({ title, expr, legendFormat })),
)
const variableQueries = dashboard.templating.list.flatMap(({ name, definition = '' }) =>
  definition === '' ? [] : [{ title: name, expr: definition, legendFormat: '' }],
)
const queries = [
  ...alerts.map(({ alert, expr }) => ({ title: alert, expr, legendFormat: '' })),
  ...panelQueries,
  ...variableQueries,
]

/** Every name of a time series with its labels, besides those that Prometheus adds. */
const labelsOfSeries = new Map<string, readonly string[]>([['up', []]])

beforeAll(async () => {
  const { text, close } = createMetrics({
    loginMethod: 'password',
    processMetrics: true,
    emptyScopeReasons: [],
    sources: {
      health: () => 'up',
      passwordHashes: () => ({ running: 0, waiting: 0 }),
      loginLog: () => ({ backlogBytes: 0, rejected: 0, lost: 0, appendFailures: 0 }),
      droppedRefusals: () => 0,
      droppedUsage: () => 0,
      policyVersion: () => 0,
      policyAgeSeconds: () => 0,
      policyRules: () => 0,
    },
  })
  const definitions = new Map<string, MetricDefinition>(
    Object.values(metricCatalogue).map((definition) => [definition.name, definition]),
  )
  for (const [, name = '', type] of (await text()).text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
    const labels = definitions.get(name)?.labels ?? []
    if (type !== 'histogram') labelsOfSeries.set(name, labels)
    else {
      for (const end of ['sum', 'count']) labelsOfSeries.set(`${name}_${end}`, labels)
      labelsOfSeries.set(`${name}_bucket`, [...labels, 'le'])
    }
  }
  await close()
})

const ADDED_LABELS = ['job', 'instance']
const seriesIn = (expr: string): string[] => expr.match(/\b(?:castellan|process|nodejs)_\w+|\bup\b/g) ?? []

test('every alert and every panel uses series that the service exports', () => {
  expect(queries.length).toBeGreaterThan(40)
  for (const { title, expr } of queries) {
    const names = seriesIn(expr.replaceAll(/"[^"]*"/g, ''))
    expect(names, title).not.toEqual([])
    expect(
      names.filter((name) => !labelsOfSeries.has(name)),
      title,
    ).toEqual([])
  }
})

test('every label of a query and of a legend exists', () => {
  for (const { title, expr, legendFormat } of queries) {
    const names = seriesIn(expr.replaceAll(/"[^"]*"/g, ''))
    const known = new Set([...ADDED_LABELS, ...names.flatMap((name) => labelsOfSeries.get(name) ?? [])])
    const matchers = [...expr.matchAll(/([a-z_]+)\s*(?:=~|!~|!=|=)\s*"/g)].map(([, label = '']) => label)
    const grouped = [...expr.matchAll(/\b(?:by|on|without|group_right|group_left)\s*\(([^)]*)\)/g)].flatMap(
      ([, list = '']) => list.split(',').map((label) => label.trim()),
    )
    const shown = [...legendFormat.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, label = '']) => label)
    const used = [...matchers, ...grouped, ...shown].filter((label) => label !== '')
    expect(
      used.filter((label) => !known.has(label)),
      `${title}: ${expr}`,
    ).toEqual([])
  }
})

test('every metric of the service is in the dashboard', () => {
  const shown = new Set(panelQueries.flatMap(({ expr }) => seriesIn(expr)))
  const missing = Object.values(metricCatalogue).filter(
    ({ name }) => !['', '_bucket'].some((end) => shown.has(`${name}${end}`)),
  )
  expect(missing.map(({ name }) => name)).toEqual([])
})

test('panels do not overlap, and their ids differ', () => {
  const { panels } = dashboard
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  for (const { title, gridPos: a } of panels) {
    expect(a.x + a.w, title).toBeLessThanOrEqual(24)
    const over = panels.filter(
      ({ title: other, gridPos: b }) =>
        other !== title && a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h,
    )
    expect(over, title).toEqual([])
  }
})

test('every alert says what happened and what to do', () => {
  for (const { alert, annotations } of alerts) {
    expect(Object.keys(annotations), alert).toEqual(['summary', 'action'])
  }
})

test('the scrape configuration has the default port', () => {
  const port = entryByKey.get('metrics.port')?.setting.default
  expect(parse(textOf('prometheus/prometheus.yml')).scrape_configs).toEqual([
    { job_name: 'castellan', static_configs: [{ targets: [`127.0.0.1:${port}`] }] },
  ])
})

describe('with promtool', async () => {
  const promtool = await findOrInstall('promtool', 'prometheus')
  if (promtool === undefined) process.stderr.write('promtool is missing: the alert rules are not run\n')

  test.skipIf(promtool === undefined)(
    'the configuration is valid and the tests of the rules pass',
    async () => {
      const folder = join(deploy, 'prometheus')
      await run(`${promtool}`, ['check', 'config', 'prometheus.yml'], { cwd: folder })
      const { stdout } = await run(`${promtool}`, ['test', 'rules', 'castellan-alerts-tests.yml'], {
        cwd: folder,
      })
      expect(stdout).toContain('SUCCESS')
      for (const { alert } of alerts) expect(textOf('prometheus/castellan-alerts-tests.yml')).toContain(alert)
    },
  )

  test.skipIf(promtool === undefined)('the queries of the dashboard are valid', async () => {
    const folder = await temporaryFolder()
    onTestFinished(folder.remove)
    const rules = panelQueries.map(({ expr }, index) => ({
      record: `panel:${index}`,
      expr: expr.replaceAll('$__rate_interval', '1m'),
    }))
    const file = join(folder.path, 'panels.yml')
    await writeFile(file, stringify({ groups: [{ name: 'panels', rules }] }))
    const { stdout } = await run(`${promtool}`, ['check', 'rules', file])
    expect(stdout).toContain(`${panelQueries.length} rules found`)
  })
})
