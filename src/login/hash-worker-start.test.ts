import { expect, test, vi } from 'vitest'
import { startHashThread } from './hash-worker-thread.ts'

const { started } = vi.hoisted(() => ({ started: vi.fn<(...given: unknown[]) => void>() }))
vi.mock('node:worker_threads', () => ({
  Worker: class {
    constructor(...given: unknown[]) {
      started(...given)
    }
  },
}))

test('the thread is started with little memory, and with nothing of the flags or the environment', () => {
  startHashThread()
  const entry = new URL('./hash-worker.ts', import.meta.url).href
  expect(started.mock.calls).toEqual([
    [
      expect.stringContaining(`import("${entry}")`),
      {
        name: 'password-hash',
        execArgv: [],
        env: {},
        resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 1 },
        eval: true,
      },
    ],
  ])
})
