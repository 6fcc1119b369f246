import { readFileSync } from 'node:fs'
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { environment, temporaryFolder } from '../support/process.ts'
import { runProgram } from '../support/run-program.ts'

const root = join(import.meta.dirname, '..', '..')
const page = readFileSync(join(root, 'docs', 'how-to', 'check-routes-in-ci.md'), 'utf8')
const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href

/** Returns the file that the page shows, by its first line. */
function shownFile(name: string): string {
  const blocks = [...page.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code)
  const [file, ...others] = blocks.filter((code) => code.startsWith(`// ${name}\n`))
  expect(others).toEqual([])
  return file ?? ''
}

test('the test of an Express app on the page finds another class of a route, and leaves nothing behind', async () => {
  const folder = await temporaryFolder()
  onTestFinished(folder.remove)
  const temporary = await temporaryFolder()
  onTestFinished(temporary.remove)
  const modules = join(folder.path, 'node_modules')
  await mkdir(modules)
  await symlink(root, join(modules, 'castellan'))
  await symlink(join(root, 'node_modules', 'express'), join(modules, 'express'))
  await writeFile(join(folder.path, 'package.json'), '{"type":"module"}')
  await writeFile(join(folder.path, 'app.ts'), shownFile('app.ts'))
  await writeFile(join(folder.path, 'routes.test.ts'), shownFile('routes.test.ts'))
  const runTest = (env: NodeJS.ProcessEnv = {}) =>
    runProgram(process.execPath, ['--import', tsx, '--test', 'routes.test.ts'], {
      cwd: folder.path,
      env: environment({ TMPDIR: temporary.path, ...env }),
    })

  expect((await runTest()).output).toContain('ENOENT')
  expect(await runTest({ WRITE_ROUTES: '1' })).toMatchObject({ code: 0 })
  expect(await runTest()).toMatchObject({ code: 0 })
  const lock = readFileSync(join(folder.path, 'routes.lock'), 'utf8')
  expect(lock).toMatch(/^GET \/api\/v1\/orders policy app$/m)
  expect(lock).toMatch(/^GET \/status unguarded app$/m)

  await writeFile(join(folder.path, 'app.ts'), shownFile('app.ts').replace('routes.get(', 'app.get('))
  const changed = await runTest()
  expect(changed.code).toBe(1)
  expect(changed.output).toContain("after: 'unguarded app'")
  expect((await readdir(folder.path)).sort()).toEqual(
    ['app.ts', 'node_modules', 'package.json', 'routes.lock', 'routes.test.ts'].sort(),
  )
  expect((await readdir(temporary.path)).filter((name) => name.startsWith('routes-test-'))).toEqual([])
})
