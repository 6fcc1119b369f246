import { afterAll, describe, expect, test } from 'vitest'
import { call, postJson } from '../support/client.ts'
import { expectRefused, expectStandardHeaders } from '../support/expectations.ts'
import { loginOperator } from '../support/operator.ts'
import { startService } from '../support/service.ts'

const CHINESE = /\p{Script=Han}/u

const service = await startService()
afterAll(service.close)

const inLanguage = (acceptLanguage?: string) =>
  call(
    `${service.base}/sys-user`,
    acceptLanguage === undefined ? {} : { headers: { 'accept-language': acceptLanguage } },
  )

describe('messages are Simplified Chinese where Accept-Language prefers it', () => {
  test.each([
    'zh-CN',
    'zh',
    'ZH-cn',
    'zh-CN,zh;q=0.9,en;q=0.8',
    'en;q=0.5, zh;q=0.9',
    'en;q=0.8,zh-CN',
    'fr, zh-CN;q=0.3',
    'zh-Hans-CN',
  ])('%s', async (acceptLanguage) => {
    const answer = await inLanguage(acceptLanguage)
    expectRefused(answer, 401)
    expect(answer.body.msg).toMatch(CHINESE)
  })
})

describe('and English otherwise', () => {
  test.each([
    'en',
    'en-US,en;q=0.9,zh;q=0.8',
    'en, zh;q=0.9',
    'zh;q=0.5, en;q=0.9',
    'de-DE,de;q=0.9',
    'zh;q=0',
    'en,zh;q=0',
    '*',
    'nonsense;;;q=zh',
    `en,${'x,'.repeat(2000)}zh`,
  ])('%s', async (acceptLanguage) => {
    const answer = await inLanguage(acceptLanguage)
    expectRefused(answer, 401)
    expect(answer.body.msg).not.toMatch(CHINESE)
  })

  test('without the header', async () => {
    expect((await inLanguage()).body.msg).not.toMatch(CHINESE)
  })
})

describe('in Chinese as in English', () => {
  const zh = { headers: { 'accept-language': 'zh-CN' } }

  test.each([
    ['success', () => call(`${service.base}/health`, zh), 200, 200],
    ['unauthorized', () => call(`${service.base}/sys-user`, zh), 401, 200],
    ['invalid parameters', () => call(`${service.base}/login`, postJson('{}', zh.headers)), 400, 200],
    ['no such route', () => call(`${service.base}/nowhere`, zh), 404, 404],
    ['wrong method', () => call(`${service.base}/health`, { method: 'POST', ...zh }), 405, 405],
    [
      'wrong media type',
      () => call(`${service.base}/login`, postJson('x', { ...zh.headers, 'content-type': 'text/plain' })),
      415,
      415,
    ],
  ] as const)('%s: the same code, status and headers', async (_name, request, code, status) => {
    const answer = await request()
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code })
    expect(answer.body.msg).toMatch(CHINESE)
    expectStandardHeaders(answer)
  })
})

describe('what was not found is named in the language of the message', () => {
  const unknownThrottle = 'x'.repeat(43)

  test.each([
    ['user', 'GET', '/sys-user/777', '没有 ID 为 777 的用户。', 'There is no user with the ID 777.'],
    [
      'user of an access check',
      'GET',
      '/policy/explain?userId=777&method=GET&path=/api/v1/orders',
      '没有 ID 为 777 的用户。',
      'There is no user with the ID 777.',
    ],
    [
      'role key',
      'GET',
      '/policy/explain?roleKey=nobody&method=GET&path=/api/v1/orders',
      '没有标识为 "nobody" 的角色。',
      'There is no role with the key "nobody".',
    ],
    [
      'throttle',
      'DELETE',
      `/throttle/${unknownThrottle}`,
      `没有 ID 为 ${unknownThrottle} 的登录限制。`,
      `There is no throttle with the ID ${unknownThrottle}.`,
    ],
  ])('%s', async (_thing, method, path, zh, en) => {
    const { token } = await loginOperator(service.base)
    const messageIn = async (language: string) => {
      const headers = { authorization: `Bearer ${token}`, 'accept-language': language }
      return (await call(`${service.base}${path}`, { method, headers })).body.msg
    }
    expect(await messageIn('zh-CN')).toBe(zh)
    expect(await messageIn('en')).toBe(en)
  })
})
