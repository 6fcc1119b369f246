import { afterEach, expect, test, vi } from 'vitest'
import {
  addLiteralChild,
  createLiteralChildren,
  findLiteralChild,
  hashStep,
  isText,
  type LiteralChildren,
  NO_NODE,
  offsetOf,
} from './literal-children.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

function hashOf({ seed }: LiteralChildren, segment: string): number {
  return Array.from(segment, (character) => character.charCodeAt(0)).reduce(hashStep, seed)
}

const find = (children: LiteralChildren, parent: number, segment: string) =>
  findLiteralChild(children, parent, `/x/${segment}/y`, 3)

test('a child is found by its parent and its literal, and by nothing else', () => {
  const children = createLiteralChildren(4)
  addLiteralChild(children, 4, 'a', 8)
  addLiteralChild(children, 4, 'ab', 12)
  addLiteralChild(children, 8, 'a', 16)
  expect([find(children, 4, 'a'), find(children, 4, 'ab'), find(children, 8, 'a')]).toEqual([8, 12, 16])
  expect([find(children, 4, 'b'), find(children, 4, ''), find(children, 12, 'a')]).toEqual(
    Array(3).fill(NO_NODE),
  )
})

test('two literals of one hash are told apart', () => {
  const children = withSeed(4)
  const [one, other] = collision(children)
  addLiteralChild(children, 4, one, 8)
  expect([find(children, 4, one), find(children, 4, other)]).toEqual([8, NO_NODE])
  addLiteralChild(children, 4, other, 12)
  expect([find(children, 4, one), find(children, 4, other)]).toEqual([8, 12])
})

/** Two literals whose hashes are the same. */
function collision(children: LiteralChildren): readonly [string, string] {
  const seen = new Map<number, string>()
  for (let number = 0; ; number++) {
    const literal = (number * 7919).toString(36)
    const hash = hashOf(children, literal)
    const other = seen.get(hash)
    if (other !== undefined) return [other, literal]
    seen.set(hash, literal)
  }
}

test('the empty literal is one too', () => {
  const children = createLiteralChildren(1)
  addLiteralChild(children, 4, '', 8)
  expect(find(children, 4, '')).toBe(8)
  expect(find(children, 4, 'a')).toBe(NO_NODE)
})

test('more than were expected are found room for, never more than half full', () => {
  const children = createLiteralChildren(0)
  const first = children.slots.length
  expect(first).toBe(64 * 4)
  for (let number = 1; number <= 32; number++) addLiteralChild(children, 4, `n${number}`, number)
  expect(children.slots.length).toBe(first)
  for (let number = 33; number <= 500; number++) addLiteralChild(children, 4, `n${number}`, number)
  expect(children.slots.length).toBe(1024 * 4)
  for (let number = 1; number <= 500; number++) expect(find(children, 4, `n${number}`)).toBe(number)
  expect(find(children, 4, 'n501')).toBe(NO_NODE)
})

test('with room for as many as are expected, there is no need to make room later', () => {
  expect(createLiteralChildren(32).slots.length).toBe(64 * 4)
  expect(createLiteralChildren(33).slots.length).toBe(128 * 4)
  expect(createLiteralChildren(100_000).slots.length).toBe(2 ** 18 * 4)
})

test('a literal’s text is kept once, however many children have it', () => {
  const children = createLiteralChildren(1)
  const offset = offsetOf(children, 'abc')
  expect(offsetOf(children, 'abc')).toBe(offset)
  expect(offsetOf(children, 'de')).toBe(offset + 4)
  expect(Buffer.from(children.texts).toString('latin1', 0, 7)).toBe('abc/de/')
  expect(children.textsLength).toBe(7)
})

test('texts beyond the room for them are kept as well', () => {
  const children = createLiteralChildren(1)
  expect(children.texts.length).toBe(1024)
  const long = Array.from({ length: 8 }, (_, number) => String(number).repeat(255))
  const offsets = long.slice(0, 4).map((literal) => offsetOf(children, literal))
  // Four of them fill it to the last byte.
  expect(children.texts.length).toBe(1024)
  offsets.push(...long.slice(4).map((literal) => offsetOf(children, literal)))
  expect(children.texts.length).toBe(2 * (1024 + 256))
  for (const [i, literal] of long.entries()) {
    expect(isText(children.texts, offsets[i] ?? 0, `/${literal}`, 1)).toBe(true)
  }
})

test('a segment is the literal if it is up to the next slash or the end of the path', () => {
  const children = createLiteralChildren(1)
  offsetOf(children, 'first')
  const offset = offsetOf(children, 'abc')
  const isAbc = (path: string, start: number) => isText(children.texts, offset, path, start)
  expect([isAbc('abc', 0), isAbc('/abc', 1), isAbc('/abc/', 1), isAbc('/x/abc/y', 3)]).not.toContain(false)
  for (const other of ['ab', 'abcd', 'abd', 'ABC', '', 'ab/c', 'ab\u0163', 'a', 'abc\u012f'])
    expect(isAbc(`/${other}`, 1)).toBe(false)
})

test('hashes start from a number that nobody can foresee', () => {
  const seeds = [0, 0.25, 0.5, 0.999].map((chance) => {
    vi.spyOn(Math, 'random').mockReturnValue(chance)
    return createLiteralChildren(1).seed
  })
  expect(seeds).toEqual([0, 2 ** 30, -(2 ** 31), Math.trunc(0.999 * 2 ** 32) - 2 ** 32])
})

/** The same seed in every run: how far they spread is a matter of chance too. */
function withSeed(expected: number): LiteralChildren {
  vi.spyOn(Math, 'random').mockReturnValue(0.3)
  return createLiteralChildren(expected)
}

test('children of many parents spread over the slots', () => {
  const children = withSeed(512)
  for (let parent = 1; parent <= 512; parent++) addLiteralChild(children, parent * 4, 'id', parent)
  for (let parent = 1; parent <= 512; parent++) expect(find(children, parent * 4, 'id')).toBe(parent)
  expect(longestRun(children)).toBeLessThan(40)
})

test('literals that are much alike spread over the slots', () => {
  const children = withSeed(512)
  for (let number = 1; number <= 512; number++) addLiteralChild(children, 4, `thing${number}`, number)
  expect(longestRun(children)).toBeLessThan(40)
})

/** How many slots one after another are taken. A search may have to look at all of them. */
function longestRun({ slots }: LiteralChildren): number {
  let longest = 0
  let run = 0
  for (let slot = 0; slot < slots.length; slot += 4) {
    run = slots[slot + 3] === NO_NODE ? 0 : run + 1
    longest = Math.max(longest, run)
  }
  return longest
}
