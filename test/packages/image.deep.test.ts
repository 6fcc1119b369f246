import { chmod, mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { call, postJson } from '../support/client.ts'
import { type ServiceProcess, startServe, temporaryFolder } from '../support/process.ts'
import { runProgram } from '../support/run-program.ts'
import { findOrInstall } from '../support/servers/find-or-install.ts'
import { findProgram } from '../support/servers/find-program.ts'
import {
  BUILD_TIMEOUT_MS,
  buildPackage,
  expectInstalledPackages,
  expectRelease,
  readSbom,
  sha256,
  succeed,
} from './support/build-package.ts'

const root = join(import.meta.dirname, '..', '..')

interface Descriptor {
  readonly digest: string
  readonly size: number
}

interface Manifest {
  readonly config: Descriptor
  readonly layers: readonly Descriptor[]
}

interface Config {
  readonly User: string
  readonly Env: readonly string[]
  readonly Entrypoint: readonly [string, ...string[]]
  readonly Cmd: readonly string[]
  readonly WorkingDir: string
  readonly Volumes: Record<string, object>
  readonly Healthcheck: { readonly Test: readonly [string, string, ...string[]] }
}

/** Runs a command as a container engine does: in the file system of the image, read-only apart from the data folder. */
const CONTAINER = `set -e
rootfs=$1 data=$2 volume=$3 user=$4 folder=$5
shift 5
mount --bind "$rootfs" "$rootfs"
mount -o remount,bind,ro "$rootfs"
mount --rbind /dev "$rootfs/dev"
mount -t proc proc "$rootfs/proc"
mount --bind "$data" "$rootfs$volume"
exec unshare --root="$rootfs" --wd="$folder" --setgid="\${user#*:}" --setuid="\${user%:*}" "$@"`

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let file: string
let rootfs: string
let layout: string
let manifest: Manifest
let config: Config
let problem = ''

beforeAll(async () => {
  folder = await temporaryFolder()
  problem = missing()
  if (problem !== '') return
  const output = join(folder.path, 'release')
  await buildPackage('image', output)
  file = await expectRelease(output, '.oci.tar')
  layout = join(folder.path, 'layout')
  rootfs = join(folder.path, 'rootfs')
  for (const one of [layout, rootfs]) await mkdir(one)
  await succeed('tar', ['-xf', file, '-C', layout])
  const index = await readJson<{ manifests: readonly [Descriptor] }>(join(layout, 'index.json'))
  manifest = await readJson(blob(index.manifests[0]))
  config = (await readJson<{ config: Config }>(blob(manifest.config))).config
  for (const layer of manifest.layers)
    await succeed('tar', ['-xpzf', blob(layer), '--numeric-owner', '-C', rootfs])
}, BUILD_TIMEOUT_MS)
afterAll(() => folder.remove())
beforeEach(({ skip }) => {
  if (problem !== '') skip(problem)
})

function missing(): string {
  if (findProgram('apt-get') === undefined) return 'the script needs Debian'
  return process.getuid?.() === 0 ? '' : 'only root may mount the file system of the image'
}

const blob = ({ digest }: Descriptor): string =>
  join(layout, 'blobs', 'sha256', digest.replace('sha256:', ''))

async function readJson<T>(path: string): Promise<T> {
  return JSON.parse(await readFile(path, 'utf8'))
}

/** A folder for data that belongs to the user of the image, as a volume does. */
async function newVolume(): Promise<string> {
  const volume = await temporaryFolder()
  onTestFinished(volume.remove)
  const [data] = Object.keys(config.Volumes)
  // With the owner and the mode of the folder in the image.
  await succeed('cp', ['--archive', join(rootfs, data ?? ''), join(volume.path, 'data')])
  await chmod(volume.path, 0o755)
  return join(volume.path, 'data')
}

/** Returns the command that runs a command in a container. */
function inContainer(volume: string, ...command: readonly string[]): readonly [string, ...string[]] {
  const [data = ''] = Object.keys(config.Volumes)
  const args = [rootfs, volume, data, config.User, config.WorkingDir, ...command]
  return ['unshare', '--mount', 'sh', '-c', CONTAINER, 'sh', ...args]
}

const variables = (): Record<string, string> =>
  Object.fromEntries(config.Env.map((line) => line.split('=') as [string, string]))

/** Runs a command in a container, with the variables of the image only. */
async function runIn(volume: string, ...command: readonly string[]): Promise<string> {
  const [program, ...args] = inContainer(volume, ...command)
  return succeed(program, args, { env: variables() })
}

async function start(volume: string, ...flags: readonly string[]): Promise<ServiceProcess> {
  const sets = ['application.port=0', ...flags].flatMap((flag) => ['--set', flag])
  const command = inContainer(volume, ...config.Entrypoint, ...config.Cmd, '--json', ...sets)
  // On the loopback interface, because a container without a network of its own shares that of the machine.
  const env = { ...variables(), CASTELLAN_APPLICATION_HOST: '127.0.0.1' }
  const service = await startServe(command, folder.path, env)
  onTestFinished(async () => void (await service.end('SIGKILL')))
  return service
}

test('every blob has the digest and the size that refer to it', async () => {
  const blobs = [manifest.config, ...manifest.layers]
  expect(await readdir(join(layout, 'blobs', 'sha256'))).toHaveLength(blobs.length + 1)
  for (const one of blobs) {
    expect(`sha256:${await sha256(blob(one))}`).toBe(one.digest)
    expect((await stat(blob(one))).size).toBe(one.size)
  }
})

test('skopeo reads and copies the image', async ({ skip }) => {
  const skopeo = await findOrInstall('skopeo', 'skopeo')
  if (skopeo === undefined) return skip('skopeo is not installed here')
  const { version } = await readJson<{ version: string }>(join(root, 'package.json'))
  const inspected = JSON.parse(await succeed(skopeo, ['inspect', `oci-archive:${file}`]))
  expect(inspected.Layers).toEqual(manifest.layers.map(({ digest }) => digest))
  expect(inspected.Labels['org.opencontainers.image.version']).toBe(version)
  const copy = join(folder.path, 'copy')
  await succeed(skopeo, [
    '--insecure-policy',
    'copy',
    `oci-archive:${file}:castellan:${version}`,
    `dir:${copy}`,
  ])
  expect(await readdir(copy)).toHaveLength(manifest.layers.length + 3)
})

test('it has the files that the Dockerfile copies, no shell, and nothing that its user may change', async () => {
  const dockerfile = await readFile(join(root, 'deploy', 'Dockerfile'), 'utf8')
  const [, runtime = ''] = dockerfile.split(' AS runtime')
  const copied = [...runtime.matchAll(/^COPY (?:--from=\S+ )?(.+) \S+$/gm)].flatMap(([, sources = '']) =>
    sources.split(' ').map((source) => basename(source)),
  )
  expect((await readdir(join(rootfs, 'opt', 'castellan'))).sort()).toEqual(copied.sort())
  expect(await readdir(join(rootfs, 'usr', 'bin'))).toEqual([])
  expect((await readdir(join(rootfs, 'usr', 'local', 'bin'))).sort()).toEqual(['castellan', 'node'])
  const find = '! -type l ( -perm /o+w -o ! -uid 0 -o -type f -perm /6000 )'.split(' ')
  const found = (await succeed('find', [rootfs, ...find])).trim().split('\n').sort()
  expect(found).toEqual([join(rootfs, 'tmp'), join(rootfs, 'var/lib/castellan')])
})

test('its bill of materials names Debian packages, Node, and what npm has installed', async () => {
  const inside = join(rootfs, 'opt', 'castellan', 'dist', 'sbom.cdx.json')
  expect(await readFile(inside, 'utf8')).toBe(await readFile(`${file}.cdx.json`, 'utf8'))
  const sbom = await readSbom(inside)
  const status = await readdir(join(rootfs, 'var', 'lib', 'dpkg', 'status.d'))
  const ofDebian = sbom.components.filter(({ purl }) => purl.startsWith('pkg:deb/debian/'))
  expect(ofDebian.map(({ name }) => name).sort()).toEqual(status.sort())
  const node = sbom.components.find(({ name }) => name === 'node')
  expect(`v${node?.version}`).toBe((await runIn(await newVolume(), 'node', '--version')).trim())
  await expectInstalledPackages(sbom, join(rootfs, 'opt', 'castellan', 'node_modules'))
})

test('it starts without root and with a read-only file system, and shows a captcha', async () => {
  const volume = await newVolume()
  const service = await start(volume)
  expect((await fetch(`${service.started.address}/livez`)).status).toBe(200)
  const { body } = await call(`${service.base}/getCaptcha`)
  expect(String(body.data)).toMatch(/^data:image\//)
  const password = service.started.adminPassword
  const wrong = { username: 'admin', password, uuid: body.uuid, code: '00000' }
  expect((await call(`${service.base}/login`, postJson(wrong))).body.code).toBe(400)
  const { uid, mode } = await stat(join(volume, 'castellan.db'))
  expect({ uid, mode: mode & 0o777 }).toEqual({ uid: 10_001, mode: 0o600 })
  expect(await runIn(volume, 'castellan', 'role', 'list')).toContain('admin')
  expect(await service.end('SIGTERM')).toBe(0)

  const inDev = await start(volume, 'application.mode=dev')
  const { body: login } = await call(`${inDev.base}/login`, postJson({ username: 'admin', password }))
  expect(login.token).toEqual(expect.any(String))
  expect(await inDev.end('SIGTERM')).toBe(0)
})

test('its health check succeeds while the service is ready, and fails afterwards', async () => {
  const volume = await newVolume()
  const service = await start(volume)
  const { port } = new URL(service.started.address)
  const [, ...check] = config.Healthcheck.Test
  const isHealthy = async () => {
    const [program, ...args] = inContainer(volume, ...check)
    const env = { ...variables(), CASTELLAN_APPLICATION_PORT: port }
    return (await runProgram(program, args, { env })).code === 0
  }
  await expect.poll(isHealthy).toBe(true)
  await service.end('SIGTERM')
  expect(await isHealthy()).toBe(false)
})

test('the same sources give the same bytes, with any umask', { timeout: BUILD_TIMEOUT_MS }, async () => {
  const output = join(folder.path, 'again')
  await buildPackage('image', output, '077')
  expect(await sha256(await expectRelease(output, '.oci.tar'))).toBe(await sha256(file))
})
