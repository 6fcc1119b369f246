import { expect, test } from 'vitest'
import { texts } from '../../languages/en.ts'
import { passkeyFailure } from './passkey-failure.ts'

test.each([
  ['NotAllowedError', texts.passkey.cancelled],
  ['AbortError', texts.passkey.cancelled],
  ['InvalidStateError', texts.passkey.alreadyAdded],
  ['SecurityError', texts.passkey.otherSite],
  ['NotSupportedError', texts.passkey.deviceNotSuitable],
  ['ConstraintError', texts.passkey.deviceNotSuitable],
  ['UnknownError', 'The browser could not use a passkey (UnknownError).'],
])('%s has a text of its own', (name, text) => {
  expect(passkeyFailure(Object.assign(new Error('for developers'), { name }), texts.passkey)).toBe(text)
})
