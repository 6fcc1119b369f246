import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { areClientTypesUpToDate } from '../../tools/docs/client-types.ts'
import { linkClient } from '../support/link-client.ts'
import { orderRoutes } from '../support/order-routes.ts'
import { temporaryFolder } from '../support/process.ts'
import { CAPTCHA_TEXT, startService, type TestService } from '../support/service.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..', '..')
const page = readFileSync(join(root, 'docs', 'how-to', 'use-the-client.md'), 'utf8')
const blocks = [...page.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code)

let service: TestService
let folder: Awaited<ReturnType<typeof temporaryFolder>>

/** The code of the page as one program. The user types the text of the captcha. */
function program(origin: string): string {
  return [
    `const readCaptcha = async (_picture: string): Promise<string> => '${CAPTCHA_TEXT}'`,
    ...blocks,
    'console.log(JSON.stringify({ orders, mayAdd, mayExport }))',
    'await client.logout()',
  ]
    .join('\n')
    .replaceAll('http://127.0.0.1:8000', origin)
}

beforeAll(async () => {
  service = await startService({ protectedRoutes: orderRoutes })
  const { roleAdministration, userAdministration, policyAdministration } = service.context
  const roleKey = 'clerk'
  await roleAdministration.add({ roleKey, roleName: 'Clerk', dataScope: '1' })
  const password = 'green apples on a blue plate'
  await userAdministration.add({ username: 'alice', password, roleKey })
  await policyAdministration.add([
    { roleKey, method: '*', path: '/api/v1/sys-user' },
    { roleKey, method: 'PUT', path: '/api/v1/sys-user/:id' },
    { roleKey, method: 'GET', path: '/api/v1/orders' },
    { roleKey, method: 'GET', path: '/api/v1/sys-login-log/export' },
    { roleKey, method: 'POST', path: '/api/v1/role' },
  ])
  folder = await temporaryFolder()
  await linkClient(folder.path)
  await writeFile(join(folder.path, 'package.json'), '{"type":"module"}')
  await writeFile(join(folder.path, 'page.ts'), program(service.origin))
})
afterAll(async () => {
  await service.close()
  await folder.remove()
})

test('the code of the page runs: login, list, change, own route, download, permissions, errors', async () => {
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
  const { stdout } = await run(process.execPath, ['--import', tsx, 'page.ts'], { cwd: folder.path })
  expect(stdout).toMatch(/^Logged in until \d{4}-/)
  expect(stdout).toContain('1 users, the first is alice')
  expect(stdout).toContain('roleKey: ')
  expect(stdout).toContain('{"orders":[{"orderedBy":"alice"}],"mayAdd":true,"mayExport":false}')
  expect(stdout).not.toContain('Show the login page')
})

test('the code of the page compiles with the types of a browser, without those of Node', async () => {
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  const target = ['--module', 'nodenext', '--target', 'es2023', '--lib', 'es2023,dom', '--types', '']
  const checks = ['--noEmit', '--strict', '--exactOptionalPropertyTypes']
  await run(process.execPath, [compiler, ...checks, ...target, 'page.ts'], { cwd: folder.path })
})

test('the types are those of the OpenAPI document; another document and edited types are found', () => {
  const document = readFileSync(join(root, 'docs', 'reference', 'openapi.json'), 'utf8')
  const current = readFileSync(join(root, 'packages', 'client', 'src', 'openapi-types.ts'), 'utf8')
  expect(areClientTypesUpToDate({ document, current })).toBe(true)
  const changed = document.replace('"/api/v1/login"', '"/api/v1/log-in"')
  expect(areClientTypesUpToDate({ document: changed, current })).toBe(false)
  const edited = current.replace('"/api/v1/login"', '"/api/v1/log-in"')
  expect(areClientTypesUpToDate({ document, current: edited })).toBe(false)
  expect(areClientTypesUpToDate({ document, current: undefined })).toBe(false)
})
