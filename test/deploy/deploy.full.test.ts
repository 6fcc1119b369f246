import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { BlockList } from 'node:net'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { EVENT_KINDS } from '../../src/core/events/event.ts'
import { entryByKey, entryByVariable, groupKeys, otherVariables } from '../../src/core/settings/catalogue.ts'
import { readSettings } from '../../src/core/settings/load-settings.ts'
import { temporaryFolder } from '../support/process.ts'
import { findProgram } from '../support/servers/find-program.ts'
import { startStandalone } from '../support/standalone.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..', '..')
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')

const deployed = readdirSync(join(root, 'deploy'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name !== '.env' && entry.name !== 'secret.yml')
  .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
const howTos = readdirSync(join(root, 'docs', 'how-to')).map((name) => join('docs', 'how-to', name))
const explained = [...deployed, ...howTos]
/** Without the templates of the chart, which become YAML only when Helm renders them. */
const yamlFiles = deployed.filter((path) => /\.ya?ml$/.test(path) && !path.includes('/templates/'))

interface ComposeService {
  readonly image: string
  readonly environment?: Readonly<Record<string, string>>
  readonly ports?: readonly string[]
  readonly volumes?: readonly string[]
  readonly user?: string
  readonly healthcheck?: { readonly test: readonly string[] }
  readonly stop_grace_period?: string
  readonly secrets?: readonly string[]
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
  readonly networks: readonly string[] | Readonly<Record<string, { readonly ipv4_address?: string }>>
}

interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>
  readonly networks: { readonly front: { readonly ipam: { readonly config: readonly { subnet: string }[] } } }
  readonly volumes: Readonly<Record<string, unknown>>
  readonly secrets: Readonly<Record<string, { readonly file: string }>>
}

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string }
}

interface Container {
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[]
  readonly args: readonly string[]
  readonly env: readonly { readonly name: string; readonly value: string }[]
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[]
  readonly securityContext: Readonly<Record<string, unknown>>
  readonly startupProbe: Probe
  readonly readinessProbe: Probe
  readonly livenessProbe: Probe
  readonly lifecycle: { readonly preStop: { readonly sleep: { readonly seconds: number } } }
}

interface Manifest {
  readonly kind: string
  readonly metadata: { readonly name: string; readonly namespace?: string }
}

interface StatefulSet extends Manifest {
  readonly spec: {
    readonly serviceName: string
    readonly selector: { readonly matchLabels: Readonly<Record<string, string>> }
    readonly volumeClaimTemplates: readonly { readonly metadata: { readonly name: string } }[]
    readonly template: {
      readonly metadata: {
        readonly labels: Readonly<Record<string, string>>
        readonly annotations: Readonly<Record<string, string>>
      }
      readonly spec: {
        readonly enableServiceLinks: boolean
        readonly terminationGracePeriodSeconds: number
        readonly securityContext: Readonly<Record<string, unknown>>
        readonly containers: readonly [Container]
        readonly volumes: readonly {
          readonly name: string
          readonly configMap?: { readonly name: string }
          readonly secret?: { readonly secretName: string }
        }[]
      }
    }
  }
}

const compose: Compose = parse(textOf('deploy/compose.yml'), { merge: true })
const nodes = Object.entries(compose.services).filter(([name]) => /^castellan-\d$/.test(name))
const manifest = <T = Manifest>(name: string): T => parse(textOf(`deploy/kubernetes/${name}.yml`))
const statefulSet: StatefulSet = manifest('statefulset')
const pod = statefulSet.spec.template.spec
const [container] = pod.containers
const settingsOfConfigMap = manifest<{ data: Record<string, string> }>('configmap').data['settings.yml'] ?? ''
const nginxSite = textOf('deploy/nginx/castellan.conf')
const unit = textOf('deploy/castellan.service')
const unitValue = (key: string): string | undefined => new RegExp(`^${key}=(.*)$`, 'm').exec(unit)?.[1]

/** One instruction per line, without comments. */
const dockerfile = textOf('deploy/Dockerfile')
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll('\\\n', ' ')
  .split('\n')
  .filter((line) => line.trim() !== '')
const instructions = (name: string): string[] =>
  dockerfile.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1).trim())
const last = (name: string): string => instructions(name).at(-1) ?? ''
const imageVariable = (name: string): string | undefined =>
  new RegExp(`${name}=(\\S+)`).exec(instructions('ENV').join(' '))?.[1]

const aSecret = 'b2f7c1d94e8a6035d17b9c42f0e6a853'

