import { expect, test } from 'vitest'
import { addGrant, createGrants, grantsOf } from './policy-grants.ts'

const ALONG = '/api/v1/post/7/part/'

test.each(['/api/v1/post/:id/part/', '/api/v1/post/:id/part/*', '/:a/:b-b/*', '/*', '/api/:v/post/7/part/'])(
  '%s is read back along a path that led to it',
  (pattern) => {
    const grants = createGrants(0)
    addGrant(grants, 3, { pattern, method: 'PUT' })
    expect(grantsOf(grants, 3, ALONG)).toEqual([{ pattern, method: 'PUT' }])
  },
)

test('each node has its own, the last one first, also beyond the room that was expected', () => {
  const grants = createGrants(1)
  for (let node = 1; node <= 100; node++) {
    addGrant(grants, node, { pattern: '/a/:first', method: 'GET' })
    addGrant(grants, node, { pattern: '/a/:second', method: '*' })
  }
  const expected = [
    { pattern: '/a/:second', method: '*' },
    { pattern: '/a/:first', method: 'GET' },
  ]
  for (let node = 1; node <= 100; node++) expect(grantsOf(grants, node, '/a/7')).toEqual(expected)
  expect(grantsOf(grants, 0, '/a/7')).toEqual([])
  expect(grantsOf(grants, 101, '/a/7')).toEqual([])
})
