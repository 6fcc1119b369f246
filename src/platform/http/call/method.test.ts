import { expect, test } from 'vitest'
import { effectiveMethod, findMethodProblem, METHODS, methodsOverlap } from './method.ts'

test('a rule names one of six methods, or every method', () => {
  expect(METHODS).toEqual(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
  for (const method of [...METHODS, '*']) expect(findMethodProblem(method)).toBeUndefined()
})

test.each([
  ['HEAD', 'write "GET", which covers it'],
  ['head', 'write "GET", which covers it'],
  ['get', 'write "GET"'],
  [' POST', 'write "POST"'],
  ['* ', 'write "*"'],
  ['TRACE', 'write one of GET, POST, PUT, PATCH, DELETE, OPTIONS, or "*" for every method'],
  ['GET|POST', 'write one of GET'],
  ['(GET)|(POST)', 'write one of GET'],
  ['.*', 'write one of GET'],
  ['', 'write one of GET'],
  ['__proto__', 'write one of GET'],
])('%j is refused with a correction', (text, advice) => {
  expect(findMethodProblem(text)?.en).toContain(
    `the method ${JSON.stringify(text)} cannot be used: ${advice}`,
  )
})

test('a long method is truncated in the message', () => {
  expect(findMethodProblem('x'.repeat(33))?.en).toContain(`the method "${'x'.repeat(32)}" cannot be used`)
})

test('HEAD is checked as GET, every other method as itself', () => {
  expect(['HEAD', 'GET', 'POST', 'head'].map(effectiveMethod)).toEqual(['GET', 'GET', 'POST', 'head'])
})

test('methods overlap if a request can match both', () => {
  expect(methodsOverlap('GET', 'GET')).toBe(true)
  expect(methodsOverlap('GET', 'HEAD')).toBe(true)
  expect(methodsOverlap('*', 'PUT')).toBe(true)
  expect(methodsOverlap('PUT', '*')).toBe(true)
  expect(methodsOverlap('GET', 'PUT')).toBe(false)
})
