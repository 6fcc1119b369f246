import { expect, test } from 'vitest'
import { featureOf, featuresWithThoseThatImportThem, filesThatName } from './support/features.ts'

const MAX_LISTS = 5

test.each([...featuresWithThoseThatImportThem().keys()])('%s is named in few lists', (feature) => {
  const lists = filesThatName(feature).filter((path) => featureOf(path) === undefined)
  expect(lists.length, lists.join(', ')).toBeLessThanOrEqual(MAX_LISTS)
})
