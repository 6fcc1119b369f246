import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { signIdentityHeaders } from '../forward-auth/identity-headers.ts'
import { headerMatcher } from './header-names.ts'
import { REMOVED_HEADERS } from './removed-headers.ts'
import { upstreamRequestHeaders } from './request-headers.ts'

const FOLDER = join(import.meta.dirname, '..', '..', '..', '..', 'deploy', 'forward-auth')
const fileOf = (name: string) => readFileSync(join(FOLDER, name), 'utf8')

const names = REMOVED_HEADERS.flatMap((group) => group.names)
const examples = REMOVED_HEADERS.flatMap((group) => group.examples ?? [])
const wholeNames = [...names.filter((name) => !name.includes('*')), ...examples]
/** Every name, one of those that an asterisk stands for, and the known ones. */
const removed = [...new Set([...names.map((name) => name.replace('*', 'Anything-Else')), ...wholeNames])]
/** They pass, in the gateway and every proxy. */
const KEPT = [
  'Accept',
  'Content-Type',
  'Origin',
  'User-Agent',
  'X-Api-Key',
  'X-Auth-Token',
  'X-Requested-With',
  'X-User-Agent',
  'X-CSRF-Token',
  'If-Match',
  'Client-Version',
  'Casino',
]
/** Traefik sets these itself, before the file of this repository can remove them. */
const OF_TRAEFIK = ['X-Forwarded-Host', 'X-Forwarded-Port', 'X-Forwarded-Server', 'X-Real-IP']

const CALL = {
  identity: { userId: 7, username: 'alice', roleId: 3, roleKey: 'clerk', dataScope: '1' },
  resolvedScope: '{"kind":"all","version":3}',
  method: 'GET',
  path: '/api/v1/orders',
  requestId: 'aB3-_9',
  timeSeconds: 1_700_000_000,
  secret: 'wU5-jq0ZJ_cV9b4Rr2Xn7Lt1Kf8Hd3Ms6',
}

function sent(headers: readonly string[], removeHeaders: readonly string[] = []): string[] {
  const kept = upstreamRequestHeaders(
    headers.flatMap((name) => [name, 'claimed']),
    {
      identity: signIdentityHeaders(CALL),
      requestId: 'x',
      address: '10.0.0.1',
      host: 'shop.example',
      protocol: 'https',
      traceparent: undefined,
      isRemovedBySettings: headerMatcher(removeHeaders),
    },
  )
  return kept.filter((_, index) => kept[index + 1] === 'claimed')
}

test('the gateway removes every header of the list, in every spelling', () => {
  for (const name of removed) {
    const spellings = [name, name.toLowerCase(), name.toUpperCase()]
    const others = name.includes('-') ? ['_', '.'].map((character) => name.replaceAll('-', character)) : []
    expect([name, sent([...spellings, ...others])]).toEqual([name, []])
  }
  expect(sent(KEPT)).toEqual(KEPT)
})

test('the settings of an upstream service name further headers, which others get', () => {
  const headers = ['X-Tenant', 'x-acme-user', 'Y-Acme-User', 'Name-Of-User', 'X-Tenants', 'User-Agent']
  const removeHeaders = ['X-Tenant', 'X-Acme-*', '*-Of-User']
  expect(sent(headers, removeHeaders)).toEqual(['Y-Acme-User', 'X-Tenants', 'User-Agent'])
  expect(sent(headers)).toEqual(headers)
})

test('the known names of an entry are those that its names with an asterisk stand for', () => {
  for (const group of REMOVED_HEADERS) {
    const isOf = headerMatcher(group.names.filter((name) => name.includes('*')))
    expect((group.examples ?? []).filter((name) => !isOf(name.toLowerCase()))).toEqual([])
  }
  expect(wholeNames.length).toBe(new Set(wholeNames.map((name) => name.toLowerCase())).size)
})

test('nginx removes each whole name, and ignores other spellings', () => {
  const file = fileOf('../nginx/castellan.conf')
  const [, service = ''] = file.split('location ~ ^/api/v1/orders')
  const [block = ''] = service.split('location = /castellan-authorize')
  const set = new Set([...block.matchAll(/proxy_set_header (\S+) /g)].map(([, name]) => name?.toLowerCase()))
  expect(wholeNames.filter((name) => !set.has(name.toLowerCase()))).toEqual([])
  expect(KEPT.filter((name) => set.has(name.toLowerCase()))).toEqual([])
  expect(file).toContain('underscores_in_headers off;')
  expect(file).toContain('ignore_invalid_headers on;')
})

test('Caddy removes each name of the list, and every other spelling', () => {
  const lines = fileOf('Caddyfile').match(/request_header -\S+/g) ?? []
  const isRemoved = headerMatcher(
    lines
      .map((line) => line.replace('request_header -', ''))
      .filter((name) => /^\*?[\w-]+\*?$/.test(name) && !/^\*.*\*$/.test(name)),
  )
  expect(removed.filter((name) => !isRemoved(name.toLowerCase()))).toEqual([])
  expect(KEPT.filter((name) => isRemoved(name.toLowerCase()))).toEqual([])
  for (const character of "_.!#$%&'*+^`|~") expect(lines).toContain(`request_header -*${character}*`)
})

test('Envoy removes each header of the list, and every other spelling', () => {
  const patterns = [...fileOf('envoy.yml').matchAll(/safe_regex: \{ regex: '([^']*)' \}/g)].map(
    ([, source]) => new RegExp(`^(?:${source})$`),
  )
  const isRemoved = (name: string) => patterns.some((pattern) => pattern.test(name.toLowerCase()))
  // Envoy has no names that it keeps: it replaces those of its own.
  const unknown = ['X-Forwarded-Anything-Else']
  expect(removed.filter((name) => !isRemoved(name))).toEqual(unknown)
  expect(removed.filter((name) => name.includes('-') && !isRemoved(name.replaceAll('-', '_')))).toEqual([])
  expect(KEPT.filter(isRemoved)).toEqual([])
})

test('Traefik removes each header of the list, and every other spelling', () => {
  const { http } = parse(fileOf('traefik-dynamic.yml'))
  const { authResponseHeadersRegex } = http.middlewares['castellan-authorize'].forwardAuth
  // JavaScript has no inline flags.
  const pattern = new RegExp(String(authResponseHeadersRegex).replace('(?i)', ''), 'i')
  const unknown = ['X-Forwarded-Anything-Else']
  const left = removed.filter((name) => !pattern.test(name))
  expect(left.toSorted()).toEqual([...unknown, ...OF_TRAEFIK].toSorted())
  expect(removed.filter((name) => name.includes('-') && !pattern.test(name.replaceAll('-', '_')))).toEqual([])
  expect(KEPT.filter((name) => pattern.test(name))).toEqual([])
})
