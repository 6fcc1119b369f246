import { createHmac, hkdfSync } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { createMemoryStore } from '../../../platform/cluster/short-lived/memory-store.ts'
import { type Captcha, createCaptcha } from './captcha.ts'

let time: number
let stored: string[]
let captcha: Captcha

const OPTIONS = {
  lifetimeSeconds: 120,
  randomText: () => 'K4WEX',
  render: { image: async () => 'data:image/jpeg;base64,', audio: async () => 'data:audio/wav;base64,' },
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
    ...OPTIONS,
  })
}

describe('a captcha', () => {
  test('has an id of 128 random bits', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, async () => (await captcha.issue()).id))
    expect(new Set(ids).size).toBe(10)
    for (const id of ids) expect(Buffer.from(id, 'base64url')).toHaveLength(16)
  })

  test('is verified by its text, in any letter case', async () => {
    for (const code of ['K4WEX', 'k4wex', 'K4wEx']) await captcha.verify((await captcha.issue()).id, code)
  })

  test('is a picture or spoken, as requested, and has the same rules', async () => {
    expect((await captcha.issue()).data).toBe('data:image/jpeg;base64,')
    expect((await captcha.issue('image')).data).toBe('data:image/jpeg;base64,')
    const { id, data } = await captcha.issue('audio')
    expect(data).toBe('data:audio/wav;base64,')
    await captcha.verify(id, 'k4wex')
    await expect(captcha.verify(id, 'K4WEX')).rejects.toThrow('captcha-wrong')
  })

  test('is valid for one attempt, right or wrong', async () => {
    const right = await captcha.issue()
    await captcha.verify(right.id, 'K4WEX')
    await expect(captcha.verify(right.id, 'K4WEX')).rejects.toThrow('captcha-wrong')
    const wrong = await captcha.issue()
    await expect(captcha.verify(wrong.id, 'AAAAA')).rejects.toThrow('captcha-wrong')
    await expect(captcha.verify(wrong.id, 'K4WEX')).rejects.toThrow('captcha-wrong')
  })

  test('expires after its lifetime', async () => {
    const { id } = await captcha.issue()
    time += 120_000
    await expect(captcha.verify(id, 'K4WEX')).rejects.toThrow('captcha-wrong')
    const other = await captcha.issue()
    time += 119_999
    await captcha.verify(other.id, 'K4WEX')
  })

  test.each(['', ' ', 'K4WEX ', 'K4WE', 'K4WEXX', '\0'])('is not verified by %j', async (code) => {
    await expect(captcha.verify((await captcha.issue()).id, code)).rejects.toThrow('captcha-wrong')
  })

  test('does not store its text', async () => {
    await captcha.issue()
    expect(stored.join()).not.toMatch(/K4WEX/i)
    // Two captchas of the same text have different hashes.
    await captcha.issue()
    expect(stored[1]).not.toBe(stored[3])
  })

  test('is stored as a hash with a key that is derived from the secret for captchas only', async () => {
    const { id } = await captcha.issue()
    const key = Buffer.from(hkdfSync('sha256', OPTIONS.secret, '', 'castellan captcha', 32))
    expect(stored).toEqual([id, createHmac('sha256', key).update(`${id}:K4WEX`).digest('base64url')])
  })

  test('a stored value that is not a hash is never verified', async () => {
    const store = createMemoryStore({ maxEntries: 1, now: () => time })
    await store.put('id', 'K4WEX', 120)
    const other = createCaptcha({ ...OPTIONS, store })
    await expect(other.verify('id', 'K4WEX')).rejects.toThrow('captcha-wrong')
  })
})

test('when too many captchas are pending, new ones are refused and issued ones stay valid', async () => {
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

test('L07 a refused captcha is not drawn, also with many requests at once', async () => {
  let drawn = 0
  const draw = async () => {
    drawn++
    return 'data:'
  }
  const busy = createCaptcha({
    ...OPTIONS,
    store: createMemoryStore({ maxEntries: 3, now: () => time }),
    render: { image: draw, audio: draw },
  })
  const results = await Promise.allSettled(
    Array.from({ length: 100 }, (_, number) => busy.issue(number % 2 === 0 ? 'image' : 'audio')),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  expect(drawn).toBe(3)
})

describe('a picture that cannot be drawn', () => {
  const fail = () => Promise.reject(new Error('no canvas'))
  const render = { image: fail, audio: fail }

  test('leaves no entry in the store', async () => {
    const store = createMemoryStore({ maxEntries: 1, now: () => time })
    const broken = createCaptcha({ ...OPTIONS, store, render })
    for (let i = 0; i < 3; i++) await expect(broken.issue()).rejects.toThrow('no canvas')
  })

  test('is the reported error, also when the store fails afterwards', async () => {
    const store = createMemoryStore({ maxEntries: 1, now: () => time })
    const take = () => Promise.reject(new Error('no store'))
    const broken = createCaptcha({ ...OPTIONS, store: { ...store, take }, render })
    await expect(broken.issue()).rejects.toThrow('no canvas')
  })
})
