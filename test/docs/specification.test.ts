import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const page = readFileSync(join(root, 'docs', 'specification.md'), 'utf8')

/** The items: number and the text up to the next one, with the cited tests. */
const items = [
  ...page.matchAll(/^\*\*([\d.]+[a-d]?)\.\*\* (.*?)(?=^\*\*[\d.]+[a-d]?\.\*\* |^## |(?![\s\S]))/gms),
].map(([, number = '', text = '']) => ({
  number,
  tests: [...text.matchAll(/^- \[[\w-]+\]\(\.\.\/(test\/spec\/[\w.-]+\.test\.ts)\): “(.+)”$/gm)].map(
    ([, file = '', title = '']) => ({ file, title }),
  ),
}))

test('every item has a number of its own, and the rules of the permission check keep their letters', () => {
  const numbers = items.map(({ number }) => number)
  expect(numbers).toHaveLength(page.match(/^\*\*/gm)?.length ?? 0)
  expect(new Set(numbers).size).toBe(numbers.length)
  expect(numbers.filter((number) => /^\d+$/.test(number)).map(Number)).toEqual(
    Array.from({ length: 26 }, (_, index) => index + 1),
  )
  expect(numbers.filter((number) => number.startsWith('5'))).toEqual(['5', '5a', '5b', '5c', '5d'])
})

test('every item links to a test that exists, with its file and title', () => {
  expect(items.filter(({ tests }) => tests.length === 0).map(({ number }) => number)).toEqual([])
  expect(items.flatMap(({ tests }) => tests)).toHaveLength(page.match(/^- /gm)?.length ?? 0)
  const missing = items.flatMap(({ number, tests }) =>
    tests.filter(({ file, title }) => !isTest(file, title)).map((cited) => ({ number, ...cited })),
  )
  expect(missing).toEqual([])
})

test('the first line of a test file cites the items that link to the file, and no others', () => {
  const files = readdirSync(join(root, 'test', 'spec')).map((name) => `test/spec/${name}`)
  const cited = files.map((file) => {
    const [firstLine = ''] = readFileSync(join(root, file), 'utf8').split('\n')
    return { file, numbers: /^\/\/ docs\/specification\.md, (.+)$/.exec(firstLine)?.[1]?.split(', ') ?? [] }
  })
  const linking = files.map((file) => ({
    file,
    numbers: items.filter(({ tests }) => tests.some((one) => one.file === file)).map(({ number }) => number),
  }))
  expect(cited).toEqual(linking)
})

function isTest(file: string, title: string): boolean {
  if (!existsSync(join(root, file))) return false
  const source = readFileSync(join(root, file), 'utf8')
  return ["'", '"', '`'].some(
    (quote) =>
      source.includes(`(${quote}${title}${quote}`) || source.includes(`\n    ${quote}${title}${quote}`),
  )
}
