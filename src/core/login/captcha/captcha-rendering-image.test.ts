import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createCaptchaImages } from './captcha-rendering.ts'

/** Drawings whose encoding ends when the test says so. */
function createDrawings() {
  const finish: (() => void)[] = []
  let encoding = 0
  let maxEncoding = 0
  return {
    draw: (text: string) => ({
      encode: () => {
        encoding++
        maxEncoding = Math.max(maxEncoding, encoding)
        return new Promise<Buffer>((resolve) => {
          finish.push(() => {
            encoding--
            resolve(Buffer.from(text))
          })
        })
      },
    }),
    get maxEncoding() {
      return maxEncoding
    },
    /** Finishes encodings until this many are finished. */
    async finishEncodings(count: number) {
      for (let finished = 0; finished < count; ) {
        const next = finish.shift()
        if (next) finished++
        next?.()
        await setImmediate()
      }
    },
  }
}

const dataUrlOf = (text: string): string => `data:image/jpeg;base64,${Buffer.from(text).toString('base64')}`

test('a picture is a JPEG as a data URL, and does not contain its text', async () => {
  const images = createCaptchaImages()
  const [first, second] = await Promise.all([images.create('EH3XA'), images.create('EH3XA')])
  expect(first).toMatch(/^data:image\/jpeg;base64,\/9j\/[A-Za-z0-9+/]+=*$/)
  expect(second).toMatch(/^data:image\/jpeg;base64,\/9j\//)
  expect(second).not.toBe(first)
  expect(Buffer.from(first.slice('data:image/jpeg;base64,'.length), 'base64').includes('EH3XA')).toBe(false)
  await images.close()
})

describe('many pictures at once', () => {
  test('no more than the concurrency limit are encoded at the same time, and all are created', async () => {
    const drawings = createDrawings()
    const images = createCaptchaImages({ concurrency: 2, draw: drawings.draw })
    const texts = ['A', 'C', 'E', 'H', 'L']
    const pictures = Promise.all(texts.map((text) => images.create(text)))
    await drawings.finishEncodings(texts.length)
    expect(await pictures).toEqual(texts.map(dataUrlOf))
    expect(drawings.maxEncoding).toBe(2)
  })

  test('requests beyond the limit are refused, and accepted again later', async () => {
    const drawings = createDrawings()
    const images = createCaptchaImages({ maxWaiting: 0, draw: drawings.draw })
    const accepted = Promise.all([images.create('A'), images.create('C')])
    await expect(images.create('E')).rejects.toMatchObject({
      reason: 'rate-limited',
      details: { retryAfterSeconds: 1 },
    })
    await drawings.finishEncodings(2)
    await accepted
    const later = images.create('H')
    await drawings.finishEncodings(1)
    expect(await later).toBe(dataUrlOf('H'))
  })
})

test('a picture that cannot be drawn is refused as unavailable, and the next one is created', async () => {
  const problem = new Error('no canvas')
  let isBroken = true
  const images = createCaptchaImages({
    concurrency: 1,
    draw(text) {
      if (isBroken) throw problem
      return { encode: async () => Buffer.from(text) }
    },
  })
  const failed = await Promise.allSettled([images.create('A'), images.create('C')])
  for (const result of failed) {
    expect(result).toMatchObject({ status: 'rejected', reason: { reason: 'unavailable', cause: problem } })
  }
  isBroken = false
  expect(await images.create('E')).toBe(dataUrlOf('E'))
})

test('closing waits for the pictures that are being created and refuses new ones', async () => {
  const drawings = createDrawings()
  const images = createCaptchaImages({ concurrency: 1, draw: drawings.draw })
  const pictures = Promise.all([images.create('A'), images.create('C')])
  let isClosed = false
  const closing = images.close().then(() => {
    isClosed = true
  })
  await expect(images.create('E')).rejects.toMatchObject({ reason: 'unavailable' })
  await drawings.finishEncodings(1)
  expect(isClosed).toBe(false)
  await drawings.finishEncodings(1)
  await closing
  expect(await pictures).toEqual([dataUrlOf('A'), dataUrlOf('C')])
})
