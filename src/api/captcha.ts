import type { Captcha } from '../captcha/captcha.ts'
import type { DocumentedRoute } from '../http/documentation.ts'
import { endpoint } from '../http/endpoint.ts'

const captchaId = {
  type: 'string',
  pattern: '^[\\w-]{22}$',
  description: 'The identifier, which login takes as `uuid`. Both members have the same value.',
}

/** Go-admin's front end reads `id`; the login endpoint calls it `uuid`. */
export function captchaRoute(captcha: Captcha, operationId = 'getCaptcha'): DocumentedRoute {
  return endpoint({
    operationId,
    tag: 'login',
    summary: 'Get a captcha',
    description: 'A captcha is valid for one attempt and two minutes. Letter case is ignored.',
    response: {
      id: captchaId,
      uuid: captchaId,
      data: {
        type: 'string',
        pattern: '^data:image/png;base64,[A-Za-z0-9+/]+={0,2}$',
        description: 'The picture, a PNG as a data URL.',
      },
    },
    async handler() {
      const { id, image } = await captcha.issue()
      return { id, uuid: id, data: image }
    },
  })
}
