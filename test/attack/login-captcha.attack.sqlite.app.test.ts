import { createCanvas, loadImage } from '@napi-rs/canvas'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { CAPTCHA_HEIGHT, CAPTCHA_WIDTH } from '../../src/core/login/captcha/captcha-drawing.ts'
import { randomCaptchaText } from '../../src/core/login/captcha/captcha-text.ts'
import { createMemoryStore } from '../../src/platform/cluster/short-lived/memory-store.ts'
import { call, getCaptcha, postJson } from '../support/client.ts'
import { expectRefused, expectSuccess } from '../support/expectations.ts'
import { scaled } from '../support/scale.ts'
import { ADMIN_PASSWORD } from '../support/service.ts'
import { countHashes, hashed } from './support/hash-counter.ts'
import { expectNotStored, startTarget } from './support/target.ts'

countHashes()
/** The texts of all captchas issued so far, in order. */
const texts: string[] = []

const captchaText = () => {
  // Longer than usual, so that it cannot occur by chance in a logged random id.
  const text = randomCaptchaText() + randomCaptchaText()
  texts.push(text)
  return text
}
const target = await startTarget({ replacements: { captchaText } })
afterAll(target.close)

beforeEach(() => {
  hashed.count = 0
})

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
  const pictures = new Set<string>()
  const metadata = new Set<string>()
  for (let index = 0; index < scaled(40, 1000); index++) {
    const answer = await call(`${target.base}/getCaptcha`)
    const text = lastText()
    const picture = pictureOf(answer.body.data)
    const segments = segmentsOf(picture)
    expect(segments.map(({ kind }) => kind)).toEqual([
      'APP0',
      'APP2',
      ...['DQT', 'DQT', 'SOF0', 'DHT', 'DHT', 'DHT', 'DHT', 'SOS'],
    ])
    // The metadata is constant: the version of the format and the sRGB color space.
    metadata.add(Buffer.concat(segments.slice(0, 2).map(({ data }) => data)).toString('latin1'))
    const pixels = await pixelsOf(picture)
    for (const spelling of [
      text,
      text.toLowerCase(),
      Buffer.from(text).toString('base64').slice(0, 6),
      Buffer.from(text).toString('hex'),
    ]) {
      expect(picture.includes(spelling) || pixels.includes(spelling)).toBe(false)
      expect([...answer.headers].flat().join(' ')).not.toContain(spelling)
    }
    expect(Object.keys(answer.body).sort()).toEqual(['code', 'data', 'id', 'msg', 'uuid'])
    pictures.add(pixels.toString('latin1'))
  }
  // All images differ although the alphabet is small, so a lookup table is useless.
  expect(pictures.size).toBe(scaled(40, 1000))
  expect(metadata.size).toBe(1)
})

test('L08 the same text is drawn differently every time', async () => {
  const same = await startTarget({ replacements: { captchaText: () => 'EEEEE' } })
  const rows = new Map<string, number>()
  const asked = 12
  for (let index = 0; index < asked; index++) {
    const { body } = await call(`${same.base}/getCaptcha`)
    const pixels = await pixelsOf(pictureOf(body.data))
    const stride = CAPTCHA_WIDTH * 4
    const middle = pixels.subarray((CAPTCHA_HEIGHT / 2) * stride, (CAPTCHA_HEIGHT / 2 + 1) * stride)
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

const PREFIX = 'data:image/jpeg;base64,'

function pictureOf(data: unknown): Buffer {
  expect(String(data).slice(0, PREFIX.length)).toBe(PREFIX)
  return Buffer.from(String(data).slice(PREFIX.length), 'base64')
}

interface Segment {
  readonly kind: string
  readonly data: Buffer
}

const SEGMENT_KINDS = new Map([
  [0xe0, 'APP0'],
  [0xe2, 'APP2'],
  [0xdb, 'DQT'],
  [0xc0, 'SOF0'],
  [0xc4, 'DHT'],
  [0xda, 'SOS'],
])

/** Returns the segments of a JPEG up to the compressed pixels. */
function segmentsOf(jpeg: Buffer): Segment[] {
  const segments: Segment[] = []
  for (let at = 2; segments.at(-1)?.kind !== 'SOS'; ) {
    const marker = jpeg.readUInt8(at + 1)
    const length = jpeg.readUInt16BE(at + 2)
    const data = jpeg.subarray(at + 4, at + 2 + length)
    segments.push({ kind: SEGMENT_KINDS.get(marker) ?? `marker ${marker}`, data })
    at += 2 + length
  }
  return segments
}

async function pixelsOf(jpeg: Buffer): Promise<Buffer> {
  const canvas = createCanvas(CAPTCHA_WIDTH, CAPTCHA_HEIGHT)
  canvas.getContext('2d').drawImage(await loadImage(jpeg), 0, 0)
  return canvas.data()
}
