import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryFolder } from '../support/process.ts'
import { CAPTCHA_TEXT, startService, type TestService } from '../support/service.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..', '..')
const source = join(root, 'packages', 'client')
const INSTALL_MILLISECONDS = 900_000
const MAX_COMPRESSED_BYTES = 10_000

let folder: Awaited<ReturnType<typeof temporaryFolder>>
/** The package as it is installed. */
let installed: string
let packed: { filename: string; files: { path: string }[] }
let service: TestService

beforeAll(async () => {
  folder = await temporaryFolder()
  // With `prepack`, which builds it.
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder.path], { cwd: source })
  packed = JSON.parse(stdout.slice(stdout.indexOf('[')))[0]
  const options = ['--engine-strict', '--no-audit', '--no-fund']
  // Nothing can come from a registry.
  const nothingElse = ['--offline', '--cache', join(folder.path, 'empty-cache')]
  await run('npm', ['install', ...options, ...nothingElse, `./${packed.filename}`], { cwd: folder.path })
  installed = join(folder.path, 'node_modules', 'castellan-client')
  service = await startService()
}, INSTALL_MILLISECONDS)
afterAll(async () => {
  await service.close()
  await folder.remove()
})

const isTypes = (path: string): boolean => path.endsWith('.d.ts')

test('the package contains one module, its types, the README and the licence', async () => {
  const files = packed.files.map(({ path }) => path)
  expect(files.filter((path) => !isTypes(path)).toSorted()).toEqual([
    'LICENSE',
    'README.md',
    'dist/index.js',
    'package.json',
  ])
  const types = (await readdir(join(source, 'src'))).filter((name) => !name.endsWith('.test.ts'))
  expect(files.filter(isTypes).toSorted()).toEqual(
    types.map((name) => `dist/${name.replace(/\.ts$/, '.d.ts')}`).toSorted(),
  )
  expect(await readFile(join(installed, 'LICENSE'), 'utf8')).toBe(
    await readFile(join(root, 'LICENSE'), 'utf8'),
  )
})

test('it needs no other package, and has the version and the Node version of the service', async () => {
  const manifestIn = async (path: string) => JSON.parse(await readFile(join(path, 'package.json'), 'utf8'))
  const [client, ofService] = [await manifestIn(installed), await manifestIn(root)]
  expect(Object.keys(client).filter((key) => /dependencies/i.test(key))).toEqual([])
  expect([client.version, client.engines, client.license]).toEqual([
    ofService.version,
    ofService.engines,
    ofService.license,
  ])
  expect((await readdir(join(folder.path, 'node_modules'))).filter((name) => !name.startsWith('.'))).toEqual([
    'castellan-client',
  ])
})

test('without types, it has less than 10 KB compressed', async () => {
  const paths = packed.files.map(({ path }) => path).filter((path) => !isTypes(path))
  const contents = await Promise.all(paths.map((path) => readFile(join(installed, path))))
  expect(gzipSync(Buffer.concat(contents)).length).toBeLessThan(MAX_COMPRESSED_BYTES)
})

test('castellan/client has the same files', async () => {
  for (const name of await readdir(join(installed, 'dist'))) {
    const ofService = await readFile(join(root, 'dist', 'client', name), 'utf8')
    expect(await readFile(join(installed, 'dist', name), 'utf8'), name).toBe(ofService)
  }
})

/** Returns the example of the README as a program in a folder beside the package. */
async function writeExample(name: string, before: string): Promise<void> {
  const readme = await readFile(join(installed, 'README.md'), 'utf8')
  const [, example = ''] = /^```js\n(.*?)^```/ms.exec(readme) ?? []
  expect(example).toContain("from 'castellan-client'")
  const program = `${before}\n${example}`.replaceAll('http://127.0.0.1:8000', service.origin)
  await writeFile(join(folder.path, name), program)
}

test('the example of its README runs', async () => {
  const { roleAdministration, userAdministration, policyAdministration } = service.context
  await roleAdministration.add({ roleKey: 'clerk', roleName: 'Clerk', dataScope: '1' })
  const password = 'green apples on a blue plate'
  await userAdministration.add({ username: 'alice', password, roleKey: 'clerk' })
  await policyAdministration.add([{ roleKey: 'clerk', method: 'GET', path: '/api/v1/sys-user' }])
  await writeExample('use.mjs', `const readCaptcha = async () => '${CAPTCHA_TEXT}'`)
  const { stdout } = await run(process.execPath, ['use.mjs'], { cwd: folder.path })
  expect(stdout).toBe('1 users, the first is alice\n')
})

test('its types are complete: the example compiles with the types of a browser, and for a bundler', async () => {
  await writeExample('use.mts', 'declare function readCaptcha(picture: string): Promise<string>')
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  const checks = ['--noEmit', '--strict', '--exactOptionalPropertyTypes']
  const target = ['--target', 'es2023', '--lib', 'es2023,dom', '--types', '']
  for (const modules of [
    ['--module', 'nodenext'],
    ['--module', 'esnext', '--moduleResolution', 'bundler'],
  ])
    await run(process.execPath, [compiler, ...checks, ...target, ...modules, 'use.mts'], { cwd: folder.path })
})

test('the lock file of the project names no registry', async () => {
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'))
  const resolved = Object.values<{ resolved?: string }>(packages).flatMap((entry) => entry.resolved ?? [])
  expect(resolved).toEqual(['packages/client'])
  expect(existsSync(join(root, 'packages', 'client', 'package-lock.json'))).toBe(false)
})
