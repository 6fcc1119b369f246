import { expect, test } from 'vitest'
import { loginPath, returnPath } from './return-path.ts'

test('after login the user returns to the requested page with its filters', () => {
  const address = loginPath('/login-log?status=1&username=a%26b')
  expect(returnPath(new URL(address, 'http://localhost').searchParams.get('from'))).toBe(
    '/login-log?status=1&username=a%26b',
  )
  expect(loginPath('/')).toBe('/login')
})

test.each([
  null,
  '',
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  '/login',
  '/login?from=/login',
])('%j is not a valid return path: the start page is used', (from) => {
  expect(returnPath(from)).toBe('/')
})
