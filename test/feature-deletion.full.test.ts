import { expect, test } from 'vitest'
import { compileWithout } from './support/compile-without-features.ts'
import { featuresWithThoseThatImportThem } from './support/features.ts'

test('the service compiles without any feature', () => {
  expect(compileWithout(new Set(featuresWithThoseThatImportThem().keys()))).toBe('')
})
