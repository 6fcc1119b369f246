import { expect, test } from 'vitest'
import { nameRange } from '../../../../src/platform/database/query/time-order-reader.ts'
import { beginningOf, exactName, nameOf } from './name-filter.ts'

test.each(['alice', 'a*', 'a**', 'a\\*', 'a\\', '*', '\\*', 'a*b'])(
  'the filter for the name %j selects this name alone',
  (name) => {
    const value = exactName(name)
    expect(nameRange(value)).toEqual({ first: name, last: name })
    expect([beginningOf(value), nameOf(value)]).toEqual([undefined, name])
  },
)

test.each(['ali*', 'a**'])(
  '%j selects all names that begin with the text before the last asterisk',
  (value) => {
    expect(beginningOf(value)).toBe(value.slice(0, -1))
    expect(nameRange(value)?.first).toBe(value.slice(0, -1))
  },
)
