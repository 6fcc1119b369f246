import { beforeEach, expect, test, vi } from 'vitest'
import { startHashThread } from './hash-worker-thread.ts'

const { started } = vi.hoisted(() => ({ started: vi.fn<(...given: unknown[]) => void>() }))
vi.mock('node:worker_threads', () => ({
  Worker: class {
    constructor(...given: unknown[]) {
      started(...given)
    }
  },
}))

beforeEach(() => {
  started.mockReset()
})

const CLOSED = {
  name: 'password-hash',
  execArgv: [],
  env: {},
  resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 1 },
}

test('the thread is started with little memory, and with nothing of the flags or the environment', () => {
  const entry = new URL('file:///castle/hash-worker.js')
  startHashThread({ entry, isSource: false })
  expect(started.mock.calls).toEqual([[entry, CLOSED]])
})

test('from source it is started alike, through tsx', () => {
  const entry = new URL('file:///castle/hash-worker.ts')
  startHashThread({ entry, isSource: true })
  const code = expect.stringMatching(
    /^import\("file:.*\/tsx\/.*import\("file:\/\/\/castle\/hash-worker\.ts"\)/,
  )
  expect(started.mock.calls).toEqual([[code, { ...CLOSED, eval: true }]])
})
