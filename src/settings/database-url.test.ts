import { expect, test } from 'vitest'
import { readDatabaseUrl } from './database-url.ts'

test.each([
  ['sqlite:data/castellan.db', 'data/castellan.db'],
  ['sqlite:/var/lib/castellan.db', '/var/lib/castellan.db'],
  ['sqlite:///var/lib/castellan.db', '/var/lib/castellan.db'],
  ['sqlite://data/castellan.db', 'data/castellan.db'],
  ['sqlite:C:\\data\\castellan.db', 'C:\\data\\castellan.db'],
  ['sqlite::memory:', ':memory:'],
  ['sqlite://:memory:', ':memory:'],
])('%s', (url, path) => {
  expect(readDatabaseUrl(url)).toEqual({ value: { dialect: 'sqlite', path } })
})

const server = { host: 'db.example.org', user: 'keeper', password: 'pw', database: 'castle' }
const postgres = { ...server, dialect: 'postgres', port: 5432, encryption: 'none' }
const mysql = { ...server, dialect: 'mysql', port: 3306, encryption: 'none' }

test.each([
  ['postgres://keeper:pw@db.example.org/castle', postgres],
  ['postgresql://keeper:pw@db.example.org/castle', postgres],
  ['postgres://keeper:pw@db.example.org:6000/castle', { ...postgres, port: 6000 }],
  ['mysql://keeper:pw@db.example.org/castle', mysql],
  ['mariadb://keeper:pw@db.example.org:3307/castle', { ...mysql, port: 3307 }],
  ['mysql://keeper@db.example.org/castle', { ...mysql, password: '' }],
  ['postgres://keeper:pw@[::1]/castle', { ...postgres, host: '::1' }],
  ['postgres://keeper:p%3Aw%2F%3F%23%40%25@db.example.org/castle', { ...postgres, password: 'p:w/?#@%' }],
  ['postgres://keeper:pw@db.example.org/castle?sslmode=disable', postgres],
  ['mysql://keeper:pw@db.example.org/castle?sslmode=require', { ...mysql, encryption: 'unchecked' }],
  ['postgres://keeper:pw@db.example.org/castle?sslmode=verify-full', { ...postgres, encryption: 'checked' }],
])('%s', (url, value) => {
  expect(readDatabaseUrl(url)).toEqual({ value })
})

const SECRET = 'correct-horse'

test.each([
  ['data/castellan.db', 'no supported database'],
  ['SQLITE:x.db', 'no supported database'],
  ['oracle://keeper:correct-horse@db/castle', 'no supported database'],
  ['postgres:keeper:correct-horse@db/castle', 'no supported database'],
  ['sqlite:', 'names no file'],
  ['sqlite:///', 'names no file'],
  ['sqlite:data/', 'names no file'],
  ['sqlite:x.db?mode=ro', 'must not carry options'],
  ['sqlite:x\n.db', 'control characters'],
  ['postgres://keeper:correct-horse@db:port/castle', 'no well-formed URL'],
  ['postgres://keeper:correct-horse@/castle', 'no well-formed URL'],
  ['postgres:///castle', 'no host or no user'],
  ['mysql://db/castle', 'no host or no user'],
  ['mysql://keeper:correct-horse@db', 'names no database'],
  ['mysql://keeper:correct-horse@db/', 'names no database'],
  ['mysql://keeper:correct-horse@db/castle/tower', 'names no database'],
  ['mysql://keeper:100%correct-horse@db/castle', '"%" that is no escape'],
  ['mysql://keeper:12#correct-horse@db/castle', 'no host or no user'],
  ['mysql://u@keeper/12?correct-horse@db/castle', 'may only be followed by'],
  ['postgres://keeper:correct-horse@db/castle?sslmode=correct-horse', 'may only be followed by'],
  ['postgres://keeper:pw@db/castle?sslmode=require&correct-horse=1', 'may only be followed by'],
])('%j is refused, and not repeated', (url, problem) => {
  const outcome = readDatabaseUrl(url)
  expect(outcome).toEqual({ problem: expect.stringContaining(problem) })
  expect(JSON.stringify(outcome)).not.toContain(SECRET)
})
