import type { ChildProcess } from 'node:child_process'
import { expect, test, vi } from 'vitest'
import { createPaintingChild } from '../../test/support/painting-child.ts'
import { startPainter } from './captcha-image-painter.ts'

const { forked } = vi.hoisted(() => ({ forked: vi.fn<(...given: unknown[]) => ChildProcess>() }))
vi.mock('node:child_process', async (original) => ({
  ...(await original<typeof import('node:child_process')>()),
  fork: forked,
}))

const OWN_FLAGS = ['--max-old-space-size=32', '--max-semi-space-size=1']

test.each([
  ['built', { entry: new URL('file:///castle/captcha-image-process.js'), isSource: false }, OWN_FLAGS],
  [
    'from source',
    { entry: new URL('file:///castle/captcha-image-process.ts'), isSource: true },
    ['--import', expect.stringMatching(/^file:.*\/tsx\//), ...OWN_FLAGS],
  ],
])(
  '%s, the painter is started with little memory, and with nothing of the environment that could be a secret',
  (_, program, execArgv) => {
    const { child } = createPaintingChild()
    forked.mockReset().mockReturnValue(child)
    vi.stubEnv('CASTELLAN_JWT_SECRET', 'a secret')
    vi.stubEnv('TMPDIR', '/somewhere')
    expect(startPainter(program)).toBe(child)
    vi.unstubAllEnvs()
    expect(forked.mock.calls).toEqual([
      [
        program.entry,
        [],
        {
          execArgv,
          env: { PATH: process.env.PATH, TMPDIR: '/somewhere', DISABLE_SYSTEM_FONTS_LOAD: '1' },
          stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
        },
      ],
    ])
  },
)

test('the painter is the program beside, unless another is named', () => {
  forked.mockReset().mockReturnValue(createPaintingChild().child)
  startPainter()
  expect(String(forked.mock.calls[0]?.[0])).toMatch(/^file:.*\/captcha-image-process\.(?:js|ts)$/)
})