test('every YAML file is well-formed and has no duplicate keys', () => {
  expect(yamlFiles.length).toBeGreaterThan(6)
  for (const path of yamlFiles) {
    const problems = [parseAllDocuments(textOf(path), { merge: true })]
      .flat()
      .flatMap((document) => ('errors' in document ? [...document.errors, ...document.warnings] : []))
    expect(problems, path).toEqual([])
  }
})

test('every environment variable mentioned exists', () => {
  for (const path of explained) {
    const named = textOf(path).match(/\bCASTELLAN_[A-Z_]+\b/g) ?? []
    const unknown = named
      .filter((name) => name !== 'CASTELLAN_')
      .filter(
        (name) => !entryByVariable.has(name.replace(/_FILE$/, '')) && !Object.hasOwn(otherVariables, name),
      )
    expect(unknown, path).toEqual([])
  }
})

test('every setting mentioned exists', () => {
  const groups = [...groupKeys].join('|')
  for (const path of explained) {
    const named =
      textOf(path).match(new RegExp(`(?<![\\w/.-])(${groups})\\.[a-z][A-Za-z.]*[A-Za-z]`, 'g')) ?? []
    const isFile = (name: string): boolean => /\.(ts|js|db|yml|md|service|conf|env|log)$/.test(name)
    const isCode = (name: string): boolean => name === 'console.error'
    const isEvent = (name: string): boolean => EVENT_KINDS.some((kind) => kind === name)
    expect(
      named.filter(
        (name) =>
          ![isFile, isCode, isEvent].some((is) => is(name)) && !entryByKey.has(name) && !groupKeys.has(name),
      ),
      path,
    ).toEqual([])
  }
})

test('links resolve', () => {
  for (const path of explained.filter((name) => name.endsWith('.md'))) {
    const targets = [...textOf(path).matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, target]) => target ?? '')
    expect(
      targets.filter((target) => !existsSync(join(root, dirname(path), target))),
      path,
    ).toEqual([])
  }
})

