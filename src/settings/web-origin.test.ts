import { describe, expect, test } from 'vitest'
import { problemOfWebOrigin } from './web-origin.ts'

test.each(['https://admin.example.com', 'http://localhost:5173', 'https://[::1]:8443', 'http://127.0.0.1'])(
  '%s is an origin',
  (entry) => {
    expect(problemOfWebOrigin(entry)).toBeUndefined()
  },
)

describe('no origin', () => {
  test.each([
    ['*', 'names no single site'],
    ['null', 'names no single site'],
    ['', 'is no origin'],
    ['admin.example.com', 'is no origin'],
    ['https://*.example.com', 'names no single site'],
    ['//admin.example.com', 'is no origin'],
    ['ftp://admin.example.com', 'scheme'],
    ['file:///x', 'scheme'],
    ['javascript:alert(1)', 'scheme'],
    ['https://admin.example.com/', 'write https://admin.example.com for'],
    ['https://admin.example.com:443', 'write https://admin.example.com for'],
    ['https://Admin.example.com', 'write https://admin.example.com for'],
    ['https://user@admin.example.com', 'write https://admin.example.com for'],
    ['https://admin.example.com/path?x#y', 'write https://admin.example.com for'],
    [' https://admin.example.com', 'write https://admin.example.com for'],
  ])('%j', (entry, problem) => {
    expect(problemOfWebOrigin(entry)).toContain(problem)
  })
})
