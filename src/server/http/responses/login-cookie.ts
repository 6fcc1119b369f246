import type { FastifyReply, FastifyRequest } from 'fastify'
import { isPlainLoopback } from './token-cookie.ts'

/** The prefix `__Host-` keeps other hosts of the same domain from setting the cookie. It requires `Secure`. */
const NAME = 'castellan_login'
const nameFor = (request: FastifyRequest) => (isPlainLoopback(request) ? NAME : `__Host-${NAME}`)

/** Sets the cookie that binds the two requests of a login to one browser. */
export function setLoginCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  value: string,
  lifetimeSeconds: number,
): void {
  const attributes = ['Path=/', `Max-Age=${lifetimeSeconds}`, 'HttpOnly', 'SameSite=Strict']
  if (!isPlainLoopback(request)) attributes.push('Secure')
  reply.header('Set-Cookie', [`${nameFor(request)}=${value}`, ...attributes].join('; '))
}

/** Returns the value of the cookie; empty if there is none, or more than one. */
export function readLoginCookie(request: FastifyRequest): string {
  const prefix = `${nameFor(request)}=`
  const values = (request.headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(prefix))
  const [value = ''] = values
  return values.length === 1 ? value.slice(prefix.length) : ''
}
