import { setImmediate as nextTurn } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createLogOutput } from './log-output.ts'

test('the lines of one turn are written at once, in their order, and each of them once', async () => {
  const written: string[] = []
  const output = createLogOutput((lines) => written.push(lines))
  output.write('a\n')
  output.write('b\n')
  expect(written).toEqual([])
  await nextTurn()
  output.write('c\n')
  await nextTurn()
  await nextTurn()
  expect(written).toEqual(['a\nb\n', 'c\n'])
})

test('a fatal line does not wait, and neither do those before it', () => {
  const written: string[] = []
  const logger = pino(
    { base: null, timestamp: false },
    createLogOutput((lines) => written.push(lines)),
  )
  logger.info('before')
  logger.fatal('the end')
  expect(written.join('')).toBe('{"level":30,"msg":"before"}\n{"level":60,"msg":"the end"}\n')
})

test('not more than some lines are held back', () => {
  const written: string[] = []
  const output = createLogOutput((lines) => written.push(lines))
  const line = `${'x'.repeat(1023)}\n`
  for (let count = 0; count < 100; count++) output.write(line)
  expect(written.join('').length).toBeGreaterThan(60 * 1024)
})
