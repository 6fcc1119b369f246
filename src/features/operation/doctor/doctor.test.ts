import { expect, test } from 'vitest'
import { ok, problemOfMessage, worstOf } from '../../../platform/cli/output/finding.ts'
import { textOfError } from '../../../platform/cli/output/report-failure.ts'
import { evictionFindings } from './cluster.ts'
import { isOlder } from './database.ts'
import { runCheck } from './doctor.ts'

test('a check that throws, rejects or does not end is a problem of its own', async () => {
  const fail = (): never => {
    throw new Error('broken')
  }
  expect(await runCheck('a', () => [ok('fine')])).toEqual([{ check: 'a', status: 'ok', found: 'fine' }])
  expect(await runCheck('a', fail)).toMatchObject([{ check: 'a', status: 'problem', found: 'broken' }])
  expect(await runCheck('a', async () => fail())).toMatchObject([{ status: 'problem', found: 'broken' }])
  expect(await runCheck('a', () => new Promise(() => {}), 1)).toMatchObject([
    { status: 'problem', found: 'the check did not end within 0.001 s' },
  ])
})

test('an error of several connection attempts has their messages', () => {
  expect(textOfError(new AggregateError([new Error('one'), new Error('two')]))).toBe('one; two')
  expect(textOfError('text')).toBe('text')
})

test('the worst status counts, and skipped checks do not', () => {
  const of = (...statuses: ('ok' | 'warning' | 'problem' | 'skipped')[]) =>
    worstOf(statuses.map((status) => ({ status })))
  expect([of(), of('ok', 'skipped'), of('ok', 'warning'), of('warning', 'problem')]).toEqual([
    'ok',
    'ok',
    'warning',
    'problem',
  ])
})

test('a message is split into what was found and its fix', () => {
  expect(problemOfMessage('x is weak. Fix: generate one with: openssl')).toMatchObject({
    found: 'x is weak',
    fix: 'Generate one with: openssl',
  })
  expect(problemOfMessage('x can be read: run "chmod 600 x"')).toMatchObject({
    found: 'x can be read',
    fix: 'Run "chmod 600 x"',
  })
  expect(problemOfMessage('x', 'Remove it.')).toMatchObject({ found: 'x', fix: 'Remove it.' })
})

test('versions are compared by their numbers', () => {
  expect(isOlder('15.14', '15')).toBe(false)
  expect(isOlder('14.99', '15')).toBe(true)
  expect(isOlder('8.0.17', '8.0.17')).toBe(false)
  expect(isOlder('8.0.9-log', '8.0.17')).toBe(true)
  expect(isOlder('10.11.6', '10.11')).toBe(false)
  expect(isOlder('10.5.20', '10.11')).toBe(true)
})

test('Redis must not evict entries', () => {
  expect(evictionFindings('allkeys-lru')).toMatchObject([{ status: 'warning' }])
  expect([...evictionFindings('noeviction'), ...evictionFindings('')]).toEqual([])
})
