import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { SECRET_PLACE, SNIPPETS } from '../../console/src/features/overview/snippets.ts'
import { jobExamples, loginExample } from '../../console/src/features/service-accounts/login-example.ts'
import { bearer, call, postJson } from '../support/client.ts'
import { addRole, dataOf, loginOperator } from '../support/operator.ts'
import { environment, startProcess, temporaryFolder } from '../support/process.ts'
import { findOrInstall } from '../support/servers/find-or-install.ts'
import { freePort } from '../support/servers/free-port.ts'
import { ADMIN_PASSWORD, startService } from '../support/service.ts'

const root = join(import.meta.dirname, '..', '..')
const run = promisify(execFile)
const TIMEOUT_MS = 120_000

const programs = SNIPPETS.filter(({ commands }) => commands !== undefined)

/** Creates a folder with the packages of a snippet, as `npm install` does, but without `package.json`. */
async function folderWith(commands: string): Promise<string> {
  const folder = await temporaryFolder()
  onTestFinished(() => folder.remove())
  const [, names = ''] = /^npm install (.*)$/m.exec(commands) ?? []
  await mkdir(join(folder.path, 'node_modules', '@hono'), { recursive: true })
  await symlink(root, join(folder.path, 'node_modules', 'castellan'))
  for (const name of names.split(' '))
    await symlink(join(root, 'node_modules', name), join(folder.path, 'node_modules', name))
  return folder.path
}

test.each(programs)(
  'the program for $name runs as it is pasted',
  { timeout: TIMEOUT_MS },
  async (snippet) => {
    const { file, code, commands = '' } = snippet
    const folder = await folderWith(commands)
    const port = await freePort()
    // Another test may use the port of the text.
    await writeFile(join(folder, file), code.replace('3000', String(port)))
    const [, started = ''] = /^npx tsx (.*)$/m.exec(commands) ?? []
    const child = spawn(process.execPath, [join(root, 'node_modules', 'tsx', 'dist', 'cli.mjs'), started], {
      cwd: folder,
      env: environment({ CASTELLAN_APPLICATION_MODE: 'dev', CASTELLAN_ADMIN_PASSWORD: ADMIN_PASSWORD }),
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    onTestFinished(async () => {
      // tsx passes this signal on to the program.
      if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit')
    })
    const origin = `http://127.0.0.1:${port}`
    const path = /'(?:GET )?(\/api\/v1\/(?:orders|news)[^']*)'/.exec(code)?.[1]?.replace(':id', '7') ?? ''
    const refused = () =>
      call(`${origin}${path}`).then(
        ({ body }) => body.code,
        () => 'not started',
      )
    await expect.poll(refused, { timeout: TIMEOUT_MS }).toBe(401)
    const credentials = postJson({ username: 'admin', password: ADMIN_PASSWORD })
    const { token } = (await call(`${origin}/api/v1/login`, credentials)).body
    const answer = await fetch(`${origin}${path}`, bearer(String(token)))
    expect(await answer.text()).toContain('admin')
  },
)

test('a service starts with the settings of the gateway', { timeout: TIMEOUT_MS }, async () => {
  const { file = '', code = '' } = SNIPPETS.find(({ name }) => name === 'Gateway') ?? {}
  const folder = await temporaryFolder()
  onTestFinished(() => folder.remove())
  await writeFile(join(folder.path, file), code.replace(SECRET_PLACE, randomBytes(48).toString('base64')))
  const service = await startProcess(folder.path)
  onTestFinished(async () => void (await service.end('SIGTERM')))
  expect((await call(`${service.base}/orders`)).body.code).toBe(401)
})

test('curl and the jobs for GitHub and GitLab log in and call a route', async ({ skip }) => {
  for (const program of ['curl', 'jq'])
    if (!(await findOrInstall(program, program))) return skip(`${program} is not installed here`)
  const service = await startService({ settings: { login: { methods: ['password', 'service'] } } })
  onTestFinished(() => service.close())
  const admin = await loginOperator(service.base)
  const username = `o"hara's bot`
  const roleId = await addRole(admin, 'reader', [])
  const { userId } = await dataOf(admin.post('/service-account', { username, roleId }))
  const { secret } = await dataOf(admin.post(`/service-account/${userId}/secret`, {}))
  const command = loginExample(service.origin, username)
  const env = { ...process.env, SECRET: String(secret), SERVICE_SECRET: String(secret) }
  expect(JSON.parse((await run('bash', ['-c', command], { env })).stdout)).toMatchObject({ code: 200 })

  const [github, gitlab] = jobExamples(service.origin, username).map(({ code }) => parse(code))
  const [step] = github.jobs.call.steps
  for (const { script, variables } of [
    { script: step.run, variables: step.env },
    { script: gitlab.call.script[0], variables: gitlab.call.variables },
  ]) {
    const { SERVICE_SECRET: _, ...given } = variables
    const { stdout } = await run('bash', ['-eo', 'pipefail', '-c', script], { env: { ...env, ...given } })
    expect(stdout).toMatch(/true\n$/)
  }
})
