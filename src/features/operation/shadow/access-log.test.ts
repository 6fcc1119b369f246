import { expect, test } from 'vitest'
import { parseLogLine } from './access-log.ts'

const combined = (user: string, request: string) =>
  `127.0.0.1 - ${user} [19/Nov/2026:14:19:06 +0000] "${request}" 200 5 "-" "curl/8"`

test('a line in the format combined', () => {
  expect(parseLogLine(combined('alice', 'GET /a/b?x=1 HTTP/1.1'))).toEqual({
    method: 'GET',
    path: '/a/b',
    query: '?x=1',
    username: 'alice',
    status: 200,
  })
  expect(parseLogLine(combined('-', 'GET /a HTTP/2.0'))).toMatchObject({ username: undefined, query: '' })
  expect(parseLogLine(combined('Anne \\xC3\\xA9', 'GET / HTTP/1.1'))?.username).toBe('Anne é')
})

test('a line in JSON, by the usual names of the fields or by a given one', () => {
  expect(parseLogLine('{"method":"POST","uri":"/a","remote_user":"","status":201}')).toEqual({
    method: 'POST',
    path: '/a',
    query: '',
    username: undefined,
    status: 201,
  })
  expect(parseLogLine('{"request":"GET /a HTTP/1.1","sub":7}', 'sub')?.username).toBe('7')
})

test('parameters that can contain a secret are left out, however they are written', () => {
  const query = (text: string) => parseLogLine(combined('-', `GET /a?${text} HTTP/1.1`))?.query
  expect(query('token=x')).toBe('')
  expect(query('a=1&%74oken=x&ACCESS_TOKEN=y&jwt=z&b=2')).toBe('?a=1&b=2')
  // Not decodable, so its name is not known.
  expect(query('%zz=x&a=1')).toBe('?a=1')
})

test.each([
  ['an empty request', combined('-', '')],
  ['bytes of another protocol', combined('-', '\\x16\\x03\\x01')],
  ['another format', 'GET /a 200'],
  ['JSON without a request', '{"status":200}'],
  ['cut JSON', '{"method":"GET","uri":"/a"'],
])('%s is malformed', (_, line) => {
  expect(parseLogLine(line)).toBeUndefined()
})
