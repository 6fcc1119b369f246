import { expect, test } from 'vitest'
import { listed } from './key-administration.ts'

test('the secret of the settings is HS256 and has no name, file or start time', () => {
  expect(listed({ key: { signsFrom: 0 }, state: 'signing', acceptedUntil: undefined })).toEqual({
    kid: null,
    algorithm: 'HS256',
    state: 'signing',
    signsFrom: null,
    acceptedUntil: null,
    file: null,
    publicJwk: null,
  })
})

test('a removed key has a name and dates, but no algorithm', () => {
  const key = { kid: 'a', file: 'keys/a.removed', signsFrom: 1000, isRemoved: true, tokenKey: undefined }
  expect(listed({ key, state: 'removed', acceptedUntil: 2000 })).toMatchObject({
    kid: 'a',
    algorithm: null,
    signsFrom: '1970-01-01T00:00:01Z',
    acceptedUntil: '1970-01-01T00:00:02Z',
  })
})
