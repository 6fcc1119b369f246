import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { eventually } from '../../support/eventually.ts'
import { commandsOf, sectionOf } from '../../support/shell-blocks.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..', '..', '..')
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')
const UNIT = '/usr/lib/systemd/system/nginx.service'

/** What a test puts in the place of folders, ports and names. */
export interface NginxPlace {
  readonly nginx: string
  /** Has `fullchain.pem`, `privkey.pem` and the front end in `app`. */
  readonly folder: string
  readonly httpPort: number
  readonly httpsPort: number
  /** Host and port of each node. */
  readonly nodes: readonly [string, string]
  /** Host and port of the guarded service. */
  readonly orders: string
}

export interface RunningNginx {
  readonly domain: string
  readonly accessLog: string
  stop(): Promise<void>
}

/** Starts nginx on Debian with its own site, as systemd does by its unit. Then runs the commands of the how-to guide. */
export async function startOnDebian(place: NginxPlace): Promise<RunningNginx> {
  const { nginx, folder, nodes, orders } = place
  const main = await writeDebianConfiguration(place)
  const unit = readFileSync(UNIT, 'utf8')
  const commandOf = (key: string): string => {
    const [, options] = new RegExp(`^${key}=/usr/sbin/nginx (.*)$`, 'm').exec(unit) ?? []
    return `${nginx} -e ${folder}/var/log/nginx/error.log -c ${main} ${options}`
  }
  for (const key of ['ExecStartPre', 'ExecStart']) await finish(spawnAsSystemd(commandOf(key)))
  const functions = `
    sudo() { "$@"; }
    nginx() { ${nginx} -e stderr -c ${main} "$@"; }
    systemctl() { [ "$*" = 'reload nginx' ] && ${commandOf('ExecReload')}; }`
  const pidFile = join(folder, 'run/nginx.pid')
  const workersBefore = await workersOf(pidFile)
  for (const { command } of commandsOf(sectionOf(textOf('docs/how-to/reverse-proxy.md'), '## nginx'))) {
    const here = inFolder(folder, command)
      .replace('10.0.0.11:8000', nodes[0])
      .replace('10.0.0.12:8000', nodes[1])
      .replace('10.0.0.21:9000', orders)
    await run('bash', ['-euc', `${functions}\n${here}`], { cwd: folder })
  }
  // A reload returns before the workers with the former configuration have stopped to accept requests.
  await eventually(async () => {
    const workers = await workersOf(pidFile)
    if (workersBefore.some((pid) => workers.includes(pid))) throw new Error('nginx is still reloading')
  })
  return {
    domain: 'example.org',
    accessLog: join(folder, 'var/log/nginx/access.log'),
    stop: () => stopDaemon(pidFile),
  }
}

/** Returns the processes that serve requests. */
async function workersOf(pidFile: string): Promise<readonly string[]> {
  const pid = (await readFile(pidFile, 'utf8')).trim()
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return children.trim().split(' ')
}

export async function stopDaemon(pidFile: string): Promise<void> {
  process.kill(Number(await readFile(pidFile, 'utf8')))
  await eventually(() => {
    if (existsSync(pidFile)) throw new Error('nginx is still running')
  })
}

/** Returns why nginx cannot be started as on Debian here, if so. */
export function problemOnDebian(): string | undefined {
  if (!existsSync(UNIT) || !existsSync('/etc/nginx/sites-enabled'))
    return 'nginx is not the package of Debian'
  return process.getuid?.() === 0 ? undefined : 'systemd starts nginx as root'
}

/** Copies the installed configuration and the site of this repository to the folder. Returns the path of the main file. */
async function writeDebianConfiguration(place: NginxPlace): Promise<string> {
  const { folder, httpPort } = place
  const etc = join(folder, 'etc', 'nginx')
  await cp('/etc/nginx', etc, { recursive: true, dereference: true })
  // The front end is updated by the same command.
  for (const path of ['run', 'var/log/nginx', 'var/www/app'])
    await mkdir(join(folder, path), { recursive: true })
  const edit = async (path: string, change: (text: string) => string) =>
    writeFile(join(etc, path), change(await readFile(join(etc, path), 'utf8')))
  // Many operators let nginx compress JSON.
  await edit('nginx.conf', (main) => inFolder(folder, main).replace('# gzip_types', 'gzip_types'))
  await edit('sites-enabled/default', (site) =>
    site.replaceAll(/^\s*listen \[.*$/gm, '').replace('listen 80 ', `listen 127.0.0.1:${httpPort} `),
  )
  await writeIn(folder, 'deploy/nginx/castellan.conf', siteOf(place))
  return join(etc, 'nginx.conf')
}

/** Starts nginx with the main file for containers. */
export async function startAsInContainer(place: NginxPlace): Promise<RunningNginx> {
  const { nginx, folder, nodes, orders } = place
  for (const path of ['tmp', 'var/log/nginx']) await mkdir(join(folder, path), { recursive: true })
  await cp('/etc/nginx/mime.types', join(folder, 'etc/nginx/mime.types'))
  await cp(join(folder, 'app'), join(folder, 'var/www/app'), { recursive: true })
  for (const file of ['fullchain.pem', 'privkey.pem'])
    await cp(join(folder, file), join(folder, 'etc/nginx/tls', file))
  const site = siteOf(place).replace('castellan-1:8000', nodes[0]).replace('castellan-2:8000', nodes[1])
  await writeIn(folder, 'etc/nginx/conf.d/castellan.conf', site.replace('orders:9000', orders))
  const main = inFolder(folder, textOf('deploy/nginx/nginx.conf'))
  await writeIn(folder, 'etc/nginx/nginx.conf', main)
  const command = `${nginx} -e stderr -c ${folder}/etc/nginx/nginx.conf -g 'daemon off;'`
  await finish(spawnAsSystemd(`${command} -t`))
  const child = spawnAsSystemd(command)
  const finished = finish(child)
  return {
    domain: 'example.com',
    accessLog: join(folder, 'var/log/nginx/access.log'),
    async stop() {
      child.kill('SIGTERM')
      await finished
    },
  }
}

async function writeIn(folder: string, path: string, content: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), content)
}

/** Returns the site of this repository with the ports and folders of the test. */
function siteOf({ folder, httpPort, httpsPort }: NginxPlace): string {
  return inFolder(folder, textOf('deploy/nginx/castellan.conf'))
    .replaceAll('listen 80;', `listen 127.0.0.1:${httpPort};`)
    .replaceAll('listen 443 ssl;', `listen 127.0.0.1:${httpsPort} ssl;`)
}

/** Moves the paths in a text to the folder. */
function inFolder(folder: string, content: string): string {
  return content.replaceAll(/(?<![\w.])\/(?:etc\/nginx|run|tmp|var\/log|var\/www)\b/g, `${folder}$&`)
}

type Child = ChildProcessByStdio<null, Readable, Readable>

/** Starts a program whose standard output and standard error are sockets. */
export function spawnAsSystemd(command: string): Child {
  return spawn('sh', ['-c', `exec ${command}`], { stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Waits for the end of a program. Fails with its output if its exit code is not 0. */
export async function finish(child: Child): Promise<void> {
  let output = ''
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  const [code] = await once(child, 'exit')
  // A daemon keeps them open.
  child.stdout.destroy()
  child.stderr.destroy()
  if (code !== 0) throw new Error(`${child.spawnargs.join(' ')} ended with ${code}: ${output}`)
}
