// docs/specification.md, 10

import { loadImage } from '@napi-rs/canvas'
import { afterAll, describe, expect, test } from 'vitest'
import { createMemoryStore } from '../../src/platform/cluster/short-lived/memory-store.ts'
import { call, postJson, tryLogin } from '../support/client.ts'
import { expectRefused, expectSuccess } from '../support/expectations.ts'
import { ADMIN_PASSWORD, CAPTCHA_TEXT, startService } from '../support/service.ts'

const JPEG_SIGNATURE = Buffer.from([0xff, 0xd8, 0xff])

const service = await startService()
afterAll(service.close)

describe.each(['getCaptcha', 'captcha'])('GET /api/v1/%s', (name) => {
  test('returns, without a token, an identifier under both names and an image, and nothing else', async () => {
    const { status, body } = await call(`${service.base}/${name}`)
    expect(status).toBe(200)
    expect(body).toEqual({
      code: 200,
      msg: expect.any(String),
      id: body.uuid,
      uuid: expect.any(String),
      data: expect.stringMatching(/^data:image\/jpeg;base64,[A-Za-z0-9+/]+=*$/),
    })
  })

  test('the image is a JPEG that does not contain the captcha text', async () => {
    const { body } = await call(`${service.base}/${name}`)
    const picture = Buffer.from(String(body.data).replace(/^.*,/, ''), 'base64')
    expect(picture.subarray(0, JPEG_SIGNATURE.length)).toEqual(JPEG_SIGNATURE)
    const { width, height } = await loadImage(picture)
    expect(width).toBeGreaterThan(height)
    expect(height).toBeGreaterThan(20)
    expect(picture.toString('latin1')).not.toContain(CAPTCHA_TEXT)
  })

  test('the identifier is opaque, unique and has at least 128 bits', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => call(`${service.base}/${name}`)))
    const ids = answers.map(({ body }) => String(body.uuid))
    expect(new Set(ids).size).toBe(20)
    for (const id of ids) expect(id).toMatch(/^[\w-]{22,64}$/)
  })

  test('with form=audio it returns, in the same envelope, a WAV file that does not contain the captcha text', async () => {
    const { status, body } = await call(`${service.base}/${name}?form=audio`)
    expect(status).toBe(200)
    expect(body).toEqual({
      code: 200,
      msg: expect.any(String),
      id: body.uuid,
      uuid: expect.stringMatching(/^[\w-]{22,64}$/),
      data: expect.stringMatching(/^data:audio\/wav;base64,[A-Za-z0-9+/]+=*$/),
    })
    const file = Buffer.from(String(body.data).replace(/^.*,/, ''), 'base64')
    expect(file.toString('latin1', 0, 4)).toBe('RIFF')
    expect(file.toString('latin1', 8, 12)).toBe('WAVE')
    expect(file.readUInt32LE(40)).toBe(file.length - 44)
    expect(file.length).toBeLessThan(150_000)
    expect(file.toString('latin1')).not.toContain(CAPTCHA_TEXT)
    expectSuccess(await tryLogin(service.base, { uuid: body.id }))
    expectRefused(await tryLogin(service.base, { uuid: body.id }), 400)
  })

  test('with form=image it returns the picture, and further parameters are ignored', async () => {
    for (const query of ['form=image', 't=1700000000', 'form=image&t=1']) {
      const { body } = await call(`${service.base}/${name}?${query}`)
      expect(Object.keys(body)).toEqual(Object.keys((await call(`${service.base}/${name}`)).body))
      expect(body.data).toMatch(/^data:image\/jpeg;base64,/)
    }
  })

  test.each(['form=', 'form=video', 'form=AUDIO', 'form=audio&form=audio', 'form=audio&form=image'])(
    'another form is refused as an invalid parameter: %s',
    async (query) => {
      const refused = await call(`${service.base}/${name}?${query}`)
      expectRefused(refused, 400)
      expect(refused.body.reason).toBe('invalid-parameters')
    },
  )

  test('login accepts the identifier as uuid', async () => {
    const { body } = await call(`${service.base}/${name}`)
    expectSuccess(await tryLogin(service.base, { uuid: body.id }))
  })
})

test('two captchas with the same text have different images', async () => {
  const one = await call(`${service.base}/getCaptcha`)
  const other = await call(`${service.base}/getCaptcha`)
  expect(other.body.data).not.toBe(one.body.data)
})

test('when the captcha store is full, a new captcha is refused as a rate limit, and pending captchas stay valid', async () => {
  const shortLivedStore = createMemoryStore({ maxEntries: 2, now: () => performance.now() })
  const small = await startService({ replacements: { shortLivedStore } })
  const first = await call(`${small.base}/getCaptcha`)
  expectSuccess(await call(`${small.base}/getCaptcha`))
  const refused = await call(`${small.base}/getCaptcha`)
  expectRefused(refused, 429)
  expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
  const body = { username: 'admin', password: ADMIN_PASSWORD, uuid: first.body.uuid, code: CAPTCHA_TEXT }
  expectSuccess(await call(`${small.base}/login`, postJson(body)))
  await small.close()
})
