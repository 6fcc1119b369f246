import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const page = readFileSync(join(root, 'docs', 'contributing', 'asvs.md'), 'utf8')
const lines = page.split('\n')

/** The cited tests: file and title. */
const cited = [...page.matchAll(/`((?:src|test)\/[\w./-]+\.test\.ts)`: “([^”]+)”/g)].map(
  ([, file = '', title = '']) => ({ file, title }),
)

test('every cited test exists, with its file and title', () => {
  expect(cited.length).toBeGreaterThan(100)
  const missing = cited.filter(({ file, title }) => {
    if (!existsSync(join(root, file))) return true
    const source = readFileSync(join(root, file), 'utf8')
    return !startsOf(title).some((start) => source.includes(start))
  })
  expect(missing).toEqual([])
})

test('every cited test file has a title', () => {
  const named = page.match(/`(?:src|test)\/[\w./-]+\.test\.ts`/g) ?? []
  expect(named).toHaveLength(cited.length)
})

/** Returns the forms of a title in source code: complete, or its beginning if the page omits the rest. */
function startsOf(title: string): string[] {
  const isWhole = !title.endsWith('…')
  return ["'", '"', '`'].map((quote) => `${quote}${isWhole ? `${title}${quote}` : title.slice(0, -1)}`)
}

/** How many requirements each section of ASVS 5.0.0 has. */
const ASVS: Readonly<Record<string, readonly number[]>> = {
  6: [3, 12, 8, 6, 8, 4, 2, 4],
  7: [3, 4, 2, 5, 3, 2],
  8: [4, 4, 3, 2],
  9: [3, 4],
  13: [4, 6, 4, 7],
  14: [2, 8, 3],
  16: [1, 5, 4, 3, 4],
}

test('every requirement of the chapters has a row, in order, with a level and a state', () => {
  const expected = Object.entries(ASVS).flatMap(([chapter, sections]) =>
    sections.flatMap((count, section) =>
      Array.from({ length: count }, (_, index) => `${chapter}.${section + 1}.${index + 1}`),
    ),
  )
  const rows = lines.filter((line) => /^\| \d+\.\d+\.\d+ \|/.test(line)).map(cellsOf)
  expect(rows.map(([id]) => id)).toEqual(expected)
  for (const [id, level, requirement, state, how] of rows) {
    expect([level, state].join(' '), id).toMatch(/^[123] (?:yes|part|spec|operator|–|no)$/)
    expect(
      [requirement, how].every((text) => text !== undefined && text.length > 3),
      id,
    ).toBe(true)
  }
  const practices = lines.filter((line) => /^\| 3\.\d+ \|/.test(line)).map(cellsOf)
  expect(practices.map(([section]) => section)).toEqual(Array.from({ length: 15 }, (_, i) => `3.${i + 1}`))
})

test('the section “Requirements not met” lists every requirement that is not met or met in part', () => {
  const section = page.slice(page.indexOf('\n## Requirements not met'))
  const [no = '', part = ''] = section.split('Met in part:')
  const statedAs = (state: string): string[] =>
    lines
      .map(cellsOf)
      .filter(([id, , , is]) => /^\d+\.\d+\.\d+$/.test(id ?? '') && is === state)
      .map(([id = '']) => id)
  expect(no.match(/\d+\.\d+\.\d+/g)).toEqual(statedAs('no'))
  expect([...(part.match(/\d+\.\d+\.\d+/g) ?? [])].sort()).toEqual(statedAs('part').sort())
})

function cellsOf(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
}
