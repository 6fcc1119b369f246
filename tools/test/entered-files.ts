// npx tsx tools/test/entered-files.ts
// Counts the source files of which a function runs during one warm request: a protected GET, a GET of the API, and a login.
// --list prints the files.
import { Session } from 'node:inspector/promises'
import { relative } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { bearer, call, getCaptcha, login, postJson } from '../../test/support/client.ts'
import { orderRoutes } from '../../test/support/order-routes.ts'
import { ADMIN_PASSWORD, CAPTCHA_TEXT, startService } from '../../test/support/service.ts'

const WARM_UP = 20
const SAMPLES = 10
const IDLE_MS = 3000

const src = new URL('../../src/', pathToFileURL(import.meta.filename))
const session = new Session()
session.connect()
await session.post('Profiler.enable')
// Counts since the last call of `takePreciseCoverage`, by function.
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })

/** Returns the functions that have run since the last call, by file. Loading a file does not count. */
async function takeEntered(): Promise<ReadonlyMap<string, ReadonlySet<number>>> {
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const entered = result
    .filter(({ url }) => url.startsWith(src.href))
    .map(({ url, functions }): [string, Set<number>] => [
      relative(fileURLToPath(src), fileURLToPath(url)),
      new Set(
        functions.flatMap(({ ranges: [range] }) => (range && range.count > 0 ? [range.startOffset] : [])),
      ),
    ])
  return new Map(entered)
}

/** Returns the files that each of several requests enters, by functions that do not run in an idle service too. */
async function enteredByEach(prepare: () => Promise<() => Promise<unknown>>): Promise<readonly string[]> {
  const samples: string[][] = []
  for (let count = -WARM_UP; count < SAMPLES; count++) {
    const send = await prepare()
    await takeEntered()
    await send()
    const entered = await takeEntered()
    if (count >= 0)
      samples.push([...entered].flatMap(([file, functions]) => (isOfRequest(file, functions) ? [file] : [])))
  }
  const [first = [], ...others] = samples
  return first.filter((file) => others.every((sample) => sample.includes(file))).sort()
}

function isOfRequest(file: string, functions: ReadonlySet<number>): boolean {
  const ofIdle = idle.get(file)
  return [...functions].some((start) => !ofIdle?.has(start))
}

async function expectSuccess(url: string, init: RequestInit): Promise<void> {
  const { body, text } = await call(url, init)
  if (body.code !== 200) throw new Error(`${url}: ${text}`)
}

const { base, context, close } = await startService({ protectedRoutes: orderRoutes })
await context.roleAdministration.add({ roleKey: 'clerk', roleName: 'Clerk' })
await context.userAdministration.add({ username: 'anna', password: ADMIN_PASSWORD, roleKey: 'clerk' })
await context.policyAdministration.add([
  { roleKey: 'clerk', method: 'GET', path: '/api/v1/orders' },
  { roleKey: 'clerk', method: 'GET', path: '/api/v1/role' },
])
const token = await login(base, { username: 'anna' })

// The heartbeat, polling and other periodic work.
await takeEntered()
await setTimeout(IDLE_MS)
const idle = await takeEntered()

const requests = {
  'protected GET': async () => () => expectSuccess(`${base}/orders`, bearer(token)),
  'GET of the API': async () => () => expectSuccess(`${base}/role`, bearer(token)),
  login: async () => {
    const uuid = await getCaptcha(base)
    const body = { username: 'anna', password: ADMIN_PASSWORD, uuid, code: CAPTCHA_TEXT }
    return () => expectSuccess(`${base}/login`, postJson(body))
  },
}
for (const [name, prepare] of Object.entries(requests)) {
  const files = await enteredByEach(prepare)
  console.log(`${name}: ${files.length} files`)
  if (process.argv.includes('--list')) for (const file of files) console.log(`  ${file}`)
}
await close()
session.disconnect()
