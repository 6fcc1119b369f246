import { expect, test } from 'vitest'
import { isHeader } from './header-name.ts'

test.each(['host', 'Host', 'HOST', 'hOsT'])('%s is the header "host"', (given) => {
  expect(isHeader(given, 'host')).toBe(true)
})

test.each(['', 'hos', 'hosts', 'post', 'hosT ', 'ho\u017ft', 'h\u00f6st', 'hos\u0054\u0300'])(
  '%j is not',
  (given) => {
    expect(isHeader(given, 'host')).toBe(false)
  },
)

test('of all characters that a name may have, each is taken for itself and its other letter case alone', () => {
  const names = "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
  for (const wanted of 'abcdefghijklmnopqrstuvwxyz-') {
    expect([...names].filter((given) => isHeader(given, wanted))).toEqual(
      [...names].filter((given) => given.toLowerCase() === wanted),
    )
  }
})
