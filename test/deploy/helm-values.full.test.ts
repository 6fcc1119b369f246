import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

// test/packages/helm.deep.test.ts renders the chart. This comparison needs no Helm.
const root = join(import.meta.dirname, '..', '..')
const chartFolder = 'deploy/helm/castellan'
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')
const chart = parse(textOf(`${chartFolder}/Chart.yaml`))
const values = parse(textOf(`${chartFolder}/values.yaml`))
const schema = JSON.parse(textOf(`${chartFolder}/values.schema.json`))
const manifest = (name: string) => parse(textOf(`deploy/kubernetes/${name}.yml`))

test('the chart has the version of the package', () => {
  const { version } = JSON.parse(textOf('package.json'))
  expect({ chart: chart.version, app: chart.appVersion }).toEqual({ chart: version, app: version })
})

test('the values of the chart are those of the Kubernetes files', () => {
  const { spec } = manifest('statefulset')
  const [container] = spec.template.spec.containers
  const { ingress, egress } = manifest('networkpolicy').spec
  expect(values.settings).toEqual(parse(manifest('configmap').data['settings.yml']))
  expect(values.replicas).toBe(spec.replicas)
  expect(values.resources).toEqual(container.resources)
  const variables = container.env.map(({ name, value }: { name: string; value: string }) => [name, value])
  expect({ CASTELLAN_CONFIG: '/etc/castellan/settings.yml', ...values.environment }).toEqual(
    Object.fromEntries(variables),
  )
  expect(values.existingSecret).toBe(manifest('secret.example').metadata.name)
  expect(values.storage.size).toBe(spec.volumeClaimTemplates[0].spec.resources.requests.storage)
  expect(values.podDisruptionBudget.maxUnavailable).toBe(manifest('poddisruptionbudget').spec.maxUnavailable)
  expect([values.networkPolicy.from, values.networkPolicy.metricsFrom]).toEqual(
    ingress.map(({ from }: { from: unknown }) => from),
  )
  expect(values.networkPolicy.egress).toEqual(egress)
})

test('both files comment the same rules of the NetworkPolicy', () => {
  const commented = (text = ''): string[] =>
    text.match(/^ {4}# (?:A mail|A dir|Ident|Trac|- | {2}).*$/gm) ?? []
  const [, ofChart] = textOf(`${chartFolder}/values.yaml`).split('  egress:\n')
  const lines = commented(textOf('deploy/kubernetes/networkpolicy.yml'))
  expect(lines.length).toBeGreaterThan(15)
  expect(commented(ofChart)).toEqual(lines)
})

test('templates use only values that exist, and the schema knows each of them', () => {
  const templates = readdirSync(join(root, chartFolder, 'templates'))
  const used = templates.flatMap((name) =>
    [...textOf(`${chartFolder}/templates/${name}`).matchAll(/\.Values((?:\.\w+)+)/g)].map(([, path = '']) =>
      path.slice(1),
    ),
  )
  expect(used.length).toBeGreaterThan(20)
  for (const path of used) {
    const value = path.split('.').reduce((outer, key) => outer?.[key], values)
    expect(value, path).toBeDefined()
  }
  const { global, ...known } = schema.properties
  expect(global).toBeDefined()
  expect(Object.keys(known)).toEqual(Object.keys(values))
})
