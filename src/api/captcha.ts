import type { RouteShorthandOptionsWithHandler } from 'fastify'
import type { Captcha } from '../captcha/captcha.ts'
import { endpoint } from '../http/endpoint.ts'

/** Go-admin's front end reads `id`; the login endpoint calls it `uuid`. */
export function captchaRoute(captcha: Captcha): RouteShorthandOptionsWithHandler {
  return endpoint({
    async handler() {
      const { id, image } = await captcha.issue()
      return { id, uuid: id, data: image }
    },
  })
}
