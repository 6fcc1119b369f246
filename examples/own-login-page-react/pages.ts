import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { FastifyPluginAsync } from 'fastify'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

/** Pages load nothing from elsewhere. Captchas are data URLs: pictures and recordings. */
const HEADERS = {
  'Cache-Control': 'no-cache',
  'Content-Security-Policy':
    "default-src 'self'; img-src data:; media-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  // A provider and a link in a message send secrets in the address.
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
}

const dist = join(import.meta.dirname, 'dist')

/** The page and its files, which are open to everybody. */
export const pages: FastifyPluginAsync = async (app) => {
  const serve = (path: string, file: string): void => {
    const content = readFileSync(join(dist, file))
    const type = TYPES[extname(file)] ?? 'application/octet-stream'
    app.get(path, async (_, reply) => reply.headers(HEADERS).type(type).send(content))
  }

  // A provider of single sign-on sends the browser back to /login/oidc/…, and the link in an invitation leads to /password-link.
  for (const path of ['/', '/login/oidc/:provider', '/password-link']) serve(path, 'index.html')
  for (const name of readdirSync(join(dist, 'assets'))) serve(`/assets/${name}`, `assets/${name}`)
}
