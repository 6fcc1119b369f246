import { createHmac, hkdfSync } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { createMemoryStore } from '../short-lived/memory-store.ts'
import { type Captcha, createCaptcha } from './captcha.ts'

let time: number
let stored: string[]
let captcha: Captcha

const plain = {
  lifetimeSeconds: 120,
  randomText: () => 'K4WEX',
  paint: async () => 'data:image/png;base64,',
  secret: 'a secret',
}

beforeEach(() => {
  time = 1_000_000
  stored = []
  captcha = create(10)
})

function create(maxEntries: number): Captcha {
  const memory = createMemoryStore({ maxEntries, now: () => time })
  return createCaptcha({
    store: {
      ...memory,
      put(key, value, lifetimeSeconds) {
        stored.push(key, value)
        return memory.put(key, value, lifetimeSeconds)
      },
    },
    ...plain,
  })
}

describe('a captcha', () => {
  test('has an id of 128 random bits', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, async () => (await captcha.issue()).id))
    expect(new Set(ids).size).toBe(10)
    for (const id of ids) expect(Buffer.from(id, 'base64url')).toHaveLength(16)
  })

  test('is answered by its text, in any letter case', async () => {
    for (const code of ['K4WEX', 'k4wex', 'K4wEx']) await captcha.verify((await captcha.issue()).id, code)
  })

  test('is good for one attempt, right or wrong', async () => {
    const right = await captcha.issue()
    await captcha.verify(right.id, 'K4WEX')
    await expect(captcha.verify(right.id, 'K4WEX')).rejects.toThrow('captcha-wrong')
    const wrong = await captcha.issue()
    await expect(captcha.verify(wrong.id, 'AAAAA')).rejects.toThrow('captcha-wrong')
    await expect(captcha.verify(wrong.id, 'K4WEX')).rejects.toThrow('captcha-wrong')
  })

  test('is good for two minutes', async () => {
    const { id } = await captcha.issue()
    time += 120_000
    await expect(captcha.verify(id, 'K4WEX')).rejects.toThrow('captcha-wrong')
    const other = await captcha.issue()
    time += 119_999
    await captcha.verify(other.id, 'K4WEX')
  })

  test.each(['', ' ', 'K4WEX ', 'K4WE', 'K4WEXX', '\0'])('is not answered by %j', async (code) => {
    await expect(captcha.verify((await captcha.issue()).id, code)).rejects.toThrow('captcha-wrong')
  })

  test('its text is not in the store', async () => {
    await captcha.issue()
    expect(stored.join()).not.toMatch(/K4WEX/i)
    // Nor is it the same for two captchas of one text.
    await captcha.issue()
    expect(stored[1]).not.toBe(stored[3])
  })

  test('is kept under a key that is derived from the secret for this alone', async () => {
    const { id } = await captcha.issue()
    const key = Buffer.from(hkdfSync('sha256', plain.secret, '', 'castellan captcha', 32))
    expect(stored).toEqual([id, createHmac('sha256', key).update(`${id}:K4WEX`).digest('base64url')])
  })

  test('whatever else may stand in the store in its place is answered by nothing', async () => {
    const store = createMemoryStore({ maxEntries: 1, now: () => time })
    await store.put('id', 'K4WEX', 120)
    const other = createCaptcha({ ...plain, store })
    await expect(other.verify('id', 'K4WEX')).rejects.toThrow('captcha-wrong')
  })
})

test('when there are too many, no new one is given, and those that are out stay good', async () => {
  const first = await captcha.issue()
  for (let i = 1; i < 10; i++) await captcha.issue()
  await expect(captcha.issue()).rejects.toMatchObject({
    reason: 'rate-limited',
    details: { retryAfterSeconds: 120 },
  })
  await captcha.verify(first.id, 'K4WEX')
  await captcha.issue()
  time += 120_000
  for (let i = 0; i < 10; i++) await captcha.issue()
})

test('L07 what there is no room for is not even painted, however much is asked for at once', async () => {
  let painted = 0
  const busy = createCaptcha({
    ...plain,
    store: createMemoryStore({ maxEntries: 3, now: () => time }),
    async paint() {
      painted++
      return 'data:image/png;base64,'
    },
  })
  const answers = await Promise.allSettled(Array.from({ length: 100 }, () => busy.issue()))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  expect(painted).toBe(3)
})

describe('a picture that can not be drawn', () => {
  const paint = () => Promise.reject(new Error('no canvas'))

  test('leaves nothing behind', async () => {
    const store = createMemoryStore({ maxEntries: 1, now: () => time })
    const broken = createCaptcha({ ...plain, store, paint })
    for (let i = 0; i < 3; i++) await expect(broken.issue()).rejects.toThrow('no canvas')
  })

  test('is what is told, also where the store can not be asked any more', async () => {
    const store = createMemoryStore({ maxEntries: 1, now: () => time })
    const take = () => Promise.reject(new Error('no store'))
    const broken = createCaptcha({ ...plain, store: { ...store, take }, paint })
    await expect(broken.issue()).rejects.toThrow('no canvas')
  })
})
