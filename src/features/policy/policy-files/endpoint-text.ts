import type { Endpoint } from '../../../core/permission/exclusion-list.ts'
import { quoted } from '../../../platform/text/quoted.ts'

/**
 * Returns the method and the path of a text, or undefined if it does not have these two words.
 *
 * @example
 * parseEndpoint('GET /api/v1/orders/:id') // { method: 'GET', path: '/api/v1/orders/:id' }
 */
export function parseEndpoint(text: string): Endpoint | undefined {
  const [method, path, ...more] = text.trim().split(/\s+/)
  return method && path && more.length === 0 ? { method, path } : undefined
}

export function formatEndpoint({ method, path }: Endpoint): string {
  return `${method} ${path}`
}

export function endpointProblem(text: string, example: string): string {
  return `${quoted(text)} must be a method and a path. Fix: write for example ${example}`
}
