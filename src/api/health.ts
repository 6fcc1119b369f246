import type { RouteShorthandOptionsWithHandler } from 'fastify'
import { endpoint } from '../http/endpoint.ts'
import { sendUnavailable, successBody } from '../http/envelope.ts'
import type { Behaviour } from '../settings/mode.ts'

/** `degraded`: requests are handled although a dependency fails. `down`: requests are refused. */
export type Health = 'up' | 'degraded' | 'down'

/** Returns only the status, because the caller is not authenticated. */
export function healthRoute(health: () => Health): RouteShorthandOptionsWithHandler {
  return {
    async handler(request, reply) {
      const status = health()
      const fields = { data: { status } }
      return status === 'down' ? sendUnavailable(request, reply, fields) : successBody(request, fields)
    },
  }
}

/** Returns what the login page needs before a login. */
export function appConfigRoute(name: string, behaviour: Behaviour): RouteShorthandOptionsWithHandler {
  const data = {
    sys_app_name: name,
    sys_app_logo: '',
    mode: behaviour.mode,
    captchaRequired: behaviour.captchaRequired,
  }
  return endpoint({ handler: () => ({ data }) })
}
