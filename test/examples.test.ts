import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bearer, call, postJson } from './support/client.ts'
import { castellan, temporaryFolder } from './support/process.ts'

const root = join(import.meta.dirname, '..')
const runsTypeScript = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
const running: ChildProcess[] = []
let folder: Awaited<ReturnType<typeof temporaryFolder>>

beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(async () => {
  for (const child of running.splice(0)) {
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
  await folder.remove()
})

/** Starts an example as its first lines say, in dev mode, and returns its address. */
async function start(name: string): Promise<string> {
  const child = spawn(process.execPath, ['--import', runsTypeScript, join(root, 'examples', name)], {
    cwd: folder.path,
    env: {
      ...process.env,
      MODE: 'dev',
      PORT: '0',
      CASTELLAN_ADMIN_PASSWORD: 'the admin of the example',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.push(child)
  // The log comes the same way; in dev it warns.
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('http://')) return `${line}/api/v1`
  }
  throw new Error(`${name} did not start`)
}

async function tokenOf(base: string, username: string, password: string): Promise<string | undefined> {
  const { body } = await call(`${base}/login`, postJson({ username, password }))
  return typeof body.token === 'string' ? body.token : undefined
}

test('protect-routes: a role with the rule reads the orders, others only the prices', async () => {
  const base = await start('protect-routes.ts')
  await castellan(folder.path, ['role', 'add', 'seller', '--name', 'Seller'])
  await castellan(
    folder.path,
    ['user', 'add', 'sam', '--role', 'seller', '--password-stdin'],
    'a long password',
  )
  const token = String(await tokenOf(base, 'sam', 'a long password'))
  expect((await call(`${base}/prices`)).body).toMatchObject({ code: 200 })
  expect((await call(`${base}/orders`)).body).toMatchObject({ code: 401 })
  expect((await call(`${base}/orders`, bearer(token))).body).toMatchObject({ code: 401 })
  await castellan(folder.path, ['policy', 'add', 'seller', 'GET', '/api/v1/orders'])
  await expect
    .poll(async () => (await call(`${base}/orders`, bearer(token))).body, { timeout: 120_000 })
    .toMatchObject({ code: 200, data: { seller: 'sam' } })
})

test('code-login: the code logs in once, the password never', async () => {
  const base = await start('code-login.ts')
  const token = await tokenOf(base, 'admin', '274931')
  expect((await call(`${base}/sys-user`, bearer(String(token)))).body).toMatchObject({ code: 200 })
  expect(await tokenOf(base, 'admin', '274931')).toBeUndefined()
  expect(await tokenOf(base, 'admin', 'the admin of the example')).toBeUndefined()
})