test('compose: a node starts with these variables, and every secret is a mounted file', async () => {
  const folder = await temporaryFolder()
  onTestFinished(folder.remove)
  const contents: Readonly<Record<string, string>> = {
    ...secretsOfNodes(),
    'gateway-signing-secret': `${aSecret}z`,
  }
  for (const [name, text] of Object.entries(contents)) await writeFile(join(folder.path, name), `${text}\n`)
  const [, node] = nodes[0] ?? []
  const env = Object.fromEntries(
    Object.entries(node?.environment ?? {}).map(([name, text]) => [
      name,
      text.replace(/^\/run\/secrets\//, `${folder.path}/`),
    ]),
  )
  const { settings } = readSettings({ env, flags: [], cwd: folder.path })
  expect(settings.database.url).toBe(contents['database-url'])
  expect(settings.redis.url).toBe(contents['redis-url'])
  expect(settings.jwt.secret).toBe(contents['jwt-secret'])
  expect(settings.login.secondFactor.encryptionKey).toBe(contents['second-factor-key'])
  expect(settings.gateway.signingSecret).toBe(contents['gateway-signing-secret'])
  expect(settings.application.mode).toBe('prod')

  for (const [name, service] of Object.entries(compose.services)) {
    const used = JSON.stringify(service).match(/(?<=\/run\/secrets\/)[a-z-]+/g) ?? []
    expect([...new Set(used)].sort(), name).toEqual([...(service.secrets ?? [])].sort())
  }
  for (const [name, { file }] of Object.entries(compose.secrets)) {
    expect(file).toBe(`./secrets/${name}`)
    expect(textOf('deploy/README.md'), name).toContain(`> secrets/${name}\n`)
  }
  expect(textOf('deploy/compose.yml')).not.toMatch(/\$\{/)
})

test('compose: two nodes, each with a spool, wait for the database and Redis, and trust only the proxy', () => {
  expect(nodes.map(([name]) => name)).toEqual(['castellan-1', 'castellan-2'])
  const spools = nodes.flatMap(([, node]) => node.volumes ?? [])
  expect(new Set(spools).size).toBe(2)
  expect(spools.map((volume) => volume.split(':')[1])).toEqual([last('VOLUME'), last('VOLUME')])
  for (const volume of spools) expect(compose.volumes).toHaveProperty(volume.split(':')[0] ?? '')

  const subnet = compose.networks.front.ipam.config[0]?.subnet ?? ''
  const [network = '', prefix] = subnet.split('/')
  const range = new BlockList()
  range.addSubnet(network, Number(prefix))
  for (const [, node] of nodes) {
    expect(node.environment?.CASTELLAN_APPLICATION_TRUSTPROXY).toBe(subnet)
    const address = 'front' in node.networks ? node.networks.front?.ipv4_address : undefined
    expect(range.check(address ?? '')).toBe(true)
    expect(node.depends_on).toEqual({
      postgres: { condition: 'service_healthy' },
      redis: { condition: 'service_healthy' },
    })
  }
  const inFront = Object.entries(compose.services).filter(([, { networks }]) =>
    Array.isArray(networks) ? networks.includes('front') : 'front' in networks,
  )
  expect(inFront.map(([name]) => name).sort()).toEqual(['castellan-1', 'castellan-2', 'proxy'])
  for (const name of ['postgres', 'redis', 'proxy']) {
    expect(compose.services[name]?.healthcheck, name).toBeDefined()
    expect(compose.services[name]?.image, name).toMatch(/:\d/)
  }
})

test('compose: the proxy gets every file that the configuration of nginx names', () => {
  const mounts = (compose.services.proxy?.volumes ?? []).map((volume) => volume.split(':'))
  const targets = mounts.map(([, target = '']) => target)
  const named = [textOf('deploy/nginx/nginx.conf'), nginxSite].flatMap((text) =>
    [...text.matchAll(/^ *(?:include|root|ssl_certificate|ssl_certificate_key) (.*);/gm)].map(
      ([, path]) => path,
    ),
  )
  // The image has the list of media types.
  const ofImage = '/etc/nginx/mime.types'
  expect([...new Set([...named, '/etc/nginx/nginx.conf'])].sort()).toEqual([...targets, ofImage].sort())
  for (const [source = ''] of mounts)
    if (source.startsWith('./secrets/')) expect(textOf('deploy/README.md')).toContain(source.slice(2))
    else if (source !== './app') expect(existsSync(join(root, 'deploy', source)), source).toBe(true)
})

test('Dockerfile: copied files exist and are not ignored; stages are defined before they are used', () => {
  const allowed = textOf('deploy/Dockerfile.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1))
  const stages: string[] = []
  for (const line of dockerfile) {
    const stage = /^FROM \S+ AS (\S+)$/.exec(line)?.[1]
    if (stage) stages.push(stage)
    const [, from, sources = ''] = /^COPY (?:--from=(\S+) )?(.+) \S+$/.exec(line) ?? []
    if (from !== undefined) expect(stages.slice(0, -1)).toContain(from)
    else
      for (const source of sources.split(' ').filter((name) => name !== '')) {
        expect(existsSync(join(root, source)), source).toBe(true)
        expect(allowed).toContain(source)
      }
  }
  expect(stages).toEqual(['build', 'runtime'])
  for (const source of allowed) expect(existsSync(join(root, source)), source).toBe(true)
})

test('Dockerfile: runs the program of the package as process 1, and not as root', () => {
  const { bin, scripts } = JSON.parse(textOf('package.json'))
  expect(JSON.parse(last('ENTRYPOINT'))).toEqual(['node', `/opt/castellan/${bin.castellan}`])
  expect(JSON.parse(last('CMD'))).toEqual(['serve'])
  expect(scripts).toHaveProperty('build')
  expect(last('USER')).toMatch(/^[1-9]\d*:[1-9]\d*$/)
  expect(imageVariable('CASTELLAN_APPLICATION_HOST')).toBe('0.0.0.0')
  expect(imageVariable('CASTELLAN_APPLICATION_DATADIR')).toBe(last('VOLUME'))
})

test('Dockerfile: uses the newest version of Node that CI tests', () => {
  const { jobs } = parse(textOf('.github/workflows/ci.yml'))
  const tested: readonly number[] = jobs.ci.strategy.matrix.node
  expect(last('ARG')).toBe(`NODE_IMAGE=node:${Math.max(...tested)}-bookworm-slim`)
})

test('all files use the same port', () => {
  const port = entryByKey.get('application.port')?.setting.default
  const upstreams = [...nginxSite.matchAll(/server (castellan-\d):(\d+)/g)]
  expect(upstreams.map(([, name]) => name)).toEqual(nodes.map(([name]) => name))
  const ports = {
    exposed: Number(last('EXPOSE')),
    health: Number(/\|\| (\d+)/.exec(last('HEALTHCHECK'))?.[1]),
    upstreams: upstreams.map(([, , number]) => Number(number)),
    container: container.ports.find(({ name }) => name === 'http')?.containerPort,
    settings: parse(settingsOfConfigMap).application.port,
    policy: parse(textOf('deploy/kubernetes/networkpolicy.yml')).spec.ingress[0].ports[0].port,
  }
  expect(ports).toEqual({
    exposed: port,
    health: port,
    upstreams: [port, port],
    container: port,
    settings: port,
    policy: port,
  })
  const listens = new Set(Array.from(nginxSite.matchAll(/listen (\d+)/g), ([, number]) => number))
  expect(compose.services.proxy?.ports?.map((mapping) => mapping.split(':').at(-1))).toEqual([...listens])
  expect(compose.services.proxy?.healthcheck?.test.join(' ')).toContain('https://127.0.0.1/')
})

test('all files use the same port for metrics, and the nodes serve them', () => {
  const port = entryByKey.get('metrics.port')?.setting.default
  const { annotations } = statefulSet.spec.template.metadata
  const rules = parse(textOf('deploy/kubernetes/networkpolicy.yml')).spec.ingress
  expect(parse(settingsOfConfigMap).metrics).toEqual({ enabled: true, host: '0.0.0.0', port })
  expect(container.ports.find(({ name }) => name === 'metrics')?.containerPort).toBe(port)
  expect(annotations).toEqual({ 'prometheus.io/scrape': 'true', 'prometheus.io/port': String(port) })
  expect(rules[1].ports).toEqual([{ protocol: 'TCP', port }])
  for (const [name, { environment, ports }] of nodes) {
    expect(environment?.CASTELLAN_METRICS_ENABLED, name).toBe('true')
    expect(ports, name).toBeUndefined()
  }
  expect(unit).toContain('Environment=CASTELLAN_METRICS_ENABLED=true')
})

test('health checks of containers use the probe without a rate limit', () => {
  expect(last('HEALTHCHECK')).toContain('/readyz`')
  expect(compose.services.proxy?.healthcheck?.test.join(' ')).toMatch(/\/readyz$/)
})

test('Kubernetes: the settings are accepted; those of the example secret are not', async () => {
  const folder = await temporaryFolder()
  onTestFinished(folder.remove)
  await writeFile(join(folder.path, 'settings.yml'), settingsOfConfigMap)
  const { settings } = readSettings({ env: {}, flags: [], cwd: folder.path })
  expect(settings.application.mode).toBe('prod')
  const { stringData } = manifest<{ stringData: Record<string, string> }>('secret.example')
  const secretFiles = container.env.filter(({ name }) => name.endsWith('_FILE'))
  expect(secretFiles.map(({ value }) => basename(value)).sort()).toEqual(Object.keys(stringData).sort())
  for (const { name, value } of secretFiles) {
    const file = join(folder.path, basename(value))
    await writeFile(file, stringData[basename(value)] ?? '')
    const load = () => readSettings({ env: { [name]: file }, flags: [], cwd: folder.path })
    expect(load, name).toThrow()
  }
})

test('Kubernetes: references between the resources are correct, and no namespace is set', () => {
  const listed: { resources: string[] } = parse(textOf('deploy/kubernetes/kustomization.yaml'))
  const present = readdirSync(join(root, 'deploy/kubernetes')).filter((name) => name.endsWith('.yml'))
  expect([...listed.resources, 'secret.example.yml'].sort()).toEqual(
    present.filter((name) => name !== 'secret.yml').sort(),
  )
  const all: Manifest[] = present.flatMap((name) =>
    textOf(`deploy/kubernetes/${name}`)
      .split(/^---$/m)
      .map((text) => parse(text)),
  )
  expect(all.filter(({ metadata }) => metadata.namespace !== undefined)).toEqual([])
  const named = (kind: string): string[] =>
    all.filter((one) => one.kind === kind).map((one) => one.metadata.name)
  expect(named('Service')).toContain(statefulSet.spec.serviceName)
  expect(pod.volumes.flatMap(({ configMap }) => configMap?.name ?? [])).toEqual(named('ConfigMap'))
  expect(pod.volumes.flatMap(({ secret }) => secret?.secretName ?? [])).toEqual(named('Secret'))

  const { labels } = statefulSet.spec.template.metadata
  const selectors = all.flatMap(
    (one) => JSON.stringify(one).match(/"(?:matchLabels|selector)":\{"app[^}]*\}/g) ?? [],
  )
  expect(selectors).toHaveLength(6)
  for (const selector of selectors) expect(selector).toContain(JSON.stringify(labels).slice(1, -1))
})

test('Kubernetes: the spool is persistent, and the pod runs as the image does, writes nowhere else and is not root', () => {
  const mounts = new Map(container.volumeMounts.map(({ mountPath, name }) => [mountPath, name]))
  expect(statefulSet.spec.volumeClaimTemplates.map(({ metadata }) => metadata.name)).toEqual([
    mounts.get(last('VOLUME')),
  ])
  expect(container.env).toContainEqual({
    name: 'CASTELLAN_CONFIG',
    value: `${last('WORKDIR')}/settings.yml`,
  })
  for (const { value } of container.env) expect(mounts.has(dirname(value)), value).toBe(true)
  expect(mounts.has(last('WORKDIR'))).toBe(true)
  const [user, group] = last('USER').split(':').map(Number)
  expect(pod).toMatchObject({
    enableServiceLinks: false,
    securityContext: { runAsNonRoot: true, runAsUser: user, runAsGroup: group, fsGroup: group },
  })
  expect(container.securityContext).toEqual({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  })
})

test('all files allow enough time for a shutdown', () => {
  const declared = Number(entryByKey.get('application.shutdownSeconds')?.setting.default)
  for (const [name, node] of nodes) {
    const seconds = Number(node.environment?.CASTELLAN_APPLICATION_SHUTDOWNSECONDS ?? declared)
    expect(Number.parseInt(node.stop_grace_period ?? '', 10), name).toBeGreaterThan(seconds)
  }
  const shutdownSeconds = parse(settingsOfConfigMap).application.shutdownSeconds ?? declared
  const { seconds } = container.lifecycle.preStop.sleep
  expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(seconds + shutdownSeconds)
  const inUnit = /CASTELLAN_APPLICATION_SHUTDOWNSECONDS=(\d+)/.exec(unit)?.[1]
  expect(Number(unitValue('TimeoutStopSec'))).toBeGreaterThan(Number(inUnit ?? declared))
  // Several processes; the first one forwards the signal.
  expect(unitValue('KillMode')).toBe('mixed')
})

test('the endpoints of the probes exist, and the proxy closes idle connections before the service does', async () => {
  const service = await startStandalone()
  onTestFinished(service.close)
  const asked = new Set(
    deployed.flatMap((path) => textOf(path).match(/\/(?:api\/v1\/[\w-]+|livez|readyz)\b/g) ?? []),
  )
  expect(asked).toContain(container.readinessProbe.httpGet.path)
  for (const { httpGet } of [container.startupProbe, container.readinessProbe, container.livenessProbe]) {
    const { status, headers } = await fetch(`${service.origin}${httpGet.path}`)
    expect(status, httpGet.path).toBe(200)
    expect(httpGet.port).toBe(container.ports[0]?.name)
    const closesAfter = Number(/timeout=(\d+)/.exec(headers.get('keep-alive') ?? '')?.[1])
    expect(Number(/^ *keepalive_timeout (\d+)s;/m.exec(nginxSite)?.[1])).toBeLessThan(closesAfter)
  }
  // The service that the proxies guard.
  asked.delete('/api/v1/orders')
  for (const path of asked) expect((await fetch(`${service.origin}${path}`)).status, path).not.toBe(404)
})

test('the systemd unit drops privileges', () => {
  expect(unitValue('User')).not.toBe('root')
  for (const [key, value] of [
    ['Type', 'exec'],
    ['ProtectSystem', 'strict'],
    ['NoNewPrivileges', 'yes'],
    ['StateDirectory', 'castellan'],
    ['CapabilityBoundingSet', ''],
  ] as const)
    expect(unitValue(key), key).toBe(value)
})

test('with the systemd recipe, the service and commands in every folder use the folder that the unit may write to', async () => {
  // The variables of the unit are unknown to commands.
  expect(unit).not.toContain('CASTELLAN_APPLICATION_DATADIR')
  const recipe = /^sed '(.+)' settings\.example\.yml > settings\.yml/m.exec(textOf('deploy/README.md'))
  const folder = await temporaryFolder()
  onTestFinished(folder.remove)
  const { stdout } = await run('sed', [recipe?.[1] ?? '', 'settings.example.yml'])
  await writeFile(join(folder.path, 'settings.yml'), stdout)
  for (const cwd of ['/', folder.path, process.cwd()]) {
    const { settings } = readSettings({ file: join(folder.path, 'settings.yml'), env: {}, flags: [], cwd })
    expect(settings.application.dataDir).toBe(`/var/lib/${unitValue('StateDirectory')}`)
  }
})

test('with systemd, the unit, commands and both pages use the same variables', async () => {
  const readme = textOf('deploy/README.md')
  const variablesIn = (text: string) =>
    text.match(/^CASTELLAN_\w+_FILE=\/etc\/castellan\/secrets\/\S+$/gm) ?? []
  const lines = variablesIn(readme)
  expect(variablesIn(textOf('docs/how-to/deploy.md'))).toEqual(lines)
  for (const text of [unit, textOf('deploy/castellan-backup.service'), readme])
    expect(text).toMatch(/EnvironmentFile=-\/etc\/castellan\/environment\b/)
  expect(lines.map((line) => line.split('/').at(-1)).sort()).toEqual(Object.keys(secretsOfNodes()).sort())
  for (const name of Object.keys(secretsOfNodes()))
    expect(readme).toContain(`sudo install -o castellan -m 600 /dev/stdin /etc/castellan/secrets/${name}\n`)

  const folder = await temporaryFolder()
  onTestFinished(folder.remove)
  for (const [name, text] of Object.entries(secretsOfNodes()))
    await writeFile(join(folder.path, name), `${text}\n`, { mode: 0o600 })
  const env = Object.fromEntries(
    lines.map((line) => {
      const [name = '', path = ''] = line.split('=')
      return [name, join(folder.path, basename(path))]
    }),
  )
  const { settings } = readSettings({ env, flags: [], cwd: folder.path })
  expect(settings.login.secondFactor.encryptionKey).toBe(secretsOfNodes()['second-factor-key'])
  expect(settings.jwt.secret).toBe(secretsOfNodes()['jwt-secret'])
  expect(settings.database.url).toBe(secretsOfNodes()['database-url'])
  expect(settings.redis.url).toBe(secretsOfNodes()['redis-url'])
})

test('no page makes a settings file unreadable for the user of the service', () => {
  const pages = [
    'deploy/README.md',
    ...readdirSync(join(root, 'docs/how-to')).map((name) => `docs/how-to/${name}`),
  ]
  for (const path of pages) {
    const text = textOf(path)
    if (text.includes('chmod 600 settings.yml'))
      expect(text, path).toContain(
        '`sudo install -o castellan -m 600 settings.yml /etc/castellan/settings.yml`',
      )
  }
})

/** The secrets of several nodes, by the name of their file. */
function secretsOfNodes() {
  return {
    'database-url': `postgres://castellan:${aSecret}@postgres:5432/castellan`,
    'redis-url': `redis://:${aSecret}@redis:6379`,
    'jwt-secret': `${aSecret}x`,
    'second-factor-key': `${aSecret}y`,
  }
}

test('the backup unit uses the user, the folders and the program of the service', () => {
  const backup = textOf('deploy/castellan-backup.service')
  for (const key of [
    'User',
    'WorkingDirectory',
    'StateDirectory',
    'ProtectSystem',
    'CapabilityBoundingSet',
  ]) {
    expect(new RegExp(`^${key}=(.*)$`, 'm').exec(backup)?.[1], key).toBe(unitValue(key))
  }
  const [program = ''] = unitValue('ExecStart')?.split(' serve') ?? []
  expect(backup).toContain(
    `ExecStart=${program} backup --system /var/lib/${unitValue('StateDirectory')}/backups --keep 7`,
  )
  expect(textOf('deploy/castellan-backup.timer')).toMatch(/^OnCalendar=daily$/m)
})

/** Declares a test that needs an installed program, or a skipped test that names the missing program. */
function testWith(program: string, name: string, body: (path: string) => Promise<void>): void {
  const path = findProgram(program)
  if (path === undefined) test.skip(`${name} (skipped: there is no ${program} on this machine)`, () => {})
  else test(name, () => body(path))
}

testWith('systemd-analyze', 'systemd finds nothing wrong with the unit', async (systemdAnalyze) => {
  const folder = await temporaryFolder()
  onTestFinished(folder.remove)
  const copy = join(folder.path, 'castellan.service')
  await writeFile(copy, unit.replace('/usr/bin/node', process.execPath))
  const { stdout, stderr } = await run(systemdAnalyze, ['verify', '--man=no', copy])
  expect(stdout + stderr).not.toContain('castellan.service')
})

testWith('kubectl', 'kubectl builds the manifests', async (kubectl) => {
  const { stdout } = await run(kubectl, ['kustomize', join(root, 'deploy/kubernetes')])
  expect(parseAllDocuments(stdout)).toHaveLength(6)
})
