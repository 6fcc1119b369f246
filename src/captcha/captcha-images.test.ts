import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createPaintingChild } from '../../test/support/painting-child.ts'
import { type CaptchaImagesOptions, createCaptchaImages } from './captcha-image.ts'

beforeEach(() => {
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
  })
})

function place(options: CaptchaImagesOptions = {}) {
  const children: ReturnType<typeof createPaintingChild>[] = []
  const images = createCaptchaImages({
    start() {
      const started = createPaintingChild()
      children.push(started)
      return started.child
    },
    ...options,
  })
  return { images, children }
}

test('256 pictures may be under way, unless it is said otherwise', async () => {
  for (const [options, limit] of [
    [{}, 256],
    [{ limit: 3 }, 3],
  ] as const) {
    const { images, children } = place(options)
    const underWay = Array.from({ length: limit }, () => images.paint('A'))
    await expect(images.paint('C')).rejects.toMatchObject({
      reason: 'rate-limited',
      details: { retryAfterSeconds: 1 },
    })
    for (const _ of underWay) children[0]?.answer('of A')
    expect(new Set(await Promise.all(underWay))).toEqual(new Set(['of A']))
    expect(children).toHaveLength(1)
  }
})

test('without work for a minute, unless it is said otherwise, the painter goes', async () => {
  for (const [options, seconds] of [
    [{}, 60],
    [{ idleSeconds: 5 }, 5],
  ] as const) {
    const { images, children } = place(options)
    const picture = images.paint('A')
    children[0]?.answer('of A')
    await picture
    vi.advanceTimersByTime(seconds * 1000 - 1)
    expect(children[0]?.done()).not.toContain('disconnect')
    vi.advanceTimersByTime(1)
    expect(children[0]?.done()).toContain('disconnect')
  }
})

test('after the end of a painter the next picture starts another, which the last word of the first does not end', async () => {
  const { images, children } = place()
  const picture = images.paint('A')
  children[0]?.answer('of A')
  await picture
  vi.advanceTimersByTime(60_000)
  const second = images.paint('C')
  children[0]?.exit(0)
  const third = images.paint('E')
  expect(children).toHaveLength(2)
  children[1]?.exit(null, 'SIGKILL')
  for (const failed of [second, third]) {
    await expect(failed).rejects.toMatchObject({
      reason: 'unavailable',
      cause: { message: 'the captcha painter ended (SIGKILL)' },
    })
  }
})

test('closed, it paints nothing more, and has waited for the painter', async () => {
  const { images, children } = place()
  const picture = images.paint('A')
  const closed = images.close()
  await expect(images.paint('C')).rejects.toMatchObject({ reason: 'unavailable' })
  children[0]?.answer('of A')
  expect(await picture).toBe('of A')
  children[0]?.exit(0)
  await closed
  expect(children).toHaveLength(1)
})

test('closing without a picture starts no painter', async () => {
  const { images, children } = place()
  await images.close()
  expect(children).toEqual([])
})
