import { afterAll, expect, test } from 'vitest'
import { randomCaptchaText } from '../../src/core/login/captcha/captcha-text.ts'
import { createMemoryStore } from '../../src/platform/cluster/short-lived/memory-store.ts'
import { call, postJson } from '../support/client.ts'
import { expectRefused, expectSuccess } from '../support/expectations.ts'
import { ADMIN_PASSWORD } from '../support/service.ts'
import { expectNotStored, startTarget } from './support/target.ts'

/** The texts of all captchas issued so far, in order. */
const texts: string[] = []
const lastText = () => texts.at(-1) ?? ''

const captchaText = () => {
  // Longer than usual, so that it cannot occur by chance in a logged random id.
  const text = randomCaptchaText() + randomCaptchaText()
  texts.push(text)
  return text
}
const target = await startTarget({
  settings: { captcha: { lifetimeSeconds: 3600 } },
  replacements: { captchaText },
})
afterAll(target.close)

const getCaptcha = (query: string) => call(`${target.base}/getCaptcha?${query}`)
const attempt = (fields: Record<string, unknown>) =>
  call(`${target.base}/login`, postJson({ username: 'admin', password: ADMIN_PASSWORD, ...fields }))

test('a spoken captcha is valid for one attempt, right or wrong', async () => {
  const { uuid } = (await getCaptcha('form=audio')).body
  const code = lastText()
  expectSuccess(await attempt({ uuid, code }))
  expectRefused(await attempt({ uuid, code }), 400)
  const second = (await getCaptcha('form=audio')).body.uuid
  expectRefused(await attempt({ uuid: second, code: 'WRONG' }), 400)
  expectRefused(await attempt({ uuid: second, code: lastText() }), 400)
})

test('of ten concurrent attempts with one spoken captcha, one succeeds', async () => {
  const { uuid } = (await getCaptcha('form=audio')).body
  const code = lastText()
  const answers = await Promise.all(Array.from({ length: 10 }, () => attempt({ uuid, code })))
  expect(answers.filter(({ body }) => body.code === 200)).toHaveLength(1)
})

test('no request returns a pending captcha in another form or a second time', async () => {
  const picture = (await getCaptcha('form=image')).body
  const pictureText = lastText()
  for (const name of ['uuid', 'id', 'code', 'text']) {
    const spoken = (await getCaptcha(`form=audio&${name}=${picture.uuid}`)).body
    expect(spoken.uuid).not.toBe(picture.uuid)
    expect(lastText()).not.toBe(pictureText)
    // The texts of the two captchas are not exchangeable.
    expectRefused(await attempt({ uuid: spoken.uuid, code: pictureText }), 400)
  }
  expectSuccess(await attempt({ uuid: picture.uuid, code: pictureText }))
})

test('recordings cannot be averaged: every request is a new text with new noise', async () => {
  const before = texts.length
  const answers = await Promise.all(Array.from({ length: 6 }, () => getCaptcha('form=audio')))
  expect(new Set(answers.map(({ body }) => body.uuid)).size).toBe(6)
  expect(new Set(texts.slice(before)).size).toBe(6)
  const files = answers.map(({ body }) => wavOf(body.data))
  // The noise at the beginning, before the first character.
  expect(new Set(files.map((file) => file.toString('latin1', 44, 244))).size).toBe(6)
})

test('a recording has no metadata, and neither it nor the headers contain the text', async () => {
  const answer = await getCaptcha('form=audio')
  const file = wavOf(answer.body.data)
  expect(file.toString('latin1', 0, 4) + file.toString('latin1', 8, 16)).toBe('RIFFWAVEfmt ')
  expect([file.readUInt32LE(16), file.toString('latin1', 36, 40)]).toEqual([16, 'data'])
  expect(file.readUInt32LE(40)).toBe(file.length - 44)
  const text = lastText()
  for (const spelling of [text, text.toLowerCase(), Buffer.from(text).toString('hex')]) {
    expect(file.includes(spelling)).toBe(false)
    expect([...answer.headers].flat().join(' ')).not.toContain(spelling)
  }
  expect(Object.keys(answer.body).sort()).toEqual(['code', 'data', 'id', 'msg', 'uuid'])
})

test('pictures and recordings share the limit of pending captchas, and a refused form takes no place', async () => {
  const small = await startTarget({
    replacements: {
      captchaText: () => 'HHHHH',
      shortLivedStore: createMemoryStore({ maxEntries: 2, now: () => performance.now() }),
    },
  })
  try {
    for (let count = 0; count < 5; count++) {
      expectRefused(await call(`${small.base}/getCaptcha?form=video`), 400)
    }
    const spoken = await call(`${small.base}/getCaptcha?form=audio`)
    expectSuccess(await call(`${small.base}/getCaptcha`))
    for (const form of ['image', 'audio']) {
      expectRefused(await call(`${small.base}/getCaptcha?form=${form}`), 429)
    }
    const body = { username: 'admin', password: ADMIN_PASSWORD, uuid: spoken.body.uuid, code: 'hhhhh' }
    expectSuccess(await call(`${small.base}/login`, postJson(body)))
  } finally {
    await small.close()
  }
})

test('no text of a spoken captcha appears in the log or the data folder', async () => {
  expect(texts.length).toBeGreaterThan(10)
  await target.stop()
  await expectNotStored(target, texts)
})

function wavOf(data: unknown): Buffer {
  return Buffer.from(String(data).replace('data:audio/wav;base64,', ''), 'base64')
}
