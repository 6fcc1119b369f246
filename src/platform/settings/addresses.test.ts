import { BlockList } from 'node:net'
import { describe, expect, test } from 'vitest'
import {
  problemOfProxyAddress,
  problemOfRedisUrl,
  problemOfTracingEndpoint,
  problemOfWebOrigin,
  readDatabaseUrl,
} from './addresses.ts'

describe('database.url', () => {
  test.each([
    ['sqlite:data/castellan.db', 'data/castellan.db'],
    ['sqlite:/var/lib/castellan.db', '/var/lib/castellan.db'],
    ['sqlite:///var/lib/castellan.db', '/var/lib/castellan.db'],
    ['sqlite://data/castellan.db', 'data/castellan.db'],
    ['sqlite:C:\\data\\castellan.db', 'C:\\data\\castellan.db'],
    ['sqlite::memory:', ':memory:'],
    ['sqlite://:memory:', ':memory:'],
  ])('%s is accepted', (url, path) => {
    expect(readDatabaseUrl(url)).toEqual({ value: { dialect: 'sqlite', path } })
  })

  const server = { host: 'db.example.org', user: 'app', password: 'pw', database: 'main' }
  const postgres = { ...server, dialect: 'postgres', port: 5432, encryption: 'none' }
  const mysql = { ...server, dialect: 'mysql', port: 3306, encryption: 'none' }

  test.each([
    ['postgres://app:pw@db.example.org/main', postgres],
    ['postgresql://app:pw@db.example.org/main', postgres],
    ['postgres://app:pw@db.example.org:6000/main', { ...postgres, port: 6000 }],
    ['mysql://app:pw@db.example.org/main', mysql],
    ['mariadb://app:pw@db.example.org:3307/main', { ...mysql, port: 3307 }],
    ['mysql://app@db.example.org/main', { ...mysql, password: '' }],
    ['postgres://app:pw@[::1]/main', { ...postgres, host: '::1' }],
    ['postgres://app:p%3Aw%2F%3F%23%40%25@db.example.org/main', { ...postgres, password: 'p:w/?#@%' }],
    ['postgres://app:pw@db.example.org/main?sslmode=disable', postgres],
    ['mysql://app:pw@db.example.org/main?sslmode=require', { ...mysql, encryption: 'unchecked' }],
    ['postgres://app:pw@db.example.org/main?sslmode=verify-full', { ...postgres, encryption: 'checked' }],
  ])('%s is accepted', (url, value) => {
    expect(readDatabaseUrl(url)).toEqual({ value })
  })

  const SECRET = 'correct-horse'

  test.each([
    ['data/castellan.db', 'no supported database'],
    ['SQLITE:x.db', 'no supported database'],
    ['oracle://app:correct-horse@db/main', 'no supported database'],
    ['postgres:app:correct-horse@db/main', 'no supported database'],
    ['sqlite:', 'names no file'],
    ['sqlite:///', 'names no file'],
    ['sqlite:data/', 'names no file'],
    ['sqlite:x.db?mode=ro', 'must not contain options'],
    ['sqlite:x\n.db', 'control characters'],
    ['postgres://app:correct-horse@db:port/main', 'not a well-formed URL'],
    ['postgres://app:correct-horse@db:99999/main', 'not a well-formed URL'],
    ['postgres://app:correct-horse@db:0/main', 'port 0'],
    ['postgres://app:correct-horse@/main', 'not a well-formed URL'],
    ['postgres:///main', 'no host or no user'],
    ['mysql://db/main', 'no host or no user'],
    ['mysql://app:correct-horse@db', 'names no database'],
    ['mysql://app:correct-horse@db/', 'names no database'],
    ['mysql://app:correct-horse@db/main/other', 'names no database'],
    ['mysql://app:100%correct-horse@db/main', '"%" that is not an escape'],
    ['mysql://app:12#correct-horse@db/main', 'no host or no user'],
    ['mysql://u@app/12?correct-horse@db/main', 'may only be followed by'],
    ['postgres://app:correct-horse@db/main?sslmode=correct-horse', 'may only be followed by'],
    ['postgres://app:pw@db/main?sslmode=require&correct-horse=1', 'may only be followed by'],
  ])('%j is refused, and the message does not contain it', (url, problem) => {
    const outcome = readDatabaseUrl(url)
    expect(outcome).toEqual({ problem: expect.stringContaining(problem) })
    expect(JSON.stringify(outcome)).not.toContain(SECRET)
  })
})

