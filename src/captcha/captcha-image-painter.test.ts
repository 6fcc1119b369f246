import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createPaintingChild } from '../../test/support/painting-child.ts'
import { createPainter } from './captcha-image-painter.ts'

beforeEach(() => {
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
  })
})

function place() {
  const process = createPaintingChild()
  const onGone = vi.fn()
  const painter = createPainter({ start: () => process.child, idleSeconds: 60, onGone })
  return { ...process, painter, onGone }
}

const HELD = ['hold', 'hold channel']
const RELEASED = ['release', 'release channel']
const SILENCE = 15_000
const IDLE = 60_000

test('each text is sent, and answered in the order of sending', async () => {
  const { painter, answer, done } = place()
  const pictures = [painter.paint('A'), painter.paint('C')]
  expect(painter.underWay).toBe(2)
  expect(done()).toEqual(['send A', ...HELD, 'send C', ...HELD])
  answer('of A')
  expect(painter.underWay).toBe(1)
  answer('of C')
  expect(painter.underWay).toBe(0)
  expect(await Promise.all(pictures)).toEqual(['of A', 'of C'])
  expect(done()).toEqual([...HELD, ...RELEASED])
  answer('of nothing')
  expect(painter.underWay).toBe(0)
})

test('who owes a picture and is silent for 15 seconds is ended by force', () => {
  const { painter, answer, done } = place()
  painter.paint('A')
  painter.paint('C')
  vi.advanceTimersByTime(SILENCE - 1)
  answer('of A')
  vi.advanceTimersByTime(SILENCE - 1)
  expect(done()).not.toContain('kill SIGKILL')
  vi.advanceTimersByTime(1)
  expect(done()).toEqual(['kill SIGKILL'])
})

test('who has no work for a while is let go, and ended by force where it does not go', () => {
  const { painter, answer, done, onGone } = place()
  painter.paint('A')
  answer('of A')
  done()
  vi.advanceTimersByTime(IDLE - 1)
  expect(onGone).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onGone).toHaveBeenCalledOnce()
  expect(done()).toEqual(['disconnect'])
  vi.advanceTimersByTime(SILENCE - 1)
  expect(done()).toEqual([])
  vi.advanceTimersByTime(1)
  expect(done()).toEqual(['kill SIGKILL'])
})

test('work in between is a new beginning of the while', () => {
  const { painter, answer, done } = place()
  painter.paint('A')
  answer('of A')
  vi.advanceTimersByTime(IDLE - 1)
  painter.paint('C')
  vi.advanceTimersByTime(1)
  answer('of C')
  vi.advanceTimersByTime(IDLE - 1)
  expect(done()).not.toContain('disconnect')
})

test('who has closed the channel already is not let go once more', () => {
  const { painter, answer, child, done, onGone } = place()
  painter.paint('A')
  answer('of A')
  child.connected = false
  vi.advanceTimersByTime(IDLE)
  expect(onGone).toHaveBeenCalledOnce()
  expect(done()).not.toContain('disconnect')
})

test('to finish: what is under way first, then it is let go, and waited for', async () => {
  const { painter, answer, done, exit } = place()
  const picture = painter.paint('A')
  let isFinished = false
  const finished = painter.finish().then(() => {
    isFinished = true
  })
  expect(done()).not.toContain('disconnect')
  answer('of A')
  expect(await picture).toBe('of A')
  expect(done()).toEqual(['disconnect'])
  expect(isFinished).toBe(false)
  exit(0)
  await finished
})

test('to finish without work: held until it is gone, and let go at once', async () => {
  const { painter, done, exit } = place()
  const finished = painter.finish()
  expect(done()).toEqual([...HELD, 'disconnect'])
  exit(0)
  await finished
})

test.each([
  [7, null, 'the captcha painter ended (7)'],
  [null, 'SIGSEGV', 'the captcha painter ended (SIGSEGV)'],
])('its end (%s, %s) rejects what it owes', async (code, signal, message) => {
  const { painter, exit, onGone } = place()
  const pictures = [painter.paint('A'), painter.paint('C')]
  exit(code, signal)
  for (const picture of pictures) await expect(picture).rejects.toThrow(message)
  expect(painter.underWay).toBe(0)
  expect(onGone).toHaveBeenCalledOnce()
  expect(vi.getTimerCount()).toBe(0)
})

test('who cannot be started rejects what it owes with the cause', async () => {
  const { painter, child, onGone } = place()
  const picture = painter.paint('A')
  const cause = new Error('no such file')
  child.emit('error', cause)
  await expect(picture).rejects.toBe(cause)
  expect(onGone).toHaveBeenCalledOnce()
})
