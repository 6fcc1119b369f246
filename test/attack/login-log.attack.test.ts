import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openDatabase } from '../../src/database/database.ts'
import { type Answer, call, postJson, tryLogin } from '../support/client.ts'
import { disableRole } from '../support/database.ts'
import { expectSuccess } from '../support/expectations.ts'
import { expectNoTrace, startTarget, type Target } from './support/target.ts'

const WRONG = 'Wrong username or password.'

describe('L15 a new forwarded address with every request', () => {
  const LIMIT = 6
  let target: Target
  beforeAll(async () => {
    target = await startTarget({ settings: { rateLimit: { loginPerAddress: LIMIT } } })
  })
  afterAll(() => target.close())

  const claims: ((address: string) => Record<string, string>)[] = [
    (address) => ({ 'x-forwarded-for': address }),
    (address) => ({ 'x-forwarded-for': `${address}, 10.0.0.1` }),
    (address) => ({ 'x-real-ip': address, 'true-client-ip': address, 'cf-connecting-ip': address }),
    (address) => ({ forwarded: `for=${address};proto=https;host=x` }),
    (address) => ({ 'x-client-ip': address, 'x-originating-ip': address, 'x-remote-ip': address }),
    (address) => ({ 'x-forwarded-for': '127.0.0.2', 'x-cluster-client-ip': address, via: address }),
  ]

  test('the limit still bites, and the log shows the peer', async () => {
    const codes: unknown[] = []
    for (let sent = 0; sent < 3 * LIMIT; sent++) {
      const headers = claims[sent % claims.length]?.(`203.0.113.${sent}`) ?? {}
      const { body } = await call(`${target.base}/login`, postJson({ username: `spread-${sent}` }, headers))
      codes.push(body.code)
    }
    expect(codes.slice(0, LIMIT)).toEqual(Array.from({ length: LIMIT }, () => 400))
    expect(codes.slice(LIMIT)).toEqual(Array.from({ length: 2 * LIMIT }, () => 429))
    await vi.waitFor(async () => expect(await target.loginLog()).toHaveLength(3 * LIMIT))
    const { list } = await target.workshop.loginLog.page({}, { pageIndex: 1, pageSize: 100 })
    expect(new Set(list.map(({ ipaddr }) => ipaddr))).toEqual(new Set(['127.0.0.1']))
    await expectNoTrace(target, ['203.0.113.'])
  })

  test('only a proxy that is named may forward one, and not by the other headers', async () => {
    const behind = await startTarget({ settings: { application: { trustProxy: ['127.0.0.1'] } } })
    for (const [sent, claim] of claims.entries()) {
      await call(`${behind.base}/login`, postJson({ username: 'forwarded' }, claim(`203.0.113.${sent}`)))
    }
    await vi.waitFor(async () => expect(await behind.loginLog()).toHaveLength(claims.length))
    const { list } = await behind.workshop.loginLog.page({}, { pageIndex: 1, pageSize: 100 })
    // Of a chain, the last that no trusted proxy wrote: what the client itself put in front is not believed.
    expect(list.map(({ ipaddr }) => ipaddr).reverse()).toEqual([
      '203.0.113.0',
      '10.0.0.1',
      '127.0.0.1',
      '127.0.0.1',
      '127.0.0.1',
      '127.0.0.2',
    ])
    await behind.close()
  })

  test('what is forwarded but is no address is not written', async () => {
    const behind = await startTarget({ settings: { application: { trustProxy: ['127.0.0.1'] } } })
    for (const address of [
      'admin',
      "' or 1=1--",
      '<script>',
      '999.1.1.1',
      'unknown',
      '1.2.3.4:80',
      '::zz',
      `\${x}`,
    ]) {
      await call(`${behind.base}/login`, postJson({ username: 'forwarded' }, { 'x-forwarded-for': address }))
    }
    await vi.waitFor(async () => expect(await behind.loginLog()).toHaveLength(8))
    const { list } = await behind.workshop.loginLog.page({}, { pageIndex: 1, pageSize: 100 })
    expect(new Set(list.map(({ ipaddr }) => ipaddr))).toEqual(new Set(['127.0.0.1']))
    await behind.close()
  })
})

describe('L30 a role that is disabled or gone', () => {
  test('is refused by the same bytes as wrong credentials, with the right password', async () => {
    const target = await startTarget({ settings: { application: { mode: 'dev' } } })
    const { roleAdministration, userAdministration } = target.workshop
    for (const roleKey of ['disabled', 'gone']) {
      await roleAdministration.add({ roleKey, roleName: roleKey })
      await userAdministration.add({ username: `of-${roleKey}`, password: 'right', roleKey })
      expectSuccess(await tryLogin(target.base, { username: `of-${roleKey}`, password: 'right' }))
    }
    await disableRole(target, 'disabled')
    const { database, close } = await openDatabase(`sqlite:${join(target.dataDir, 'castellan.db')}`, {
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
      for (const password of ['right', 'wrong'])
        answers.push(await tryLogin(target.base, { username, password }))
    }
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(
      new Set([`200 {"code":400,"msg":"${WRONG}"}`]),
    )
    await target.close()
  })
})

describe('L32 what is recorded of the attempts', () => {
  const attempts = ['first', 'second', 'first', 'a long name of somebody', '管理员']

  test('on: as many rows as attempts, each with the username that was tried', async () => {
    const target = await startTarget()
    for (const username of attempts) await tryLogin(target.base, { username, code: 'WRONG' })
    for (const body of ['{', '', '[]']) await call(`${target.base}/login`, postJson(body))
    await target.stop()
    expect(await target.loginLog()).toEqual(
      [...attempts, '', '', ''].map((username) => ({ username, status: '1' })),
    )
    await target.close()
  })

  test('off: no row, no file, and no name in the log', async () => {
    const target = await startTarget({ settings: { logger: { enableddb: false } } })
    for (const username of attempts) await tryLogin(target.base, { username, code: 'WRONG' })
    await call(`${target.base}/login`, postJson('{'))
    expectSuccess(await tryLogin(target.base))
    await target.stop()
    expect(await target.loginLog()).toEqual([])
    expect((await readdir(target.dataDir)).filter((name) => !name.startsWith('castellan.db'))).toEqual([])
    await expectNoTrace(target, ['a long name of somebody', '管理员'])
    await target.close()
  })
})
