import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addRole, addUser, loginOperator, type Operator, passwordOf } from '../support/operator.ts'
import { findOrInstall } from '../support/servers/find-or-install.ts'
import { startService, type TestService } from '../support/service.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..', '..')
const page = readFileSync(join(root, 'docs', 'how-to', 'rights-for-a-limited-time.md'), 'utf8')

let service: TestService
let admin: Operator

beforeAll(async () => {
  service = await startService({ settings: { administration: { requests: ['on-call'] } } })
  admin = await loginOperator(service.base)
})
afterAll(() => service.close())

test('curl asks for a role and approves it, as the page shows', async ({ skip }) => {
  for (const program of ['curl', 'jq'])
    if (!(await findOrInstall(program, program))) skip(`${program} is not installed here`)
  const onCall = await addRole(admin, 'on-call')
  await addUser(admin, 'mira', await addRole(admin, 'viewer'))
  const user = await loginOperator(service.base, { username: 'mira', password: passwordOf('mira') })
  const blocks = [...page.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, code = '']) => code)
  const [asking = '', deciding = '', ...others] = blocks.filter((code) => code.includes('curl'))
  expect(others).toEqual([])
  const env = { ...process.env, TOKEN: user.token, APPROVER_TOKEN: admin.token }
  const outputOf = async (code: string) => {
    const script = code.replaceAll('http://127.0.0.1:8000', service.origin)
    return (await run('bash', ['-eo', 'pipefail', '-c', script], { env })).stdout
  }
  const role = { roleId: onCall, roleKey: 'on-call', roleName: 'on-call' }
  const asked = await outputOf(asking)
  expect(asked).toMatch(/\n1\n$/)
  expect(JSON.parse(asked.replace(/1\n$/, ''))).toEqual([role])
  const decided = await outputOf(deciding)
  expect(decided).toMatch(/"approved"\n$/)
  expect(JSON.parse(decided.replace(/"approved"\n$/, ''))).toMatchObject([
    { id: 1, username: 'mira', ...role },
  ])
})
