import type { FastifyRequest } from 'fastify'
import { effectiveMethod } from '../permission/method.ts'
import { pathOf } from './request-path.ts'

/** The calls that are allowed before a required password change. */
const OPEN: ReadonlySet<string> = new Set([
  'PUT /api/v1/user/pwd/set',
  'GET /api/v1/getinfo',
  'GET /api/v1/user/profile',
  'POST /api/v1/logout',
])

export function isOpenBeforePasswordChange(request: FastifyRequest): boolean {
  return OPEN.has(`${effectiveMethod(request.method)} ${pathOf(request)}`)
}
