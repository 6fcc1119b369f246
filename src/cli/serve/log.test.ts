import { execFileSync } from 'node:child_process'
import { closeSync, constants, mkdtempSync, openSync, readFileSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
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

test('the line about a fatal error is written before fatal returns', () => {
  const path = temporaryPath('log')
  const { fatal } = createLog({ level: 'info', fileDescriptor: open(path, 'a') })
  fatal(new Error('unforeseen'), 'this process exits')
  expect(messagesOf(readFileSync(path, 'utf8'))).toEqual(['this process exits'])
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
