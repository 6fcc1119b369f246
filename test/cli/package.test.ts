import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startProcess, temporaryFolder } from '../support/process.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..', '..')
const INSTALL_MILLISECONDS = 900_000

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let packed: { filename: string; files: { path: string }[] }

beforeAll(async () => {
  folder = await temporaryFolder()
  // Built already: building again would pull dist/ away under the other tests.
  const { stdout } = await run(
    'npm',
    ['pack', '--json', '--ignore-scripts', '--pack-destination', folder.path],
    { cwd: root },
  )
  packed = JSON.parse(stdout)[0]
  await writeFile(join(folder.path, 'package.json'), '{"private":true,"type":"module"}')
  await run(
    'npm',
    ['install', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', `./${packed.filename}`],
    { cwd: folder.path },
  )
}, INSTALL_MILLISECONDS)
afterAll(() => folder.remove())

test('the package holds what runs and what explains it, and nothing else', () => {
  const tops = new Set(packed.files.map(({ path }) => path.split('/')[0]))
  expect([...tops].sort()).toEqual([
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'deploy',
    'dist',
    'docs',
    'examples',
    'package.json',
    'settings.example.yml',
  ])
  expect(packed.files.filter(({ path }) => /\.test\.|-built$/.test(path))).toEqual([])
})

test('installed elsewhere without any install script, its command works', async () => {
  const command = join(folder.path, 'node_modules', '.bin', 'castellan')
  const { stdout } = await run(command, ['role', 'list', '--json'], { cwd: folder.path })
  expect(JSON.parse(stdout)).toMatchObject([{ roleKey: 'admin' }])
})

test('and so does the service, with the web console that came along', async () => {
  const program = join(folder.path, 'node_modules', 'castellan', 'dist', 'cli', 'castellan.js')
  const service = await startProcess(folder.path, [], {}, [], program)
  try {
    const page = await fetch(`${service.started.address}/users`)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const [script = ''] = /\/console\/index-[\w-]+\.js/.exec(await page.text()) ?? []
    const { headers } = await fetch(`${service.started.address}${script}`, {
      headers: { 'accept-encoding': 'gzip' },
    })
    expect(headers.get('content-encoding')).toBe('gzip')
  } finally {
    await service.end('SIGTERM')
  }
})

test('and so does its library: a captcha is drawn, a call without a token is refused', async () => {
  await writeFile(
    join(folder.path, 'use.js'),
    `import { createService } from 'castellan'
import fastify from 'fastify'
const service = await createService({ database: { url: 'sqlite::memory:' } })
const app = fastify()
app.register(service.plugin)
const captcha = await app.inject('/api/v1/getCaptcha')
const refused = await app.inject('/api/v1/sys-user')
await app.close()
console.log(JSON.stringify({ captcha: captcha.json().data.slice(0, 22), refused: refused.json().code }))
`,
  )
  const { stdout } = await run(process.execPath, ['use.js'], { cwd: folder.path })
  expect(JSON.parse(stdout)).toEqual({ captcha: 'data:image/png;base64,', refused: 401 })
})

test('its types are complete: the example of the README compiles for whoever installs it', async () => {
  const readme = await readFile(join(root, 'README.md'), 'utf8')
  const example = /```ts\n(.*?)```/s.exec(readme)?.[1] ?? ''
  expect(example).toContain('request.identity')
  await writeFile(join(folder.path, 'example.ts'), example)
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', '--skipLibCheck']
  const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules', '@types')]
  await run(process.execPath, [compiler, ...options, ...types, 'example.ts'], { cwd: folder.path })
})
