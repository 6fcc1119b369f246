import { readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { parse, parseAllDocuments, stringify } from 'yaml'
import { readSettings } from '../../src/core/settings/load-settings.ts'
import { temporaryFolder } from '../support/process.ts'
import { buildPackage, expectRelease, readSbom, sha256, succeed } from './support/build-package.ts'
import { type Helm, prepareHelm } from './support/helm.ts'

const deploy = join(import.meta.dirname, '..', '..', 'deploy')
const chart = join(deploy, 'helm', 'castellan')
/** Compiling Helm takes long on a slow machine. */
const BUILD_TIMEOUT_MS = 3_600_000

interface Manifest {
  readonly kind: string
  readonly metadata: { readonly name: string }
  // biome-ignore lint/suspicious/noExplicitAny: what follows depends on the kind
  readonly [field: string]: any
}

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let prepared: Helm | string

beforeAll(async () => {
  folder = await temporaryFolder()
  prepared = await prepareHelm(folder.path)
}, BUILD_TIMEOUT_MS)
afterAll(() => folder.remove())
beforeEach(({ skip }) => {
  if (typeof prepared === 'string') skip(prepared)
})

async function helm(...args: readonly string[]): Promise<string> {
  if (typeof prepared === 'string') throw new Error(prepared)
  const { code, output } = await prepared(...args)
  if (code !== 0) throw new Error(output)
  return output
}

/** Renders the chart with these values. A Helm that was built from its module takes the cluster for a very old one. */
async function render(values: object = {}, release = 'castellan'): Promise<Manifest[]> {
  const file = join(folder.path, 'values.yaml')
  await writeFile(file, stringify(values))
  const output = await helm('template', release, chart, '--values', file, '--kube-version', '1.34.0')
  return manifestsIn(output)
}

function manifestsIn(text: string): Manifest[] {
  return [parseAllDocuments(text)].flat().map((document) => document.toJS())
}

const find = (manifests: readonly Manifest[], kind: string): Manifest => {
  const found = manifests.find((one) => one.kind === kind)
  if (!found) throw new Error(`there is no ${kind}`)
  return found
}
const podOf = (manifests: readonly Manifest[]) => find(manifests, 'StatefulSet').spec.template.spec
const settingsOf = (manifests: readonly Manifest[]): string =>
  find(manifests, 'ConfigMap').data['settings.yml']

/** What only a chart has. */
const OF_HELM = [
  'app.kubernetes.io/instance',
  'app.kubernetes.io/version',
  'app.kubernetes.io/managed-by',
  'helm.sh/chart',
  'checksum/settings',
]

/** Returns the manifests by kind and name, in a form that does not depend on the order of variables and settings. */
function comparable(manifests: readonly Manifest[]): Record<string, unknown> {
  const texts = manifests.map((manifest) =>
    JSON.stringify(manifest, (key, value) => {
      if (OF_HELM.includes(key)) return undefined
      if (key === 'settings.yml') return parse(value)
      if (key === 'env') return value.toSorted((a: Named, b: Named) => a.name.localeCompare(b.name, 'en'))
      return value
    }),
  )
  return Object.fromEntries(
    texts.map((text) => JSON.parse(text)).map((one: Manifest) => [`${one.kind} ${one.metadata.name}`, one]),
  )
}

interface Named {
  readonly name: string
}

test('Helm finds nothing wrong with the chart', async () => {
  expect(await helm('lint', '--strict', chart)).toContain('1 chart(s) linted, 0 chart(s) failed')
})

test('with default values, the chart renders to the files of deploy/kubernetes', async () => {
  const { version } = JSON.parse(readFileSync(join(deploy, '..', 'package.json'), 'utf8'))
  const files = readdirSync(join(deploy, 'kubernetes')).filter((name) => name.endsWith('.yml'))
  const applied = files
    .filter((name) => !['secret.yml', 'secret.example.yml'].includes(name))
    .flatMap((name) => manifestsIn(readFileSync(join(deploy, 'kubernetes', name), 'utf8')))
  // Kustomize sets the image; the chart has one.
  podOf(applied).containers[0].image = `castellan:${version}`
  const rendered = await render()
  expect(rendered).toHaveLength(6)
  expect(comparable(rendered)).toEqual(comparable(applied))
})

test('the packed chart renders to the same, and contains its bill of materials', async () => {
  const output = join(folder.path, 'release')
  await buildPackage('helm', output)
  const file = await expectRelease(output, '.tgz')
  const again = join(folder.path, 'again')
  await buildPackage('helm', again, '077')
  expect(await sha256(await expectRelease(again, '.tgz'))).toBe(await sha256(file))
  const options = ['--kube-version', '1.34.0']
  expect(await helm('template', 'castellan', file, ...options)).toBe(
    await helm('template', 'castellan', chart, ...options),
  )
  expect(await succeed('tar', ['-xOzf', file, 'castellan/sbom.cdx.json'])).toBe(
    readFileSync(`${file}.cdx.json`, 'utf8'),
  )
  const { components } = await readSbom(`${file}.cdx.json`)
  expect(components.map(({ name, version }) => `${name}:${version}`)).toEqual([
    podOf(await render()).containers[0].image,
  ])
})

test('two installations in one namespace do not select the pods of each other', async () => {
  const one = await render({}, 'one')
  const other = await render({}, 'other')
  const namesOf = (manifests: readonly Manifest[]) =>
    manifests.map(({ kind, metadata }) => kind + metadata.name)
  expect(new Set([...namesOf(one), ...namesOf(other)]).size).toBe(12)
  const selectors = JSON.stringify(one).match(/"(?:matchLabels|selector)":\{"app[^}]*\}/g)
  expect(selectors).toHaveLength(6)
  for (const selector of selectors ?? []) expect(selector).toContain('"app.kubernetes.io/instance":"one"')
})

test('settings decide about ports, metrics and the time for a shutdown, and the service accepts them', async () => {
  const manifests = await render({
    settings: {
      application: { port: 9000, shutdownSeconds: 40 },
      metrics: { enabled: false },
      jwt: { timeout: 315_576_000 },
    },
  })
  await writeFile(join(folder.path, 'settings.yml'), settingsOf(manifests))
  const { settings } = readSettings({ env: {}, flags: [], cwd: folder.path })
  expect(settings.application).toMatchObject({ port: 9000, trustProxy: ['10.244.0.0/16'] })
  expect(settings.jwt.timeout).toBe(315_576_000)
  const pod = podOf(manifests)
  expect(pod.terminationGracePeriodSeconds).toBe(60)
  expect(pod.containers[0].ports).toEqual([{ name: 'http', containerPort: 9000 }])
  const others = manifests.filter(({ kind }) => kind !== 'ConfigMap')
  expect(JSON.stringify(others)).not.toMatch(/9464|prometheus/)
  expect(find(manifests, 'NetworkPolicy').spec.ingress.map(({ ports }: Manifest) => ports)).toEqual([
    [{ protocol: 'TCP', port: 9000 }],
  ])
})

test('a change of the settings restarts the pods', async () => {
  const checksum = (manifests: readonly Manifest[]) =>
    find(manifests, 'StatefulSet').spec.template.metadata.annotations['checksum/settings']
  const before = checksum(await render())
  expect(checksum(await render({ replicas: 5 }))).toBe(before)
  expect(checksum(await render({ settings: { jwt: { timeout: 60 } } }))).not.toBe(before)
})

test('image, replicas, variables, Secret, ingress and the rest are values', async () => {
  const digest = `sha256:${'a'.repeat(64)}`
  const manifests = await render({
    image: { repository: 'registry.example/castellan', digest },
    imagePullSecrets: ['registry'],
    replicas: 3,
    existingSecret: 'my-secret',
    environment: {
      CASTELLAN_REDIS_URL_FILE: null,
      CASTELLAN_GATEWAY_SIGNINGSECRET_FILE: '/run/secrets/castellan/gateway',
    },
    storage: { className: 'fast', size: '5Gi' },
    nodeSelector: { disk: 'ssd' },
    tolerations: [{ key: 'auth', operator: 'Exists' }],
    podAnnotations: { team: 'identity' },
    podDisruptionBudget: { maxUnavailable: null, minAvailable: 2 },
    ingress: { enabled: true, className: 'nginx', host: 'auth.example', tlsSecret: 'auth-tls' },
    networkPolicy: { enabled: false },
  })
  const { spec } = find(manifests, 'StatefulSet')
  expect(spec).toMatchObject({
    replicas: 3,
    template: { metadata: { annotations: { team: 'identity' } } },
    volumeClaimTemplates: [
      { spec: { storageClassName: 'fast', resources: { requests: { storage: '5Gi' } } } },
    ],
  })
  const pod = podOf(manifests)
  expect(pod).toMatchObject({
    imagePullSecrets: [{ name: 'registry' }],
    nodeSelector: { disk: 'ssd' },
    tolerations: [{ key: 'auth', operator: 'Exists' }],
    containers: [{ image: `registry.example/castellan@${digest}` }],
  })
  const variables = pod.containers[0].env.map(({ name }: Named) => name)
  expect(variables).toContain('CASTELLAN_GATEWAY_SIGNINGSECRET_FILE')
  expect(variables).not.toContain('CASTELLAN_REDIS_URL_FILE')
  expect(JSON.stringify(pod.volumes)).toContain('"secretName":"my-secret"')
  const budget = find(manifests, 'PodDisruptionBudget').spec
  expect({ min: budget.minAvailable, max: budget.maxUnavailable }).toEqual({ min: 2, max: undefined })
  expect(find(manifests, 'Ingress').spec).toEqual({
    ingressClassName: 'nginx',
    rules: [
      {
        host: 'auth.example',
        http: {
          paths: [
            {
              path: '/',
              pathType: 'Prefix',
              backend: { service: { name: 'castellan', port: { name: 'http' } } },
            },
          ],
        },
      },
    ],
    tls: [{ hosts: ['auth.example'], secretName: 'auth-tls' }],
  })
  expect(manifests.map(({ kind }) => kind)).not.toContain('NetworkPolicy')
})

test('the values of the README are accepted, by the chart and by the service', async () => {
  const readme = readFileSync(join(deploy, 'README.md'), 'utf8')
  const [, values = ''] = /```yaml\n# my-values\.yaml\n(.*?)```/s.exec(readme) ?? []
  const manifests = await render(parse(values))
  expect(find(manifests, 'Ingress').spec.rules[0].host).toBe('auth.example.com')
  await writeFile(join(folder.path, 'settings.yml'), settingsOf(manifests))
  const { settings } = readSettings({ env: {}, flags: [], cwd: folder.path })
  expect(settings.application.publicUrl).toBe('https://auth.example.com')
})

test('without sources, the NetworkPolicy admits nobody', async () => {
  const manifests = await render({ networkPolicy: { from: [], metricsFrom: [], egress: [] } })
  const { spec } = find(manifests, 'NetworkPolicy')
  expect(spec.ingress ?? []).toEqual([])
  expect(spec.egress).toEqual([])
  expect(spec.policyTypes).toEqual(['Ingress', 'Egress'])
})

test.each([
  ['a misspelled value', { replica: 3 }, 'replica'],
  ['a misspelled value in a group', { image: { name: 'castellan' } }, 'name'],
  ['an ingress without a host', { ingress: { enabled: true } }, 'ingress.host is required'],
  ['metrics without an answer', { settings: { metrics: null } }, 'metrics'],
])('%s is refused', async (_, values, message) => {
  await expect(render(values)).rejects.toThrow(message)
})
