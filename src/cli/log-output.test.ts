import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createLogOutput } from './log-output.ts'

function openOutput() {
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const written: string[] = []
  let flushed = 0
  const output = createLogOutput({
    write: (lines) => written.push(lines),
    flushSync: () => flushed++,
  })
  return { output, written, flushed: () => flushed }
}

test('lines are handed on together after a moment, in their order, and each of them once', () => {
  const { output, written } = openOutput()
  output.write('a\n')
  vi.advanceTimersByTime(19)
  output.write('b\n')
  expect(written).toEqual([])
  vi.advanceTimersByTime(1)
  expect(written).toEqual(['a\nb\n'])
  output.write('c\n')
  vi.advanceTimersByTime(1000)
  expect(written).toEqual(['a\nb\n', 'c\n'])
})

test('a fatal line does not wait, and neither do those before it', () => {
  const { output, written, flushed } = openOutput()
  const logger = pino({ base: null, timestamp: false }, output)
  logger.info('before')
  expect(flushed()).toBe(0)
  logger.fatal('the end')
  expect(written.join('')).toBe('{"level":30,"msg":"before"}\n{"level":60,"msg":"the end"}\n')
  expect(flushed()).toBe(1)
})

test('many lines do not wait', () => {
  const { output, written } = openOutput()
  const line = `${'x'.repeat(1023)}\n`
  for (let count = 0; count < 20; count++) output.write(line)
  expect(written.join('')).toBe(line.repeat(17))
})
