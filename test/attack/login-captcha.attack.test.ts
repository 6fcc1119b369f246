import { inflateSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { randomCaptchaText } from '../../src/authentication/captcha/captcha-text.ts'
import { createMemoryStore } from '../../src/cluster/short-lived/memory-store.ts'
import { call, getCaptcha, postJson } from '../support/client.ts'
import { expectRefused, expectSuccess } from '../support/expectations.ts'
import { ADMIN_PASSWORD } from '../support/service.ts'
import { hashed } from './support/hash-counter.ts'
import { scaled } from './support/scale.ts'
import { expectNotStored, startTarget, type Target } from './support/target.ts'

vi.mock('../../src/authentication/password/password-hash.ts', async (importOriginal) => {
  const { counting } = await import('./support/hash-counter.ts')
  return counting(await importOriginal())
})

let target: Target
/** The texts of all captchas issued so far, in order. */
const texts: string[] = []

beforeAll(async () => {
  const captchaText = () => {
    // Longer than usual, so that it cannot occur by chance in a logged random id.
    const text = randomCaptchaText() + randomCaptchaText()
    texts.push(text)
    return text
  }
  target = await startTarget({ replacements: { captchaText } })
})
beforeEach(() => {
  hashed.count = 0
})
afterAll(() => target.close())

const lastText = () => texts.at(-1) ?? ''
const attempt = (fields: Record<string, unknown>) =>
  call(`${target.base}/login`, postJson({ username: 'admin', password: ADMIN_PASSWORD, ...fields }))

describe('L01 an unknown captcha with an empty code', () => {
  test.each([
    ['empty', ''],
    ['null', null],
    ['an array', []],
    ['missing', undefined],
    ['a space', ' '],
    ['false', false],
    ['0', 0],
    ['an object', {}],
    ['"undefined"', 'undefined'],
    ['"null"', 'null'],
  ])('%s: refused, and no password is hashed', async (_name, code) => {
    for (const uuid of ['never-issued', '', ' ', '__proto__', 'undefined', await getCaptcha(target.base)]) {
      expectRefused(await attempt({ uuid, code }), 400)
    }
    expectRefused(await attempt({ code }), 400)
    expectRefused(await attempt({ uuid: null, code: null }), 400)
    expect(hashed.count).toBe(0)
  })
})

test('L02 right captcha and wrong password, then the same captcha and the right password: refused', async () => {
  const uuid = await getCaptcha(target.base)
  const code = lastText()
  expectRefused(await attempt({ uuid, code, password: 'wrong' }), 400)
  expectRefused(await attempt({ uuid, code }), 400)
  expect(hashed.count).toBe(1)
})

test('L02 of twenty concurrent attempts with one captcha, one reaches the password check', async () => {
  const uuid = await getCaptcha(target.base)
  const code = lastText()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => attempt({ uuid, code, password: 'wrong' })),
  )
  for (const answer of answers) expectRefused(answer, 400)
  expect(hashed.count).toBe(1)
})

describe('L10 the order of the steps', () => {
  test('a refused body does not consume the captcha, which can then be used for a login', async () => {
    const uuid = await getCaptcha(target.base)
    const code = lastText()
    const bad = [{ uuid, code, password: '' }, { uuid, code, username: 1 }, { uuid }, { uuid, code: 1 }]
    for (const fields of bad) expectRefused(await attempt(fields), 400)
    expectRefused(await call(`${target.base}/login`, postJson(`{"uuid":"${uuid}"`)), 400)
    expect(hashed.count).toBe(0)
    expectSuccess(await attempt({ uuid, code }))
    expect(hashed.count).toBe(1)
  })

  test('a wrong captcha hashes no password, for any username', async () => {
    for (const username of ['admin', 'nobody']) {
      const uuid = await getCaptcha(target.base)
      expectRefused(await attempt({ username, uuid, code: 'WRONG' }), 400)
      expectRefused(await attempt({ username, uuid, code: lastText() }), 400)
    }
    expect(hashed.count).toBe(0)
  })
})

