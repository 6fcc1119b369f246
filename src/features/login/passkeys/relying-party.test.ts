import { expect, test } from 'vitest'
import { problemOfDomain, relyingPartyOf } from './relying-party.ts'

interface Given {
  readonly publicUrl?: string
  readonly rpId?: string
  readonly origins?: readonly string[]
}

function siteOf({ publicUrl = 'https://admin.example.com', rpId = '', origins = [] }: Given = {}) {
  const application = { publicUrl, name: 'Castellan' }
  return relyingPartyOf({ application, login: { passkey: { rpId } }, cors: { origins } })
}

test('the site is the host of the public URL', () => {
  expect(siteOf()).toEqual({
    value: { rpId: 'admin.example.com', name: 'Castellan', origins: ['https://admin.example.com'] },
  })
  expect(siteOf({ publicUrl: 'http://localhost:8000' })).toEqual({
    value: { rpId: 'localhost', name: 'Castellan', origins: ['http://localhost:8000'] },
  })
})

test('further origins are those of the same domain with TLS', () => {
  const origins = [
    'https://admin.example.com',
    'https://app.example.com:8443',
    'https://example.com',
    'http://app.example.com',
    'https://app.example.org',
    'https://badexample.com',
  ]
  expect(siteOf({ rpId: 'example.com', origins })).toMatchObject({
    value: {
      rpId: 'example.com',
      origins: ['https://admin.example.com', 'https://app.example.com:8443', 'https://example.com'],
    },
  })
})

test.each([
  [{ publicUrl: '' }, 'application.publicUrl'],
  [{ publicUrl: 'http://admin.example.com' }, 'https://'],
  [{ publicUrl: 'http://127.0.0.1:8000' }, 'IP address'],
  [{ publicUrl: 'https://[::1]:8000' }, 'IP address'],
  [{ rpId: 'example.org' }, 'login.passkey.rpId'],
  [{ rpId: 'xample.com' }, 'login.passkey.rpId'],
  [{ rpId: 'sub.admin.example.com' }, 'login.passkey.rpId'],
])('settings that browsers would refuse have a problem that names the fix: %j', (part, text) => {
  const outcome = siteOf(part)
  expect(outcome).toEqual({ problem: expect.stringContaining(text) })
  expect(outcome).toEqual({ problem: expect.stringContaining('Fix: ') })
})

test('a domain has no scheme, port, capitals or numbers only', () => {
  for (const domain of ['example.com', 'localhost', 'a-b.example.co.uk'])
    expect(problemOfDomain(domain)).toBeUndefined()
  for (const text of [
    'https://example.com',
    'example.com:443',
    'Example.com',
    '10.0.0.1',
    '.com',
    'a..b',
    'a b',
  ])
    expect(problemOfDomain(text)).toContain('must be a domain')
})
