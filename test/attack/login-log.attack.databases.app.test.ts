import { readdir } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { openDatabase } from '../../src/platform/database/database.ts'
import { type Answer, call, postJson, tryLogin } from '../support/client.ts'
import { disableRole } from '../support/database.ts'
import { expectSuccess } from '../support/expectations.ts'
import { expectNotStored, startTarget } from './support/target.ts'

const WRONG = 'Wrong username or password.'

describe('L30 a role that is disabled or deleted', () => {
  test('gets the same response as wrong credentials, even with the right password', async () => {
    const target = await startTarget({ settings: { application: { mode: 'dev' } } })
    const { roleAdministration, userAdministration } = target.context
    for (const roleKey of ['disabled', 'gone']) {
      await roleAdministration.add({ roleKey, roleName: roleKey })
      await userAdministration.add({ username: `of-${roleKey}`, password: 'the right one', roleKey })
      expectSuccess(await tryLogin(target.base, { username: `of-${roleKey}`, password: 'the right one' }))
    }
    await disableRole(target, 'disabled')
    const { database, close } = await openDatabase(target.databaseUrl, {
      migrate: false,
    })
    await database.schema.alterTable('roles').renameTo('roles_kept').execute()
    await database.schema
      .createTable('roles')
      .as(
        database
          .selectFrom('roles_kept' as 'roles')
          .selectAll()
          .where('role_key', '!=', 'gone'),
      )
      .execute()
    await close()
    const answers: Answer[] = []
    for (const username of ['of-disabled', 'of-gone', 'unknown']) {
      for (const password of ['the right one', 'wrong'])
        answers.push(await tryLogin(target.base, { username, password }))
    }
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(
      new Set([`200 {"code":400,"msg":"${WRONG}","reason":"credentials-wrong"}`]),
    )
    await target.close()
  })
})

describe('L32 recorded login attempts', () => {
  const attempts = ['first', 'second', 'first', 'a long name of somebody', '管理员']

  test('on: one row per attempt, each with the username as sent', async () => {
    const target = await startTarget()
    for (const username of attempts) await tryLogin(target.base, { username, code: 'WRONG' })
    for (const body of ['{', '', '[]']) await call(`${target.base}/login`, postJson(body))
    await target.stop()
    expect(await target.loginLog()).toEqual(
      [...attempts, '', '', ''].map((username) => ({ username, status: '1' })),
    )
    await target.close()
  })

  test('off: no row, no file, and no username in the log', async () => {
    const target = await startTarget({ settings: { logger: { enableddb: false } } })
    for (const username of attempts) await tryLogin(target.base, { username, code: 'WRONG' })
    await call(`${target.base}/login`, postJson('{'))
    expectSuccess(await tryLogin(target.base))
    await target.stop()
    expect(await target.loginLog()).toEqual([])
    expect((await readdir(target.dataDir)).filter((name) => !name.startsWith('castellan.db'))).toEqual([])
    await expectNotStored(target, ['a long name of somebody', '管理员'])
    await target.close()
  })
})
