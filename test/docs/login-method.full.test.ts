import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const EXAMPLE = join(root, 'examples', 'login-methods')
const page = readFileSync(join(root, 'docs', 'how-to', 'add-a-login-method.md'), 'utf8')
const sources = readdirSync(EXAMPLE)
  .filter((name) => name.endsWith('.ts'))
  .map((name) => readFileSync(join(EXAMPLE, name), 'utf8'))

test('the code of the page is the code of the example, which test/examples runs', () => {
  const blocks = [...page.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code)
  expect(blocks.length).toBeGreaterThan(4)
  for (const block of blocks)
    expect(
      sources.some((source) => source.includes(block)),
      block,
    ).toBe(true)
})
