import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CONSOLE_PAGES } from '../../src/features/web/console/pages.ts'
import { tryLogin } from '../support/client.ts'
import { type RunningConsole, startConsole } from './support/console.ts'

const site = join(import.meta.dirname, '..', '..', 'dist', 'console')
const LOGIN_PAGE_BYTES = 200 * 1024
/** The search is in it: keys that are typed while it is loaded would be lost. */
const FIRST_PAGE_BYTES = 410 * 1024
const MAX_FILES_PER_PAGE = 12

describe('the console as it is served', () => {
  let running: RunningConsole
  beforeAll(async () => {
    running = await startConsole()
  })
  afterAll(() => running.close())
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${running.origin}${path}`, { headers, redirect: 'manual' })

  test.each(CONSOLE_PAGES)('%s can be opened by its address', async (path) => {
    const answer = await get(path)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-cache')
    expect(await answer.text()).toContain('<div id="root">')
  })

  test('a strict Content-Security-Policy: our own scripts alone, styles by a nonce that is never used twice', async () => {
    const [one, two] = [await get('/'), await get('/')]
    const policy = one.headers.get('content-security-policy') ?? ''
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
    expect(policy.replace(nonce, 'N')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-N'; img-src 'self' data:; media-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    expect(nonce).toHaveLength(22)
    const page = await one.text()
    expect(page).toContain(`nonce="${nonce}"`)
    expect(page).not.toMatch(/<script(?![^>]*\bsrc=)/)
    expect(await two.text()).not.toContain(nonce)
    expect(Object.fromEntries(one.headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
    })
  })

  test('assets are compressed, and kept for good: their names change with them', async () => {
    const [script = ''] = /\/console\/index-[\w-]+\.js/.exec(await (await get('/')).text()) ?? []
    const sizes = new Map<string, number>()
    for (const [accepted, encoding] of [
      ['br, gzip', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0, gzip', 'gzip'],
      ['identity', null],
    ] as const) {
      const answer = await get(script, { 'accept-encoding': accepted })
      expect(answer.headers.get('content-encoding')).toBe(encoding)
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
      sizes.set(await answer.text(), 1)
    }
    expect(sizes.size).toBe(1)
  })

  test.each([
    '/console/',
    '/console/index.html',
    '/console/nothing-12345678.js',
    '/console/..%2F..%2Fpackage.json',
    '/console/%2e%2e/index.html',
    '/console/index.js.br',
    '/nowhere',
    '/users/7/sessions',
  ])('%s is no file and no page: refused in the envelope', async (path) => {
    const answer = await get(path)
    expect([400, 404]).toContain(answer.status)
    expect(answer.headers.get('cache-control')).not.toContain('immutable')
    expect(await answer.json()).toMatchObject({ code: answer.status })
  })

  test('an unknown address gets the console in a browser, with its headers and the status 404', async () => {
    for (const path of ['/nothing', '/users/7/sessions', '/login-logs?status=1']) {
      const answer = await get(path, { accept: 'text/html,application/xhtml+xml' })
      expect(answer.status).toBe(404)
      expect(await answer.text()).toContain('<div id="root">')
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'x-castellan-reason': 'route-unknown',
        'x-frame-options': 'DENY',
        'content-security-policy': expect.stringContaining("script-src 'self'"),
      })
    }
    for (const path of ['/users/1%2F..%2F2', '/no%2Fthing', '//users']) {
      const answer = await get(path, { accept: 'text/html' })
      expect(answer.status, path).toBe(400)
      expect(await answer.text()).toContain('<div id="root">')
      expect(answer.headers.get('x-castellan-reason')).toBe('path-not-canonical')
    }
    const asset = await get('/console/nothing.js', { accept: 'text/html' })
    expect(await asset.json()).toMatchObject({ code: 404 })
  })

  test('nothing under /api/v1 is shadowed', async () => {
    for (const path of ['/api/v1', '/api/v1/', '/api/v1/nothing', '/api/v1/users']) {
      const answer = await get(path, { accept: 'text/html' })
      expect(answer.status).toBe(404)
      expect(await answer.json()).toMatchObject({ code: 404 })
    }
  })

  test('a form of another site cannot be sent to it', async () => {
    const answer = await fetch(`${running.origin}/users`, { method: 'POST' })
    expect(answer.status).toBe(404)
  })
})

test('console.enabled off: no page, and no cookie at login', async () => {
  const running = await startConsole({ console: { enabled: false } })
  try {
    expect((await fetch(`${running.origin}/`)).status).toBe(404)
    const { headers, body } = await tryLogin(running.base, { password: running.adminPassword })
    expect(body.code).toBe(200)
    expect(headers.get('set-cookie')).toBeNull()
  } finally {
    await running.close()
  }
})

const GATEWAY_SETTING = 'url: http://127.0.0.1:9000'

describe('what is loaded', () => {
  const assets = join(site, 'console')
  const page = readFileSync(join(site, 'index.html'), 'utf8')

  /** A file and all that it cannot do without: what it imports, and what is fetched with it. */
  function needed(name: string, seen = new Set<string>()): Set<string> {
    if (seen.has(name)) return seen
    seen.add(name)
    if (!name.endsWith('.js')) return seen
    const text = readFileSync(join(assets, name), 'utf8')
    const imports = text.matchAll(/(?:from|import)\s*[`'"]\.\/([\w.-]+)[`'"]/g)
    for (const [, imported = ''] of imports) needed(imported, seen)
    return seen
  }
  const sizeOf = (names: Iterable<string>, ending = '.gz'): number =>
    [...names].reduce((sum, name) => sum + readFileSync(join(assets, `${name}${ending}`)).length, 0)
  const first = new Set(
    [...page.matchAll(/\/console\/([\w.-]+)/g)].flatMap(([, name = '']) => [...needed(name)]),
  )
  const pageFile = (name: string): string =>
    readdirSync(assets).find((file) => file.startsWith(name) && file.endsWith('.js')) ?? ''

  /** What every page after login needs. */
  const layout = needed(pageFile('authenticated-layout-'), new Set(first))

  test('the login page loads less than 200 KB compressed, in every language', () => {
    expect(first.size).toBeGreaterThan(2)
    expect(sizeOf(first)).toBeGreaterThan(50_000)
    expect(sizeOf(first)).toBeLessThan(LOGIN_PAGE_BYTES)
    expect(sizeOf(needed(pageFile('zh-'), new Set(first)))).toBeLessThan(LOGIN_PAGE_BYTES)
  })

  test.each([
    'overview',
    'users',
    'roles',
    'matrix',
    'rules',
    'check-access',
    'sessions',
    'login-log',
    'audit-log',
    'refusals',
    'system',
    'profile',
  ])('the page "%s" loads less than 410 KB compressed and at most 12 files if it is opened first', (name) => {
    const all = needed(pageFile(`${name}-page-`), new Set(layout))
    expect(all.size).toBeGreaterThan(layout.size)
    expect(all.size).toBeLessThanOrEqual(MAX_FILES_PER_PAGE)
    expect(sizeOf(all, '.br')).toBeLessThan(FIRST_PAGE_BYTES)
  })

  test.each([
    'authenticated-layout-',
    'overview-page-',
    'users-page-',
    'matrix-page-',
    'login-log-page-',
    'zh-',
  ])('%s is loaded only by whoever opens it', (name) => {
    expect(pageFile(name)).not.toBe('')
    expect([...first]).not.toContain(pageFile(name))
  })

  test('nothing that is built names another host to load from', () => {
    for (const name of readdirSync(assets).filter((file) => /\.(js|css)$/.test(file))) {
      // The settings that the first steps show are a text to copy.
      const text = readFileSync(join(assets, name), 'utf8').replace(GATEWAY_SETTING, '')
      expect(text, name).not.toMatch(/(?:src|href|import|url)\s*[(=:]\s*["'`]?https?:/)
    }
  })
})
