import { expect, test } from 'vitest'
import { clientName } from './client-name.ts'

test.each([
  ['Safari 18.0', 'macOS Catalina', 'Safari 18 on macOS'],
  ['Firefox 120.0', 'macOS 10.15', 'Firefox 120 on macOS'],
  ['Chrome 120.0.0.0', 'Windows 10', 'Chrome 120 on Windows'],
  ['Microsoft Edge 120.0.0.0', 'Windows NT 10.0', 'Microsoft Edge 120 on Windows'],
  ['Chrome 120.0.0.0', 'Android 10', 'Chrome 120 on Android'],
  ['Safari 18.6', 'iOS 18.6', 'Safari 18 on iOS'],
  ['Chrome 120.0.0.0', 'Chrome OS', 'Chrome 120 on Chrome OS'],
  ['Firefox 120.0', 'Linux', 'Firefox 120 on Linux'],
  ['', 'Linux', 'Linux'],
  ['curl 8.5.0', '', 'curl 8.5'],
  ['Go-http-client 1.1', '', 'Go-http-client 1.1'],
  ['', '', ''],
])('%j and %j: %s', (browser, os, name) => {
  expect(clientName({ browser, os }, (program, system) => `${program} on ${system}`)).toBe(name)
})
