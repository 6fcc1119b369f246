import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeUserAgent } from './user-agent.ts'

const UNKNOWN = { browser: '', os: '', platform: '' }

test('a browser is named with its version, its system and its kind of device', () => {
  const chrome =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36'
  const safari =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1'
  expect(describeUserAgent(chrome)).toEqual({
    browser: 'Chrome 120.0.0.0',
    os: 'Windows 10',
    platform: 'desktop',
  })
  expect(describeUserAgent(safari)).toEqual({ browser: 'Safari 17.0', os: 'iOS 17.0', platform: 'mobile' })
})

test.each([
  ['curl/8.5.0', 'curl 8.5.0'],
  ['python-requests/2.31.0', 'python-requests 2.31.0'],
  ['PostmanRuntime/7.36.0', 'PostmanRuntime 7.36.0'],
  ['okhttp/4.12.0 (Linux)', 'okhttp 4.12.0'],
  ['Mozilla/5.0', ''],
  ['/1.0', ''],
])('a program other than a browser: %s', (userAgent, browser) => {
  expect(describeUserAgent(userAgent).browser).toBe(browser)
})

test('what is unknown is empty', () => {
  expect(describeUserAgent('')).toEqual(UNKNOWN)
  expect(describeUserAgent('x')).toEqual(UNKNOWN)
})

test('no text makes it throw, and only the first 512 characters count', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(0xffff), { maxLength: 600 }).map((units) => String.fromCharCode(...units)),
      (text) => {
        expect(Object.keys(describeUserAgent(text))).toEqual(['browser', 'os', 'platform'])
      },
    ),
  )
  expect(describeUserAgent(`${'x'.repeat(512)} Firefox/120.0`)).toEqual(UNKNOWN)
})

test('more user agents than are remembered are described all the same', () => {
  for (let version = 1; version <= 600; version++) {
    expect(describeUserAgent(`Mozilla/5.0 Firefox/${version}.0`).browser).toBe(`Firefox ${version}.0`)
  }
})
