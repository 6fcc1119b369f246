import { execFileSync, spawnSync } from 'node:child_process'
import fs, {
  closeSync,
  constants,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createLog } from './log.ts'

function temporaryPath(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'castellan-log-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, name)
}

function open(path: string, flags: string | number): number {
  const fileDescriptor = openSync(path, flags)
  onTestFinished(() => closeSync(fileDescriptor))
  return fileDescriptor
}

function messagesOf(text: string): string[] {
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).msg)
}

test('all lines are written in order before close resolves', async () => {
  const path = temporaryPath('log')
  const { logger, close } = createLog({ level: 'info', fileDescriptor: open(path, 'a') })
  const messages = Array.from({ length: 1000 }, (_, number) => `line ${number} 管理员`)
  for (const message of messages) logger.info(message)
  await close()
  expect(messagesOf(readFileSync(path, 'utf8'))).toEqual(messages)
})

test.each(['administrator', '管理员'])(
  'each write has whole lines that a pipe takes at once, in bytes: %s',
  async (word) => {
    const write = vi.spyOn(fs, 'write')
    onTestFinished(() => write.mockRestore())
    const path = temporaryPath('log')
    const fileDescriptor = open(path, 'a')
    const { logger, close } = createLog({ level: 'info', fileDescriptor })
    for (let count = 0; count < 1000; count++) logger.info(word.repeat(20))
    await close()
    const writes = write.mock.calls.filter(([to]) => to === fileDescriptor).map(([, text]) => String(text))
    expect(writes.join('')).toBe(readFileSync(path, 'utf8'))
    for (const text of writes) {
      expect(text.endsWith('\n')).toBe(true)
      // PIPE_BUF of Linux: a pipe does not mix writes of up to this size.
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4096)
    }
  },
)

test('the line about a fatal error is written before fatal returns, after the earlier lines', () => {
  const path = temporaryPath('log')
  const { logger, fatal } = createLog({ level: 'info', fileDescriptor: open(path, 'a') })
  logger.info('earlier')
  fatal(new Error('unforeseen'), 'this process exits')
  expect(messagesOf(readFileSync(path, 'utf8'))).toEqual(['earlier', 'this process exits'])
})

test('a line is written without any further line', async () => {
  const path = temporaryPath('log')
  const { logger } = createLog({ level: 'info', fileDescriptor: open(path, 'a') })
  logger.info('late')
  expect(readFileSync(path, 'utf8')).toBe('')
  await expect.poll(() => readFileSync(path, 'utf8'), { timeout: 60_000 }).toContain('late')
})

test('an error is written immediately, with the lines before it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const path = temporaryPath('log')
  const { logger } = createLog({ level: 'info', fileDescriptor: open(path, 'a') })
  logger.info('earlier')
  logger.child({}).error('failed')
  while (!readFileSync(path, 'utf8').includes('failed')) await new Promise(setImmediate)
  expect(messagesOf(readFileSync(path, 'utf8'))).toEqual(['earlier', 'failed'])
})

test.each([
  ['ends by itself', '', ['failed', 'first', 'last']],
  ['calls process.exit', 'process.exit()', ['failed', 'first', 'last']],
  ['fails', 'throw new Error()', ['failed', 'first', 'last', 'uncaught']],
])('no line is lost when the process %s', (_, ending, messages) => {
  const script = temporaryPath('script.mjs')
  writeFileSync(
    script,
    `import { createLog } from ${JSON.stringify(new URL('./log.ts', import.meta.url).href)}
    const { logger, fatal } = createLog({ level: 'info', fileDescriptor: 2 })
    process.on('uncaughtExceptionMonitor', (error) => fatal(error, 'uncaught'))
    logger.info('first')
    logger.error('failed')
    logger.info('last')
    ${ending}`,
  )
  const { stderr } = spawnSync(process.execPath, ['--import', 'tsx', script], { encoding: 'utf8' })
  const lines = stderr.split('\n').filter((line) => line.startsWith('{"level"'))
  // A write that is in progress when the process exits may end after the last lines are written.
  expect(messagesOf(lines.join('\n')).sort()).toEqual(messages)
})

test.runIf(process.platform === 'linux')(
  'on a full disk, logging and closing neither throw nor hang',
  async () => {
    const { logger, fatal, close } = createLog({ level: 'info', fileDescriptor: open('/dev/full', 'w') })
    for (let round = 0; round < 3; round++) {
      logger.info('lost')
      logger.fatal('lost')
      await new Promise(setImmediate)
    }
    fatal(new Error('unforeseen'), 'lost')
    await close()
  },
)

test.skipIf(process.platform === 'win32')(
  'lines that nobody reads are bounded; dropped lines are counted when the reader returns',
  async () => {
    const path = temporaryPath('pipe')
    execFileSync('mkfifo', [path])
    const pipe = open(path, constants.O_RDWR | constants.O_NONBLOCK)
    const { logger, close } = createLog({ level: 'info', fileDescriptor: pipe })
    const written = 8000
    for (let count = 0; count < written; count++) logger.info('x'.repeat(1000))

    const buffer = Buffer.alloc(64 * 1024)
    let read = ''
    const readAvailable = (): string => {
      try {
        for (;;) read += buffer.toString('utf8', 0, readSync(pipe, buffer))
      } catch {
        return read // The pipe is empty.
      }
    }
    await expect.poll(readAvailable, { timeout: 60_000 }).toContain('log lines were dropped')
    const messages = messagesOf(read)
    const dropped = Number(/^(\d+) log lines were dropped/.exec(messages.at(-1) ?? '')?.[1])
    expect(messages.length - 1 + dropped).toBe(written)
    expect(read.length).toBeLessThan(2 * 1024 * 1024)
    await close()
  },
)
