import { expect, test } from 'vitest'
import {
  featureOf,
  featuresWithThoseThatImportThem,
  filesThatName,
  sourcesWithout,
  wordsOf,
} from './support/features.ts'

const MAX_LISTS = 5

test.each([...featuresWithThoseThatImportThem().keys()])('%s is named in few lists', (feature) => {
  const lists = filesThatName(feature).filter((path) => featureOf(path) === undefined)
  expect(lists.length, lists.join(', ')).toBeLessThanOrEqual(MAX_LISTS)
})

test.each([...featuresWithThoseThatImportThem()])(
  'the words of %s are deleted with it and the features that import it',
  async (feature, others) => {
    const words = await wordsOf(feature)
    const left = [...sourcesWithout(new Set([feature, ...others]))]
    const isLeft = (word: string) =>
      left.flatMap(([path, text]) => (text.includes(`'${word}'`) ? [path] : []))
    const found = words.map((word) => [word, isLeft(word)] as const).filter(([, paths]) => paths.length > 0)
    expect(found).toEqual([])
  },
)

test('features have words', async () => {
  const words = await Promise.all([...featuresWithThoseThatImportThem().keys()].map(wordsOf))
  expect(words.flat().length).toBeGreaterThan(80)
})
