import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { environment, startProcess, temporaryFolder } from '../support/process.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..', '..')
const INSTALL_MILLISECONDS = 900_000

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let packed: { filename: string; files: { path: string }[] }
let installationOutput: string

beforeAll(async () => {
  folder = await temporaryFolder()
  await run(process.execPath, [join(root, 'tools', 'packages', 'write-sbom.mjs')])
  // Without the build of `prepack`: it would delete files of dist/ that other tests use.
  const { stdout } = await run(
    'npm',
    ['pack', '--json', '--ignore-scripts', '--pack-destination', folder.path],
    { cwd: root },
  )
  packed = JSON.parse(stdout)[0]
  await run('npm', ['init', '-y'], { cwd: folder.path })
  await run('npm', ['pkg', 'set', 'type=module'], { cwd: folder.path })
  const options = ['--engine-strict', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund']
  const installed = await run('npm', ['install', ...options, `./${packed.filename}`], { cwd: folder.path })
  installationOutput = `${installed.stdout}${installed.stderr}`
}, INSTALL_MILLISECONDS)
afterAll(() => folder.remove())

test('the package contains the programs and the documents, without screenshots', () => {
  const tops = new Set(packed.files.map(({ path }) => path.split('/')[0]))
  expect([...tops].sort()).toEqual([
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'SECURITY.md',
    'deploy',
    'dist',
    'docs',
    'examples',
    'package.json',
    'settings.example.yml',
  ])
  expect(packed.files.filter(({ path }) => /\.test\.|-built$|\.png$/.test(path))).toEqual([])
  expect(packed.files.filter(({ path }) => /^docs\/(decisions|contributing)\//.test(path))).toEqual([])
})

test('links in its documents lead to files in it', async () => {
  const paths = new Set(packed.files.flatMap(({ path }) => [path, dirname(path)]))
  const pages = [...paths].filter((path) => path.endsWith('.md'))
  expect(pages.length).toBeGreaterThan(40)
  const broken: string[] = []
  for (const page of pages) {
    // Not the links to pictures, which are only in the repository.
    const links = (await readFile(join(root, page), 'utf8')).matchAll(/(?<!!\[[^\]]*)\]\(([^)#\s]+)/g)
    for (const [, target = ''] of links) {
      if (/^https?:/.test(target) || paths.has(join(dirname(page), target).replace(/\/$/, ''))) continue
      broken.push(`${page}: ${target}`)
    }
  }
  expect(broken).toEqual([])
})

test('its bill of materials names the service, and the packages that it needs or contains, and no others', async () => {
  const file = join(folder.path, 'node_modules', 'castellan', 'dist', 'sbom.cdx.json')
  const { bomFormat, metadata, components } = JSON.parse(await readFile(file, 'utf8'))
  expect({ bomFormat, name: metadata.component.name }).toEqual({ bomFormat: 'CycloneDX', name: 'castellan' })
  const names = components.map(({ name }: { name: string }) => name)
  expect(names).toEqual(expect.arrayContaining(['fastify', 'kysely', 'jose', 'pg']))
  // Their code is in dist/: the console, a package that one of its packages needs, the API reference page, and packages of each start.
  expect(names).toEqual(
    expect.arrayContaining(['antd', 'react-dom', 'scheduler', 'swagger-ui-dist', 'commander', 'lru-cache']),
  )
  for (const unused of ['vitest', 'vite', 'typescript', '@scarf/scarf']) expect(names).not.toContain(unused)
  expect(JSON.stringify(components)).not.toContain('cdx:npm:package:development')
})

test.each(['dist', 'dist/console'])(
  'it has the licences of the packages whose code is in %s',
  async (path) => {
    const installed = join(folder.path, 'node_modules', 'castellan', path)
    const packages: string[] = JSON.parse(await readFile(join(installed, 'bundled-packages.json'), 'utf8'))
    const licenses = await readFile(join(installed, 'third-party-licenses.txt'), 'utf8')
    expect(packages.length).toBeGreaterThan(0)
    for (const name of packages) expect(licenses).toContain(`# ${name} (`)
    expect(licenses).toContain('Permission is hereby granted')
    expect(licenses).not.toContain('(undefined)')
  },
)

test('the packages with an install script are those that do not need it', async () => {
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'))
  const entries = Object.entries<{ hasInstallScript?: boolean }>(packages)
  const names = entries.flatMap(([path, { hasInstallScript }]) => (hasInstallScript ? [path] : []))
  expect(names).toEqual(['node_modules/@photostructure/sqlite', 'node_modules/esbuild'])
})

test('the installation prints no warning about versions of Node, old packages or conflicts', () => {
  expect(installationOutput).not.toMatch(/EBADENGINE|deprecated|ERESOLVE/)
})

test('installed without install scripts, its command works and prints no warning', async () => {
  const command = join(folder.path, 'node_modules', '.bin', 'castellan')
  const options = { cwd: folder.path, env: environment({}) }
  await run(command, ['migrate'], options)
  const { stdout, stderr } = await run(command, ['role', 'list', '--json'], options)
  expect(JSON.parse(stdout)).toMatchObject([{ roleKey: 'admin' }])
  expect(stderr).not.toContain('Warning')
})

test('the installed service serves the web console', async () => {
  const program = join(folder.path, 'node_modules', 'castellan', 'dist', 'service', 'cli', 'castellan.js')
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

test('the installed library draws and speaks captchas and logs in with their text', async () => {
  await writeFile(
    join(folder.path, 'use.js'),
    `import { createService } from 'castellan'
import fastify from 'fastify'
const settings = { database: { url: 'sqlite::memory:' }, application: { dataDir: 'data-of-library' } }
const service = await createService(settings, { captchaText: () => 'ACE39' })
const app = fastify()
app.register(service.plugin)
const captcha = (await app.inject('/api/v1/getCaptcha')).json()
const spoken = (await app.inject('/api/v1/getCaptcha?form=audio')).json()
const login = (fields) => app.inject({
  method: 'POST',
  url: '/api/v1/login',
  payload: { username: 'admin', password: service.generatedAdminPassword, uuid: captcha.id, code: 'ACE39', ...fields },
})
const { token } = (await login({})).json()
const profile = await app.inject({ url: '/api/v1/user/profile', headers: { authorization: 'Bearer ' + token } })
const withUsedCaptcha = await login({})
await app.close()
console.log(JSON.stringify({
  picture: captcha.data.slice(0, 23),
  recording: spoken.data.slice(0, 22),
  profile: profile.json().code,
  withUsedCaptcha: withUsedCaptcha.json().code,
}))
`,
  )
  const { stdout } = await run(process.execPath, ['use.js'], { cwd: folder.path, env: environment({}) })
  const { picture, recording, profile, withUsedCaptcha } = JSON.parse(stdout)
  expect({ picture, recording, profile }).toEqual({
    picture: 'data:image/jpeg;base64,',
    recording: 'data:audio/wav;base64,',
    profile: 200,
  })
  expect(withUsedCaptcha).not.toBe(200)
})

test('the client needs neither another package nor another file of the service', async () => {
  // A folder of its own: Node also looks for packages in the folders above.
  const other = await temporaryFolder()
  try {
    const installed = join(folder.path, 'node_modules', 'castellan')
    const alone = join(other.path, 'node_modules', 'castellan')
    await cp(join(installed, 'package.json'), join(alone, 'package.json'))
    await cp(join(installed, 'dist', 'client'), join(alone, 'dist', 'client'), { recursive: true })
    await writeFile(
      join(other.path, 'use.mjs'),
      `import { ApiError, createClient } from 'castellan/client'
const client = createClient({ baseUrl: 'http://127.0.0.1:1' })
const error = await client.get('/api/v1/health').catch((error) => error)
console.log(error instanceof ApiError, error.code, error.message)
`,
    )
    const { stdout } = await run(process.execPath, ['use.mjs'], { cwd: other.path })
    expect(existsSync(join(folder.path, 'node_modules', 'castellan-client'))).toBe(false)
    expect(stdout).toBe('true 0 The service did not respond.\n')
  } finally {
    await other.remove()
  }
})

test('its adapters can be imported without the frameworks that they adapt', async () => {
  const script = `
    const names = ['express', 'hono', 'node']
    const adapters = await Promise.all(names.map((name) => import('castellan/' + name)))
    console.log(adapters.map(({ protect }) => typeof protect).join())`
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: folder.path,
  })
  expect(stdout.trim()).toBe('function,function,function')
})

/** Returns the code block of the README that contains a text. */
async function readmeBlock(language: string, text: string): Promise<string> {
  const readme = await readFile(join(root, 'README.md'), 'utf8')
  const blocks = [...readme.matchAll(/^```(\w+)\n(.*?)^```/gms)]
  const block = blocks.find(([, kind, code]) => kind === language && code?.includes(text))
  if (!block?.[2]) throw new Error(`README.md has no ${language} block with ${text}`)
  return block[2]
}

test('the example of the README runs as it is, and its calls are denied and allowed', async () => {
  // A folder without data: the first start generates the password.
  const cwd = join(folder.path, 'example')
  await mkdir(cwd)
  await writeFile(join(cwd, 'server.js'), await readmeBlock('js', 'createService'))
  const calls = await readmeBlock('sh', '/api/v1/orders')
  const server = spawn(process.execPath, ['server.js'], {
    cwd,
    env: environment({ PORT: '0' }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const errors = text(server.stderr)
  const gone = once(server, 'exit')
  try {
    let output = ''
    for await (const line of createInterface({ input: server.stdout })) {
      output += `${line}\n`
      if (line.startsWith('Password')) break
    }
    const address = /^Listening on (.*)$/m.exec(output)?.[1] ?? ''
    const password = /^Password of admin: (.*)$/m.exec(output)?.[1] ?? ''
    const commands = calls.replaceAll('http://127.0.0.1:8000', address).replace('PASSWORD', password)
    const { stdout } = await run('sh', ['-c', commands])
    expect(stdout).toMatch(/^\{"code":401,"msg":"[^"]+".*\}\{"code":200,"msg":"OK".*"orderedBy":"admin".*\}$/)
  } finally {
    server.kill('SIGTERM')
    await gone
  }
  // The app has no log, and is told nevertheless that it runs in dev.
  expect((await errors).match(/application\.mode is dev/g)).toHaveLength(1)
})

test('its types are complete: the example of the README compiles where the package is installed', async () => {
  const example = await readmeBlock('js', 'createService')
  expect(example).toContain('request.identity')
  await writeFile(join(folder.path, 'example.ts'), example)
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', '--skipLibCheck']
  const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules', '@types')]
  await run(process.execPath, [compiler, ...options, ...types, 'example.ts'], { cwd: folder.path })
})
