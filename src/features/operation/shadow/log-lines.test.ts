import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readLogLines } from './log-lines.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'castellan-log-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function linesOf(text: string): Promise<(string | undefined)[]> {
  const file = join(folder, 'access.log')
  await writeFile(file, text)
  const lines: (string | undefined)[] = []
  for await (const line of readLogLines(file)) lines.push(line.text)
  return lines
}

test('lines end with LF or CRLF, and the last one may have no end', async () => {
  expect(await linesOf('a\r\nb\n\nc')).toEqual(['a', 'b', '', 'c'])
})

test('a line that is too long is not kept in memory, and the next one is read', async () => {
  expect(await linesOf(`a\n${'x'.repeat(500_000)}\nb\n`)).toEqual(['a', undefined, 'b'])
  expect(await linesOf('x'.repeat(500_000))).toEqual([undefined])
})
