import type { RouteShorthandOptionsWithHandler } from 'fastify'
import type { Captcha } from '../captcha/captcha.ts'
import { endpoint } from '../http/endpoint.ts'

/** `id` is what go-admin's front end reads, `uuid` the name under which login takes it. */
export function captchaRoute(captcha: Captcha): RouteShorthandOptionsWithHandler {
  return endpoint({
    async handler() {
      const { id, image } = await captcha.issue()
      return { id, uuid: id, data: image }
    },
  })
}