describe('a trusted proxy', () => {
  test.each(['127.0.0.1', '10.0.0.0/8', '1.2.3.4/32', '::1', 'fd00::/8', '::ffff:10.0.0.1/128'])(
    '%s is accepted',
    (entry) => {
      expect(problemOfProxyAddress(entry)).toBeUndefined()
      const [address = '', prefix] = entry.split('/')
      const family = address.includes(':') ? 'ipv6' : 'ipv4'
      // An accepted entry must not fail later, when the block list is built.
      if (prefix !== undefined) new BlockList().addSubnet(address, Number(prefix), family)
      else new BlockList().addAddress(address, family)
    },
  )

  test.each([
    ['localhost', 'neither an address nor a CIDR range'],
    ['', 'neither'],
    ['10.0.0', 'neither'],
    ['010.0.0.1', 'neither'],
    ['10.0.0.1:80', 'neither'],
    ['[::1]', 'neither'],
    ['fe80::1%eth0', 'neither'],
    ['10.0.0.0/8/8', 'neither'],
    ['10.0.0.0/33', 'from 1 to 32'],
    ['0.0.0.0/0', 'from 1 to 32'],
    ['::/0', 'from 1 to 128'],
    ['10.0.0.0/', 'from 1 to 32'],
    ['10.0.0.0/-1', 'from 1 to 32'],
    ['10.0.0.0/08', 'from 1 to 32'],
    ['10.0.0.0/255.0.0.0', 'from 1 to 32'],
    ['::/129', 'from 1 to 128'],
  ])('%j is refused', (entry, problem) => {
    expect(problemOfProxyAddress(entry)).toContain(problem)
  })
})

describe('a web origin', () => {
  test.each(['https://admin.example.com', 'http://localhost:5173', 'https://[::1]:8443', 'http://127.0.0.1'])(
    '%s is accepted',
    (entry) => {
      expect(problemOfWebOrigin(entry)).toBeUndefined()
    },
  )

  describe('is refused', () => {
    test.each([
      ['*', 'does not name a single site'],
      ['null', 'does not name a single site'],
      ['', 'is not an origin'],
      ['admin.example.com', 'is not an origin'],
      ['https://*.example.com', 'does not name a single site'],
      ['//admin.example.com', 'is not an origin'],
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
})

describe('redis.url', () => {
  test.each([
    'redis://cache',
    'redis://cache:6379/1',
    'rediss://:pa%23ss@cache:65535',
    'redis://app:pw@[::1]:6379',
  ])('%s is accepted', (url) => {
    expect(problemOfRedisUrl(url)).toBeUndefined()
  })

  test.each([
    ['cache:6379', 'must look like'],
    ['redis://cache:99999', 'not a well-formed URL'],
    ['redis://cache:port', 'not a well-formed URL'],
    ['redis://:6379', 'not a well-formed URL'],
    ['redis://:correct#horse@cache', 'not a well-formed URL'],
    ['redis://cache:0', 'port 0'],
    ['redis://:100%correct@cache', '"%" that is not an escape'],
  ])('%s is refused, without quoting it', (url, problem) => {
    expect(problemOfRedisUrl(url)).toContain(problem)
    expect(problemOfRedisUrl(url)).not.toContain('correct')
  })
})

test.each(['http://collector:99999/v1/traces', 'http://collector:0/v1/traces'])(
  'the port of %s is refused',
  (url) => {
    expect(problemOfTracingEndpoint(url)).toBeTypeOf('string')
  },
)
