import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { call, postJson } from '../support/client.ts'
import { castellan, refusedStart, startProcess, temporaryFolder } from '../support/process.ts'

const SECRET = 'k3Jq-9fW_2bXz7Lm0RtVn5YcPd8HsEa1uGo4'
const PASSWORD = 'correct horse battery staple'

test('secrets are read from files, named by a flag and by variables', async () => {
  const folder = await temporaryFolder()
  onTestFinished(folder.remove)
  await writeFile(join(folder.path, 'jwt-secret'), `${SECRET}\n`)
  await writeFile(join(folder.path, 'database-url'), 'sqlite:data/other.db\n')
  await writeFile(join(folder.path, 'admin-password'), `${PASSWORD}\n`)
  const service = await startProcess(folder.path, ['application.mode=dev', 'jwt.secret=@jwt-secret'], {
    CASTELLAN_DATABASE_URL_FILE: 'database-url',
    CASTELLAN_ADMIN_PASSWORD_FILE: 'admin-password',
  })
  onTestFinished(async () => {
    await service.end('SIGTERM')
  })
  expect(service.started.adminPassword).toBeNull()
  const { body } = await call(`${service.base}/login`, postJson({ username: 'admin', password: PASSWORD }))
  expect(body).toMatchObject({ code: 200, token: expect.any(String) })
  expect(existsSync(join(folder.path, 'data', 'other.db'))).toBe(true)
  // The service generates this file only if it has no secret.
  expect(existsSync(join(folder.path, 'data', 'jwt.secret'))).toBe(false)
  expect(service.log()).not.toContain(SECRET)
})

test('a missing file stops the start with one line', async () => {
  const folder = await temporaryFolder()
  onTestFinished(folder.remove)
  const { code, output, errors } = await refusedStart(folder.path, ['--set', 'jwt.secret=@missing'])
  expect(code).not.toBe(0)
  expect(output).toBe('')
  expect(errors.trim()).toBe(
    'error: jwt.secret (file missing from flag --set): the file does not exist. Fix: correct its path or its permissions',
  )
})

test.each([['key'], ['user']])(
  'castellan %s list warns about a secret on the command line',
  async (group) => {
    const folder = await temporaryFolder()
    onTestFinished(folder.remove)
    const { errors } = await castellan(folder.path, [group, 'list', '--set', `jwt.secret=${SECRET}`])
    expect(errors).toContain('jwt.secret is on the command line')
    expect(errors).not.toContain(SECRET)
  },
)
