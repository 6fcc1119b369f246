import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { basename, dirname, join } from 'node:path'
import { eventually } from '../../support/eventually.ts'
import { temporaryFolder } from '../../support/process.ts'
import { preparePython } from '../../support/python-environment.ts'
import { findOrInstall } from '../../support/servers/find-or-install.ts'
import { findProgram } from '../../support/servers/find-program.ts'
import { freePort } from '../../support/servers/free-port.ts'

export interface ProxyProcess {
  readonly origin: string
  stop(): Promise<void>
}

interface ProxyKind {
  readonly file: string
  /** Undefined: Debian has no package. `npm run test:deep` installs the program from a Python package. */
  readonly debianPackage?: string
  readonly args: (file: string, port: number) => string[]
}

const DEPLOY = join(import.meta.dirname, '..', '..', '..', 'deploy')

export const PROXIES = {
  nginx: {
    file: 'nginx/nginx.conf',
    debianPackage: 'nginx',
    args: (file) => ['-e', 'stderr', '-c', file, '-g', 'daemon off;'],
  },
  caddy: {
    file: 'forward-auth/Caddyfile',
    debianPackage: 'caddy',
    args: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
  envoy: {
    file: 'forward-auth/envoy.yml',
    args: (file) => [
      '--config-path',
      file,
      '--use-dynamic-base-id',
      '--concurrency',
      '1',
      '--log-level',
      'error',
    ],
  },
  traefik: {
    file: 'forward-auth/traefik-dynamic.yml',
    args: (file, port) => [
      `--providers.file.filename=${file}`,
      `--entrypoints.web.address=127.0.0.1:${port}`,
      '--log.level=ERROR',
    ],
  },
} satisfies Record<string, ProxyKind>

/** Returns a ready-made configuration with other ports and a temporary folder. */
export function configurationText(
  file: string,
  {
    port,
    castellanPort,
    ordersPort,
    folder,
  }: Record<'port' | 'castellanPort' | 'ordersPort', number> & { folder: string },
): string {
  return readFileSync(join(DEPLOY, file), 'utf8')
    .replace(/include .*castellan\.conf;/, nginxSite)
    .replaceAll(/castellan(?:-[12])?:8000/g, `127.0.0.1:${castellanPort}`)
    .replaceAll('orders:9000', `127.0.0.1:${ordersPort}`)
    .replaceAll('address: castellan, port_value: 8000', `address: 127.0.0.1, port_value: ${castellanPort}`)
    .replaceAll('address: orders, port_value: 9000', `address: 127.0.0.1, port_value: ${ordersPort}`)
    .replace('address: 0.0.0.0, port_value: 8080', `address: 127.0.0.1, port_value: ${port}`)
    .replaceAll('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replace(/^:8080 \{/m, `http://127.0.0.1:${port} {`)
    .replaceAll(/\/(?:tmp|var\/log\/nginx)\//g, `${folder}/`)
}

/** Returns the site without TLS, and without the server that redirects to it. */
function nginxSite(): string {
  return readFileSync(join(DEPLOY, 'nginx', 'castellan.conf'), 'utf8')
    .replace(/^server \{\n {2}listen 80;.*?^\}\n/ms, '')
    .replaceAll(/^ *ssl_.*\n/gm, '')
}

interface Ports {
  readonly castellanPort: number
  readonly ordersPort: number
}

/**
 * Starts a proxy with its ready-made configuration, which can be edited as a reader would. Returns nothing if the program
 * cannot be installed.
 */
export async function startProxy(
  name: keyof typeof PROXIES,
  ports: Ports,
  edit = (text: string): string => text,
): Promise<ProxyProcess | undefined> {
  const kind: ProxyKind = PROXIES[name]
  const program = await findProxy(name, kind)
  if (program === undefined) return undefined
  // Another process may take the port before the proxy does.
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startOn(await freePort(), program, kind, ports, edit)
    } catch (error) {
      if (attempt === MAX_ATTEMPTS) throw error
    }
  }
}

async function findProxy(name: string, { debianPackage }: ProxyKind): Promise<string | undefined> {
  if (debianPackage !== undefined) return findOrInstall(name, debianPackage)
  const found = findProgram(name)
  if (found !== undefined || process.env.CASTELLAN_DEEP !== '1') return found
  const environment = await preparePython(join(import.meta.dirname, 'requirements.txt'))
  if ('problem' in environment) throw new Error(`${name} cannot be installed: ${environment.problem}`)
  const bin = dirname(environment.python)
  // The script in `bin` that starts Envoy names the folder in which the environment was created.
  return findProgram(name, [join(bin, '..', 'lib', 'python3*', 'site-packages', name, '_bin'), bin])
}

const MAX_ATTEMPTS = 3

async function startOn(
  port: number,
  program: string,
  { file, args }: ProxyKind,
  ports: Ports,
  edit: (text: string) => string,
): Promise<ProxyProcess> {
  const folder = await temporaryFolder()
  const path = join(folder.path, basename(file))
  const configuration = edit(configurationText(file, { ...ports, port, folder: folder.path }))
  // The administration interface of Caddy has a fixed port.
  await writeFile(
    path,
    basename(file) === 'Caddyfile' ? `{\n\tadmin off\n}\n${configuration}` : configuration,
  )
  const child = spawn(program, args(path, port), {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: folder.path, XDG_DATA_HOME: folder.path, XDG_CONFIG_HOME: folder.path },
  })
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const hasExited = (): boolean => child.exitCode !== null || child.signalCode !== null
  const stop = async (): Promise<void> => {
    if (!hasExited()) {
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
    }
    await folder.remove()
  }
  const origin = `http://127.0.0.1:${port}`
  try {
    await eventually(async () => {
      if (hasExited()) return
      // Not with fetch, whose responses must be those of the service: a proxy may listen before it has read its configuration.
      const [response] = await once(get(`${origin}/api/v1/health`), 'response')
      response.resume()
      if (response.statusCode !== 200) throw new Error(`the proxy responds with ${response.statusCode}`)
    })
    if (hasExited()) throw new Error(`${program} did not start: ${output}`)
  } catch (error) {
    await stop()
    throw error
  }
  return { origin, stop }
}
