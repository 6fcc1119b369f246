import { expect, test } from 'vitest'
import { returnPath } from './index.ts'

test.each([
  null,
  '',
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'orders',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r\\evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/users\u0000',
  '/users?username=\u0085',
  '/users\u007f',
  '/..//evil.example',
  '/.//evil.example',
  '/%2e%2e//evil.example',
  '/\\\\evil.example',
  'http:/users',
  `/${'a'.repeat(2048)}`,
])('%j is not a path of the same site: the start page is used', (from) => {
  expect(returnPath(from)).toBe('/')
})

test.each([
  '/orders?status=open&page=2#newest',
  '/%09/evil.example',
  '/users?username=%00',
  '/login-log?username=张',
  '/users/%',
  '/a\\b',
  '/:users@x',
])('%j is a path of the same site, and the address that the browser opens', (from) => {
  expect(returnPath(from)).toBe(from)
  expect(new URL(from, 'https://castellan.example').host).toBe('castellan.example')
})
