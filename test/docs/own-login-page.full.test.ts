import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const page = readFileSync(join(root, 'docs', 'how-to', 'build-your-own-login-page.md'), 'utf8')
const sources = ['own-login-page', 'own-login-page-react', join('own-login-page-react', 'src')].flatMap(
  (folder) =>
    readdirSync(join(root, 'examples', folder))
      .filter((name) => /\.(?:js|tsx?)$/.test(name))
      .map((name) => readFileSync(join(root, 'examples', folder, name), 'utf8')),
)

test('the code of the page is the code of the examples, which test/e2e runs in a browser', () => {
  const blocks = [...page.matchAll(/```(?:js|tsx?)\n(.*?)```/gs)].map(([, code = '']) => code)
  expect(blocks.length).toBeGreaterThan(8)
  for (const block of blocks)
    expect(
      sources.some((source) => source.includes(block)),
      block,
    ).toBe(true)
})

test('the table has the steps of the client', () => {
  const types = readFileSync(join(root, 'packages', 'client', 'src', 'login-step.ts'), 'utf8')
  const steps = [...types.matchAll(/readonly next: '([\w-]+)'/g)].map(([, next]) => next)
  const documented = [...page.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, next]) => next)
  expect(documented.toSorted()).toEqual(steps.toSorted())
})
