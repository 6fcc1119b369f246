import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchUpload } from './upload.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function watch() {
  const state = { received: 0, isBlocked: false, ended: '' }
  const stop = watchUpload({
    receivedBytes: () => state.received,
    isBlocked: () => state.isBlocked,
    maxBlockedMilliseconds: 60_000,
    onSlowClient: () => {
      state.ended = 'slow client'
    },
    onSlowUpstream: () => {
      state.ended = 'slow upstream'
    },
  })
  return { state, stop }
}

test('an upload may take as long as it likes at 1,000 bytes per second', () => {
  const { state, stop } = watch()
  for (let round = 0; round < 1000; round++) {
    state.received += 15_000
    vi.advanceTimersByTime(15_000)
  }
  expect(state.ended).toBe('')
  stop()
})

test.each([0, 14_999])('a client that sends %i bytes in 15 seconds is too slow', (bytes) => {
  const { state } = watch()
  state.received += bytes
  vi.advanceTimersByTime(14_999)
  expect(state.ended).toBe('')
  vi.advanceTimersByTime(1)
  expect(state.ended).toBe('slow client')
})

test('if the upstream service does not read, the client is not too slow', () => {
  const { state } = watch()
  state.isBlocked = true
  vi.advanceTimersByTime(59_000)
  expect(state.ended).toBe('')
  state.received += 1
  vi.advanceTimersByTime(59_000)
  expect(state.ended).toBe('')
  vi.advanceTimersByTime(60_000)
  expect(state.ended).toBe('slow upstream')
})

test('nothing happens after the end of the watch', () => {
  const { state, stop } = watch()
  stop()
  vi.advanceTimersByTime(600_000)
  expect(state.ended).toBe('')
})