test('L07 captchas beyond the limit are refused with code 429, and pending captchas stay valid', async () => {
  const captchaText = () => 'HHHHH'
  const small = await startTarget({
    replacements: {
      captchaText,
      shortLivedStore: createMemoryStore({ maxEntries: 60, now: () => performance.now() }),
    },
  })
  const first = await getCaptcha(small.base)
  const codes: unknown[] = []
  const asked = scaled(150, 20_000)
  for (let from = 0; from < asked; from += 50) {
    const answers = await Promise.all(Array.from({ length: 50 }, () => call(`${small.base}/getCaptcha`)))
    for (const answer of answers) {
      codes.push(answer.body.code)
      expect(answer.status).toBe(200)
      if (answer.body.code === 429) expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
    }
  }
  expect(codes.filter((code) => code === 200)).toHaveLength(59)
  expect(codes.filter((code) => code === 429)).toHaveLength(asked - 59)
  const body = { username: 'admin', password: ADMIN_PASSWORD, uuid: first, code: 'HHHHH' }
  expectSuccess(await call(`${small.base}/login`, postJson(body)))
  expectSuccess(await call(`${small.base}/getCaptcha`))
  await small.close()
})

test('L08 no image contains its text, repeated glyphs or metadata', async () => {
  const pictures = new Map<string, Buffer>()
  for (let index = 0; index < scaled(40, 1000); index++) {
    const answer = await call(`${target.base}/getCaptcha`)
    const text = lastText()
    const png = Buffer.from(String(answer.body.data).replace('data:image/png;base64,', ''), 'base64')
    const chunks = chunksOf(png)
    // Besides size and pixels there are only constants: 8 bits per channel, the sRGB color space.
    const kinds = chunks.map(({ kind }) => kind)
    expect(kinds.filter((kind, position) => kind !== kinds[position - 1])).toEqual([
      'IHDR',
      'sBIT',
      'sRGB',
      'IDAT',
      'IEND',
    ])
    expect(chunks.slice(1, 3).map(({ data }) => data.toString('hex'))).toEqual(['08080808', '00'])
    const pixels = inflateSync(
      Buffer.concat(chunks.filter(({ kind }) => kind === 'IDAT').map(({ data }) => data)),
    )
    for (const spelling of [
      text,
      text.toLowerCase(),
      Buffer.from(text).toString('base64').slice(0, 6),
      Buffer.from(text).toString('hex'),
    ]) {
      expect(png.includes(spelling) || pixels.includes(spelling)).toBe(false)
      expect([...answer.headers].flat().join(' ')).not.toContain(spelling)
    }
    expect(Object.keys(answer.body).sort()).toEqual(['code', 'data', 'id', 'msg', 'uuid'])
    pictures.set(pixels.toString('latin1'), pixels)
  }
  // All images differ although the alphabet is small, so a lookup table is useless.
  expect(pictures.size).toBe(scaled(40, 1000))
})

test('L08 the same text is drawn differently every time', async () => {
  const same = await startTarget({ replacements: { captchaText: () => 'EEEEE' } })
  const rows = new Map<string, number>()
  const asked = 12
  for (let index = 0; index < asked; index++) {
    const { body } = await call(`${same.base}/getCaptcha`)
    const png = Buffer.from(String(body.data).slice('data:image/png;base64,'.length), 'base64')
    const chunks = chunksOf(png)
    const header = chunks[0]?.data
    const pixels = inflateSync(
      Buffer.concat(chunks.filter(({ kind }) => kind === 'IDAT').map(({ data }) => data)),
    )
    const height = header?.readUInt32BE(4) ?? 1
    const stride = pixels.length / height
    const middle = pixels.subarray(Math.floor(height / 2) * stride, (Math.floor(height / 2) + 1) * stride)
    rows.set(middle.toString('latin1'), (rows.get(middle.toString('latin1')) ?? 0) + 1)
  }
  expect(rows.size).toBe(asked)
  await same.close()
})

test('no captcha text and no password appears in the log or the data folder', async () => {
  expect(texts.length).toBeGreaterThan(50)
  await target.stop()
  await expectNotStored(target, [...texts, ADMIN_PASSWORD])
})

interface Chunk {
  readonly kind: string
  readonly data: Buffer
}

function chunksOf(png: Buffer): Chunk[] {
  const chunks: Chunk[] = []
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at)
    chunks.push({ kind: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) })
    at += length + 12
  }
  return chunks
}
