import type { RouteShorthandOptionsWithHandler } from 'fastify'
import type { Behaviour } from '../settings/mode.ts'
import { endpoint } from './endpoint.ts'

/** `degraded`: it answers, but something it needs is failing for the moment. */
export type Health = 'up' | 'degraded' | 'down'

/** Says nothing else: whoever asks is not known. */
export function healthRoute(health: () => Health): RouteShorthandOptionsWithHandler {
  return endpoint({ handler: async () => ({ data: { status: health() } }) })
}

/** What a login page may know before anybody has logged in. */
export function appConfigRoute(name: string, behaviour: Behaviour): RouteShorthandOptionsWithHandler {
  const data = {
    sys_app_name: name,
    sys_app_logo: '',
    mode: behaviour.mode,
    captchaRequired: behaviour.captchaRequired,
  }
  return endpoint({ handler: async () => ({ data }) })
}
