/**
 * Runs before every test file: compares the responses that tests get with the OpenAPI document. A response outside the
 * document fails the test that has got it.
 */
import { afterAll, afterEach, expect } from 'vitest'
import { recordResponse, takeProblems } from './seen-responses.ts'

const PATCHED = Symbol.for('castellan.checked-fetch')
const original = globalThis.fetch

if (!(PATCHED in original)) {
  globalThis.fetch = Object.assign(checkedFetch, { [PATCHED]: true })
}

async function checkedFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await original(input, init)
  const isRequest = input instanceof Request
  const { pathname, hostname } = new URL(isRequest ? input.url : input)
  // Others are not the service's, and may never end.
  if (hostname !== '127.0.0.1' && hostname !== 'localhost') return response
  if (!/^application\/json|^text\/(csv|plain)/.test(response.headers.get('content-type') ?? ''))
    return response
  // The response of a proxy in front of the service, which sends no Server header itself.
  if (response.headers.has('server') && !response.headers.has('x-request-id')) return response
  const text = await response.text()
  const method = init?.method ?? (isRequest ? input.method : 'GET')
  recordResponse({
    method: method.toUpperCase(),
    path: pathname,
    status: response.status,
    headers: response.headers,
    text,
  })
  // A clone of the response would take longer.
  return new Response(text === '' ? null : text, response)
}

const expectNoProblems = () =>
  expect(takeProblems(), 'responses outside docs/reference/openapi.json').toEqual([])
afterEach(expectNoProblems)
afterAll(expectNoProblems)
