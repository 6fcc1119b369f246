import { expect, test } from 'vitest'
import { isSendable, isTokenRemovable, withoutToken } from './request-target.ts'

test.each([
  ['/a', '/a'],
  ['/a?', '/a?'],
  ['/a?token=x', '/a'],
  ['/a?token', '/a'],
  ['/a?token=', '/a'],
  ['/a?%74%6F%6B%65%6E=x', '/a'],
  ['/a?tok%65n=x&b=1', '/a?b=1'],
  ['/a??token=x', '/a'],
  ['/a??token=x&b=1', '/a?b=1'],
  ['/a?%3Ftok%65n=x&b=1', '/a?b=1'],
  ['/a?b=1&token=x&token=y&c=%20', '/a?b=1&c=%20'],
  ['/a?b=token=x', '/a?b=token=x'],
  ['/a?tokens=x&Token=y&xtoken=z', '/a?tokens=x&Token=y&xtoken=z'],
  ['/a?&&b=%zz&', '/a?&&b=%zz&'],
  ['/a?b=1?token=x', '/a?b=1?token=x'],
])('%s becomes %s', (target, expected) => expect(withoutToken(target)).toBe(expected))

test.each(['/a?b\tc', '/a?\x7f', '/a?\u20ac', '/a b'])('%j cannot be sent', (target) =>
  expect(isSendable(target)).toBe(false),
)

test.each([
  ['/a', true],
  ['/a?token=x', true],
  ['/a?b=1&token=x&tokens=2', true],
  ['/a?%74oken=x', false],
  ['/a?token=eyJ.a-_.9', true],
  ['/a??token=x', false],
  ['/a?token=%65yJ', false],
  ['/a?token=x;y', false],
  ['/a?token=x&token=y', false],
  ['/a?token=x&tok%65n=y', false],
  ['/a?token&b=1&token=y', false],
])('whether a proxy can remove the token of %s: %s', (target, expected) =>
  expect(isTokenRemovable(target)).toBe(expected),
)
