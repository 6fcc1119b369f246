import type { ChildProcess } from 'node:child_process'
import { expect, test, vi } from 'vitest'
import { createPaintingChild } from '../../test/support/painting-child.ts'
import { startPainter } from './captcha-image-painter.ts'

const { forked } = vi.hoisted(() => ({ forked: vi.fn<(...given: unknown[]) => ChildProcess>() }))
vi.mock('node:child_process', async (original) => ({
  ...(await original<typeof import('node:child_process')>()),
  fork: forked,
}))

test('the painter is started with little memory, and with nothing of the environment that could be a secret', () => {
  const { child } = createPaintingChild()
  forked.mockReturnValue(child)
  vi.stubEnv('CASTELLAN_JWT_SECRET', 'a secret')
  vi.stubEnv('TMPDIR', '/somewhere')
  expect(startPainter()).toBe(child)
  vi.unstubAllEnvs()
  expect(forked.mock.calls).toEqual([
    [
      new URL('./captcha-image-process.ts', import.meta.url),
      [],
      {
        execArgv: [
          '--import',
          expect.stringMatching(/^file:.*\/tsx\//),
          '--max-old-space-size=32',
          '--max-semi-space-size=1',
        ],
        env: { PATH: process.env.PATH, TMPDIR: '/somewhere', DISABLE_SYSTEM_FONTS_LOAD: '1' },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      },
    ],
  ])
})
