import { effectiveMethod } from '../permission/method.ts'
import { type IncomingCall, pathOfCall } from './incoming-call.ts'

/** The calls that are allowed before a required password change. */
const OPEN: ReadonlySet<string> = new Set([
  'PUT /api/v1/user/pwd/set',
  'GET /api/v1/getinfo',
  'GET /api/v1/user/profile',
  'POST /api/v1/logout',
])

export function isOpenBeforePasswordChange(call: Pick<IncomingCall, 'method' | 'url'>): boolean {
  return OPEN.has(`${effectiveMethod(call.method)} ${pathOfCall(call)}`)
}
