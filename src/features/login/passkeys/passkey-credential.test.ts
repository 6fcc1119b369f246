import { expect, test } from 'vitest'
import { readAssertion, readAttestation } from './passkey-credential.ts'

const response = { clientDataJSON: 'YQ', authenticatorData: 'Yg', signature: 'Yw', userHandle: 'ZA' }
const login = { id: 'aWQ', rawId: 'aWQ', type: 'public-key', response }
const registration = {
  ...login,
  response: { clientDataJSON: 'YQ', attestationObject: 'Yg', transports: ['usb', 'usb', 7, 'radio'] },
}

test('the known members are read', () => {
  expect(readAssertion({ ...login, more: 1 })).toEqual({ id: 'aWQ', ...response })
  expect(readAttestation(registration)).toEqual({
    id: 'aWQ',
    clientDataJSON: 'YQ',
    attestationObject: 'Yg',
    transports: ['usb'],
  })
})

test.each([
  undefined,
  null,
  'text',
  [],
  {},
  { ...login, id: '' },
  { ...login, rawId: 'aWR4' },
  { ...login, type: 'password' },
  { ...login, response: null },
  { ...login, response: { ...response, userHandle: undefined } },
  { ...login, response: { ...response, signature: 'a+b=' } },
  { ...login, response: { ...response, signature: ['Yw'] } },
  { ...login, response: { ...response, clientDataJSON: 'a'.repeat(4097) } },
  { ...login, id: 'a'.repeat(1365), rawId: 'a'.repeat(1365) },
  Object.create(login),
])('is not a credential: %j', (value) => {
  expect(readAssertion(value)).toBeUndefined()
  expect(readAttestation(value)).toBeUndefined()
})
