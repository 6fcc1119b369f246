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
  '/login/',
  '/Login#a',
  '/login/oidc/company',
  '/./login',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r\\evil.example',
  '\t//evil.example',
  '/users\u0000',
  '/users?username=\u0085',
  '/users\u007f',
  '/..//evil.example',
  '/.//evil.example',
  '/\\\\evil.example',
  'http:/users',
  `/${'a'.repeat(2048)}`,
])('%j is not a valid return path: the start page is used', (from) => {
  expect(returnPath(from)).toBe('/')
})

test.each([
  '/%09/evil.example',
  '/users?username=%00',
  '/login-log?username=张',
  '/users/%',
  '/a\\b',
  '/:users@x',
])('%j is a path of this console, and the address that the browser opens', (from) => {
  expect(returnPath(from)).toBe(from)
  expect(new URL(from, 'https://castellan.example').host).toBe('castellan.example')
})
