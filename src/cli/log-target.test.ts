import { execFileSync } from 'node:child_process'
import fs, { closeSync, constants, mkdtempSync, openSync, readFileSync, readSync, rmSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createLogTarget } from './log-target.ts'

function pathOf(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'castellan-log-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, name)
}

function opened(path: string, flags: string | number): number {
  const file = openSync(path, flags)
  onTestFinished(() => closeSync(file))
  return file
}

test('what is written arrives in its order, and each line once', async () => {
  const path = pathOf('log')
  const target = createLogTarget(opened(path, 'a'))
  const lines = Array.from({ length: 1000 }, (_, number) => `line ${number} äöü\n`)
  for (const line of lines) target.write(line)
  await expect.poll(() => readFileSync(path, 'utf8')).toBe(lines.join(''))
})

test('what waits is there when it is flushed', async () => {
  const path = pathOf('log')
  const target = createLogTarget(opened(path, 'a'))
  target.write('first\n')
  target.write('last\n')
  target.flushSync()
  expect(readFileSync(path, 'utf8')).toContain('last\n')
  await expect.poll(() => readFileSync(path, 'utf8').split('\n').sort()).toEqual(['', 'first', 'last'])
})

test.runIf(process.platform === 'linux')('a disk that is full stops nobody', async () => {
  const target = createLogTarget(opened('/dev/full', 'w'))
  for (let round = 0; round < 3; round++) {
    target.write('lost\n')
    target.flushSync()
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
})

test.skipIf(process.platform === 'win32')(
  'of what nobody reads a part is kept for a reader who comes late, and memory is bounded',
  async () => {
    const path = pathOf('pipe')
    execFileSync('mkfifo', [path])
    const pipe = opened(path, constants.O_RDWR | constants.O_NONBLOCK)
    const target = createLogTarget(pipe)
    const line = `${'x'.repeat(1023)}\n`
    const WRITTEN = 8000
    for (let count = 0; count < WRITTEN; count++) target.write(line)

    const buffer = Buffer.alloc(64 * 1024)
    let read = ''
    const takeAll = (): void => {
      try {
        for (;;) read += buffer.toString('utf8', 0, readSync(pipe, buffer))
      } catch {
        // Empty for now.
      }
    }
    await expect
      .poll(
        () => {
          takeAll()
          return read.length
        },
        { timeout: 120_000 },
      )
      .toBeGreaterThan(1000 * line.length)
    expect(read.length).toBeLessThan(2000 * line.length)
    expect(read.startsWith(line.repeat(1000))).toBe(true)
    target.write('the service is well\n')
    await expect
      .poll(() => {
        takeAll()
        return read
      })
      .toContain('the service is well\n')
  },
)

test('what the system takes only a part of is written to its end, of whatever characters it is', async () => {
  const path = pathOf('log')
  const line = `${'管理员'.repeat(50)}\n`
  const taken = vi.spyOn(fs, 'write').mockImplementationOnce(((
    file: number,
    text: string,
    _position: null,
    _encoding: string,
    done: (error: null, written: number) => void,
  ) => {
    // As many bytes as there are characters.
    const bytes = Buffer.from(text).subarray(0, text.length)
    fs.writeSync(file, bytes)
    done(null, bytes.length)
  }) as never)
  syncBuiltinESMExports()
  onTestFinished(() => {
    taken.mockRestore()
    syncBuiltinESMExports()
  })
  const target = createLogTarget(opened(path, 'a'))
  target.write(line)
  target.write('next\n')
  await expect.poll(() => readFileSync(path, 'utf8')).toBe(`${line}next\n`)
})
