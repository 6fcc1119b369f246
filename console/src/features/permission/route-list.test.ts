import { expect, test } from 'vitest'
import type { Schemas } from '../../shell/api/client.ts'
import { pageOfRoutes } from './route-list.ts'

const route = (
  method: string,
  path: string,
  ofRoute: Schemas['Route']['class'] = 'policy',
): Schemas['Route'] => ({
  method,
  path,
  checks: 'both',
  origin: 'app',
  class: ofRoute,
})
const routes = [route('PUT', '/b'), route('GET', '/c', 'unguarded'), route('GET', '/b'), route('GET', '/a')]
const shown = (query: Record<string, string | number>) =>
  pageOfRoutes(routes, { pageSize: 20, ...query }).list.map(({ method, path }) => `${method} ${path}`)

test('routes are sorted by path and method, filtered by class and text, and paged', () => {
  expect(shown({})).toEqual(['GET /a', 'GET /b', 'PUT /b', 'GET /c'])
  expect(shown({ class: 'unguarded' })).toEqual(['GET /c'])
  expect(shown({ path: 'put /B' })).toEqual(['PUT /b'])
  expect(shown({ pageSize: 3, pageIndex: '2' })).toEqual(['GET /c'])
  expect(pageOfRoutes(routes, { pageSize: 3 }).count).toBe(4)
})
