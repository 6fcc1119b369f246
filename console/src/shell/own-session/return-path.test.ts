import { expect, test } from 'vitest'
import { loginPath, pathAfterLogin } from './return-path.ts'

test('after login the user returns to the requested page with its filters', () => {
  const address = loginPath('/login-log?status=1&username=a%26b')
  expect(pathAfterLogin(new URL(address, 'http://localhost').searchParams.get('from'))).toBe(
    '/login-log?status=1&username=a%26b',
  )
  expect(loginPath('/')).toBe('/login')
})

test.each([
  null,
  '//evil.example',
  '/login',
  '/login?from=/login',
  '/login/',
  '/Login#a',
  '/login/oidc/company',
  '/./login',
])('%j is not a valid return path: the start page is used', (from) => {
  expect(pathAfterLogin(from)).toBe('/')
})
