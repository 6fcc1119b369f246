import { describe, expect, test } from 'vitest'
import {
  DatabaseUnavailable,
  isTransactionConflict,
  isUnavailable,
  isUniqueViolation,
} from './database-error.ts'

function errorWith(signs: Readonly<Record<string, unknown>>): Error {
  return Object.assign(new Error('something'), signs)
}

function sqlite(errcode: number): Error {
  return errorWith({ code: 'ERR_SQLITE_ERROR', errcode })
}

function mysql(errno: number): Error {
  return errorWith({ errno, sqlState: 'HY000', code: 'ER_SOMETHING' })
}

function postgres(code: string): Error {
  return errorWith({ code, severity: 'ERROR' })
}

describe('unavailable', () => {
  test.each([
    ['said by our own driver', new DatabaseUnavailable('gone')],
    ['SQLite is busy', sqlite(5)],
    ['SQLite is busy with a snapshot', sqlite(517)],
    ['SQLite cannot write', sqlite(10 | (3 << 8))],
    ['the disk is full', sqlite(13)],
    ['PostgreSQL shuts down', postgres('57P01')],
    ['PostgreSQL starts up', postgres('57P03')],
    ['PostgreSQL has no connection left', postgres('53300')],
    ['PostgreSQL ended the statement', postgres('57014')],
    ['a standby that takes no writes', postgres('25006')],
    ['MySQL has no connection left', mysql(1040)],
    ['MySQL shuts down', mysql(1053)],
    ['MariaDB ended the statement', mysql(1969)],
    ['MySQL ended the statement', mysql(3024)],
    ['MySQL waited too long for a lock', mysql(1205)],
    ['nobody listens', errorWith({ code: 'ECONNREFUSED', errno: -111, syscall: 'connect' })],
    ['the connection broke', errorWith({ code: 'ECONNRESET', errno: -104 })],
    ['the name cannot be looked up', errorWith({ code: 'EAI_AGAIN', errno: -3001 })],
  ])('%s', (_, error) => {
    expect({ unavailable: isUnavailable(error), unique: isUniqueViolation(error) }).toEqual({
      unavailable: true,
      unique: false,
    })
  })

  test.each([
    ['a mistake in a statement', postgres('42601')],
    ['a wrong password', postgres('28P01')],
    ['a wrong password', mysql(1045)],
    ['a missing table', mysql(1146)],
    ['a damaged file', sqlite(11)],
    ['a missing file of ours', errorWith({ code: 'ENOENT', errno: -2 })],
    ['a plain error', new Error('something')],
    ['no error at all', 'ECONNREFUSED'],
    ['nothing', undefined],
  ])('not: %s', (_, error) => {
    expect(isUnavailable(error)).toBe(false)
  })
})

test.each([sqlite(2067), sqlite(1555), postgres('23505'), mysql(1062)])('is a unique violation', (error) => {
  expect({ unique: isUniqueViolation(error), unavailable: isUnavailable(error) }).toEqual({
    unique: true,
    unavailable: false,
  })
})

test.each([sqlite(787), sqlite(1299), postgres('23503'), mysql(1452)])(
  'is another constraint violation',
  (error) => {
    expect(isUniqueViolation(error)).toBe(false)
  },
)

test('a deadlock or a conflict is retried, and is unavailable after the last try', () => {
  for (const error of [postgres('40P01'), postgres('40001'), mysql(1213)]) {
    expect([isTransactionConflict(error), isUnavailable(error)]).toEqual([true, true])
  }
  for (const error of [postgres('57014'), mysql(1205), sqlite(5)])
    expect(isTransactionConflict(error)).toBe(false)
})
