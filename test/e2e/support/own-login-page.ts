import { execFile } from 'node:child_process'
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { EXAMPLES, type ExampleProcess, startProgram } from '../../support/example-process.ts'
import { type MailServer, startMailServer, textOf } from '../../support/mail-server.ts'
import { type IdentityProvider, startIdentityProvider } from '../../support/oidc/identity-provider.ts'
import { CLIENT_ID, CLIENT_SECRET } from '../../support/oidc/oidc-flow.ts'
import { loginOperator, type Operator } from '../../support/operator.ts'
import { temporaryFolder } from '../../support/process.ts'
import { freePort } from '../../support/servers/free-port.ts'
import { ADMIN_PASSWORD, CAPTCHA_TEXT, SECRET } from '../../support/service.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..', '..', '..')
const runsTypeScript = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
const BUILD_TIMEOUT_MS = 600_000

/** An example with a login page, in a folder of its own, and what it talks to. */
export interface RunningExample {
  readonly origin: string
  readonly folder: string
  readonly admin: Operator
  readonly provider: IdentityProvider
  /** Returns the path of the newest link to set a password that was sent to an address. */
  linkTo(address: string): string | undefined
  close(): Promise<void>
}

/** Copies an example and gives it the packages that `npm install` would install. */
async function copyExample(name: string, folder: string): Promise<void> {
  await cp(join(EXAMPLES, name), folder, { recursive: true })
  const packages = join(folder, 'node_modules')
  await mkdir(packages)
  await symlink(root, join(packages, 'castellan'))
  for (const one of [
    '.bin',
    '@types',
    '@vitejs',
    'fastify',
    'react',
    'react-dom',
    'tsx',
    'typescript',
    'vite',
  ])
    await symlink(join(root, 'node_modules', one), join(packages, one))
}

/** Starts an example in `prod` mode, with every way to log in. `build` is a command of its `package.json`. */
export async function startOwnLoginPage(name: string, build?: string): Promise<RunningExample> {
  const folder = await temporaryFolder()
  await copyExample(name, folder.path)
  if (build !== undefined) {
    // The variable of the test runner would make it a build for development.
    const { NODE_ENV: _, ...env } = process.env
    await run('npm', ['run', build], { cwd: folder.path, timeout: BUILD_TIMEOUT_MS, env })
  } else await writeFile(join(folder.path, 'package.json'), '{"type":"module"}')

  const port = await freePort()
  const origin = `http://localhost:${port}`
  const mailServer = await startMailServer()
  const provider = await startIdentityProvider({
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    redirectUris: [`${origin}/login/oidc/company`],
  })
  const example = await startProgram(
    [process.execPath, '--import', runsTypeScript, join(import.meta.dirname, 'own-login-page-host.ts')],
    folder.path,
    {
      PORT: String(port),
      CASTELLAN_ADMIN_PASSWORD: ADMIN_PASSWORD,
      TEST_CAPTCHA: CAPTCHA_TEXT,
      TEST_SETTINGS: JSON.stringify(settingsFor(origin, mailServer, provider)),
    },
  )
  return {
    origin,
    folder: folder.path,
    admin: await loginOperator(`${example.origin}/api/v1`),
    provider,
    linkTo: (address) => linkIn(mailServer, address),
    async close() {
      await example.stop()
      await mailServer.close()
      await provider.close()
      await folder.remove()
    },
  }
}

/** Starts the server of the example itself, in `dev` mode, as its page says. */
export function startServer({ folder }: RunningExample): Promise<ExampleProcess> {
  return startProgram([process.execPath, '--import', runsTypeScript, 'server.ts'], folder, {
    CASTELLAN_APPLICATION_MODE: 'dev',
    CASTELLAN_APPLICATION_DATADIR: join(folder, 'data-of-server'),
    CASTELLAN_ADMIN_PASSWORD: ADMIN_PASSWORD,
  })
}

function settingsFor(publicUrl: string, mailServer: MailServer, { issuer }: IdentityProvider): object {
  const oidcClient = { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET }
  const roles = [{ claim: 'groups', value: 'staff', role: 'clerk' }]
  return {
    application: { publicUrl },
    jwt: { cookie: true, secret: SECRET },
    rateLimit: { perAddress: 0, total: 0, loginPerAddress: 0 },
    login: {
      methods: ['password', 'oidc'],
      maxFailures: 3,
      passwordLink: { enabled: true },
      secondFactor: { requiredRoles: ['guarded'] },
      code: {
        smtp: { host: '127.0.0.1', port: mailServer.port, tls: 'none', from: 'castle@example.com' },
      },
      oidc: {
        providers: [{ name: 'company', label: 'Company', preset: 'keycloak', issuer, ...oidcClient, roles }],
      },
    },
  }
}

function linkIn({ received }: MailServer, address: string): string | undefined {
  const message = received.findLast(({ to }) => to.includes(address))
  const text = message ? textOf(message).replaceAll('=\r\n', '') : ''
  const link = /https?:\/\/\S+\/password-link#[\w-]{43}/.exec(text)?.[0]
  if (link === undefined) return undefined
  const { pathname, hash } = new URL(link)
  return `${pathname}${hash}`
}
