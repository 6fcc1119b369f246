// docs/specification.md, 20

import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bearer, call, login, postJson, tryLogin } from '../support/client.ts'
import { storedLoginLog } from '../support/database.ts'
import { expectRefused, expectSuccess } from '../support/expectations.ts'
import { startService, type TestService } from '../support/service.ts'

describe('logger.enableddb', () => {
  let off: TestService
  beforeAll(async () => {
    off = await startService({ settings: { logger: { enableddb: false } } })
    expectSuccess(await tryLogin(off.base))
    expectRefused(await tryLogin(off.base, { username: 'nowhere-to-be-found' }), 400)
    expectRefused(await tryLogin(off.base, { username: 'nowhere-to-be-found', code: 'WRONG' }), 400)
    expectRefused(await call(`${off.base}/login`, postJson('{"username":"nowhere-to-be-found')), 400)
    expectRefused(await call(`${off.base}/login`, postJson({ username: 'nowhere-to-be-found' })), 400)
    const token = await login(off.base)
    expectSuccess(await call(`${off.base}/logout`, { method: 'POST', ...bearer(token) }))
  })
  afterAll(() => off.close())

  test('off: the list is empty', async () => {
    const answer = await call(`${off.base}/sys-login-log`, bearer(await login(off.base)))
    expectSuccess(answer)
    expect(answer.body.data).toEqual({ list: [], count: 0, pageIndex: 1, pageSize: 10 })
  })

  test('off: no row in the database', async () => {
    expect(await storedLoginLog(off)).toEqual([])
  })

  test('off: no spool, and no file contains an attempt', async () => {
    expect(existsSync(join(off.dataDir, 'login-log'))).toBe(false)
    const files = await readdir(off.dataDir, { recursive: true, withFileTypes: true })
    const contents = await Promise.all(
      files
        .filter((file) => file.isFile())
        .map((file) => readFile(join(file.parentPath, file.name), 'latin1')),
    )
    expect(contents.length).toBeGreaterThan(0)
    expect(contents.filter((content) => content.includes('nowhere-to-be-found'))).toEqual([])
  })

  test('when switched off, existing entries stay and no new ones are recorded', async () => {
    const on = await startService()
    await call(`${on.base}/login`, postJson({ username: 'before' }))
    await on.service.close()
    const before = await storedLoginLog(on)
    expect(before).toMatchObject([{ username: 'before', status: '1' }])

    const later = await startService({
      settings: { application: { dataDir: on.dataDir }, logger: { enableddb: false } },
    })
    await call(`${later.base}/login`, postJson({ username: 'after' }))
    expect(await storedLoginLog(on)).toEqual(before)
    await later.close()
    await on.close()
  })
})
