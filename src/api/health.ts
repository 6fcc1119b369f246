import type { RouteShorthandOptionsWithHandler } from 'fastify'
import { endpoint } from '../http/endpoint.ts'
import { sendUnavailable, successBody } from '../http/envelope.ts'
import type { Behaviour } from '../settings/mode.ts'

/** `degraded`: it decides, but something it needs is failing for the moment. `down`: it refuses. */
export type Health = 'up' | 'degraded' | 'down'

/** Says nothing else: whoever asks is not known. */
export function healthRoute(health: () => Health): RouteShorthandOptionsWithHandler {
  return {
    async handler(request, reply) {
      const status = health()
      const fields = { data: { status } }
      return status === 'down' ? sendUnavailable(request, reply, fields) : successBody(request, fields)
    },
  }
}

/** What a login page may know before anybody has logged in. */
export function appConfigRoute(name: string, behaviour: Behaviour): RouteShorthandOptionsWithHandler {
  const data = {
    sys_app_name: name,
    sys_app_logo: '',
    mode: behaviour.mode,
    captchaRequired: behaviour.captchaRequired,
  }
  return endpoint({ handler: () => ({ data }) })
}
