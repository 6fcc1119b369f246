import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { linkClient } from '../support/link-client.ts'
import { addRole, dataOf, loginOperator } from '../support/operator.ts'
import { orderRoutes } from '../support/order-routes.ts'
import { temporaryFolder } from '../support/process.ts'
import { findOrInstall } from '../support/servers/find-or-install.ts'
import { startService, type TestService } from '../support/service.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..', '..')
const page = readFileSync(join(root, 'docs', 'how-to', 'automate-with-a-service-account.md'), 'utf8')
/** Compiling Go's standard library takes long on a slow machine. */
const BUILD_TIMEOUT_MS = 3_600_000

/** Returns the only block of code in a language that contains a text. */
function blockOf(language: string, part: string): string {
  const blocks = [...page.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))]
    .map(([, code = '']) => code)
    .filter((code) => code.includes(part))
  expect(blocks).toHaveLength(1)
  return (blocks[0] ?? '').replaceAll('http://127.0.0.1:8000', service.origin)
}

let service: TestService
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let env: NodeJS.ProcessEnv

beforeAll(async () => {
  service = await startService({
    protectedRoutes: orderRoutes,
    settings: { login: { methods: ['password', 'service'] } },
  })
  folder = await temporaryFolder()
  const admin = await loginOperator(service.base)
  const roleId = await addRole(admin, 'order-reader', [{ method: 'GET', path: '/api/v1/orders' }])
  const { userId } = await dataOf(admin.post('/service-account', { username: 'ci-bot', roleId }))
  const { secret } = await dataOf(admin.post(`/service-account/${userId}/secret`, {}))
  env = { ...process.env, SERVICE_SECRET: String(secret), SERVICE_URL: service.origin }
  const createKey = blockOf('sh', 'genpkey').replace(/^npx castellan .*$/m, '')
  await run('bash', ['-ec', createKey], { cwd: folder.path })
  const publicKey = readFileSync(join(folder.path, 'ci-bot-public.pem'), 'utf8')
  await dataOf(admin.post(`/service-account/${userId}/key`, { publicKey }))
})
afterAll(async () => {
  await service.close()
  await folder.remove()
})

const orders = [{ orderedBy: 'ci-bot' }]

test('curl logs in and calls a protected route', async ({ skip }) => {
  for (const program of ['curl', 'jq'])
    if (!(await findOrInstall(program, program))) skip(`${program} is not installed here`)
  const { stdout } = await run('bash', ['-eo', 'pipefail', '-c', blockOf('sh', 'jq')], { env })
  expect(JSON.parse(stdout)).toMatchObject({ code: 200, data: orders })
})

test('the Python program logs in and calls a protected route', async ({ skip }) => {
  const python = await findOrInstall('python3', 'python3')
  if (python === undefined) return skip('Python is not installed here')
  const { stdout } = await run(python, ['-c', blockOf('python', 'urllib')], { env })
  expect(JSON.parse(stdout)).toEqual(orders)
})

test(
  'the Go program signs an assertion, logs in and calls a protected route',
  async ({ skip }) => {
    const go = await findOrInstall('go', 'golang-go')
    if (go === undefined) return skip('Go is not installed here')
    await writeFile(join(folder.path, 'main.go'), blockOf('go', 'package main'))
    await writeFile(join(folder.path, 'go.mod'), 'module ci-bot\n\ngo 1.19\n')
    // The build must not need the network, git or a C compiler.
    const build = { ...env, GOTOOLCHAIN: 'local', GOPROXY: 'off', CGO_ENABLED: '0' }
    await run(go, ['build', '-buildvcs=false', '-o', 'program', '.'], { cwd: folder.path, env: build })
    const { stdout } = await run(join(folder.path, 'program'), { cwd: folder.path, env })
    expect(JSON.parse(stdout)).toEqual(orders)
  },
  BUILD_TIMEOUT_MS,
)

test('the program with the client logs in by itself', async () => {
  await linkClient(folder.path)
  await writeFile(join(folder.path, 'package.json'), '{"type":"module"}')
  await writeFile(join(folder.path, 'page.ts'), blockOf('ts', 'createClient'))
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
  const { stdout } = await run(process.execPath, ['--import', tsx, 'page.ts'], { cwd: folder.path, env })
  expect(stdout).toBe("[ { orderedBy: 'ci-bot' } ]\n")
})
