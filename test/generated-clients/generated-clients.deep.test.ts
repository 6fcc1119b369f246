import { cp, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { folderWithSettings, type ServiceProcess, startProcess } from '../support/process.ts'
import { preparePython } from '../support/python-environment.ts'
import { runProgram } from '../support/run-program.ts'
import { findOrInstall } from '../support/servers/find-or-install.ts'

const PASSWORD = 'the password of the first admin'
const GO_SOURCE = join(import.meta.dirname, 'go')
const CALLS = join(import.meta.dirname, 'call_service.py')
const REQUIREMENTS = join(import.meta.dirname, 'requirements.txt')

/** With a model for the refusals of each operation there would be more than 1,600. */
const MAX_PYTHON_MODELS = 450

/** What both programs print. */
const EXPECTED = {
  mode: 'dev',
  wrongLogin: 'credentials-wrong',
  loginCode: 200,
  firstUser: 'admin',
  count: 1,
  noToken: 401,
}

let folder: Awaited<ReturnType<typeof folderWithSettings>>
let service: ServiceProcess
let origin: string
let documentFile: string

beforeAll(async () => {
  folder = await folderWithSettings()
  service = await startProcess(folder.path, ['application.mode=dev'], { CASTELLAN_ADMIN_PASSWORD: PASSWORD })
  origin = new URL(service.base).origin
  documentFile = join(folder.path, 'openapi.json')
  await writeFile(documentFile, await (await fetch(`${service.base}/openapi.json`)).text())
})
afterAll(async () => {
  await service.end('SIGTERM')
  await folder.remove()
})

test('a client by openapi-python-client calls the service', { timeout: 0 }, async ({ skip }) => {
  const environment = await preparePython(REQUIREMENTS)
  if ('problem' in environment)
    return skip(`openapi-python-client cannot be installed: ${environment.problem}`)
  const { python } = environment
  const client = join(folder.path, 'castellan_client')
  const config = join(folder.path, 'python-client.json')
  await writeFile(config, JSON.stringify({ post_hooks: [] }))
  const generated = await run(python, [
    ...['-m', 'openapi_python_client', 'generate', '--path', documentFile],
    ...['--meta', 'none', '--output-path', client, '--config', config, '--fail-on-warning'],
  ])
  expect(generated).not.toContain('Warning')
  expect((await readdir(join(client, 'models'))).length).toBeLessThan(MAX_PYTHON_MODELS)
  expect(JSON.parse(await run(python, [CALLS, origin, PASSWORD]))).toEqual(EXPECTED)
})

test('a client by oapi-codegen calls the service', { timeout: 0 }, async ({ skip }) => {
  const go = await findOrInstall('go', 'golang-go')
  if (go === undefined) return skip('Go is not installed here')
  const program = join(folder.path, 'go-client')
  await cp(GO_SOURCE, program, { recursive: true })
  const { code, output } = await runProgram(go, ['mod', 'download'], options(program))
  if (code !== 0) return skip(`oapi-codegen cannot be installed: ${output.trim().split('\n').at(-1)}`)
  await mkdir(join(program, 'castellan'))
  const generator = ['tool', 'oapi-codegen', '-generate', 'types,client', '-package', 'castellan']
  await run(go, [...generator, '-o', 'castellan/client.go', documentFile], program)
  expect(JSON.parse(await run(go, ['run', '.', origin, PASSWORD], program))).toEqual(EXPECTED)
})

/** Returns the output. Fails with it if the program fails. */
async function run(program: string, args: readonly string[], cwd = folder.path): Promise<string> {
  const { code, output } = await runProgram(program, args, options(cwd))
  expect(code, output).toBe(0)
  return output
}

function options(cwd: string) {
  return {
    cwd,
    env: {
      ...process.env,
      PYTHONDONTWRITEBYTECODE: '1',
      PYTHONPATH: folder.path,
      // No other version of Go is downloaded, and a C compiler is not needed.
      GOTOOLCHAIN: 'local',
      GOFLAGS: '-buildvcs=false',
      CGO_ENABLED: '0',
      // A proxy of the environment cannot reach this machine.
      NO_PROXY: '127.0.0.1',
      no_proxy: '127.0.0.1',
    },
  }
}
