import { expect, test } from 'vitest'
import { compileWithout } from './support/compile-without-features.ts'
import { featuresWithThoseThatImportThem } from './support/features.ts'

test.each([...featuresWithThoseThatImportThem()])(
  'the service compiles without %s and the features that import it',
  (feature, others) => {
    expect(compileWithout(new Set([feature, ...others]))).toBe('')
  },
)
