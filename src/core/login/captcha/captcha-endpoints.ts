import { querySchema } from '../../../platform/http/endpoint/request-schemas.ts'
import { endpoint } from '../../check/http/endpoint.ts'
import { CAPTCHA_FORMS, type Captcha } from './captcha.ts'

const captchaId = {
  type: 'string',
  pattern: '^[\\w-]{22}$',
  description: 'The identifier, which login takes as `uuid`. Both members have the same value.',
}

/** Go-admin's front end reads `id`; the login endpoint calls it `uuid`. */
export function captchaRoute(captcha: Captcha, operationId = 'getCaptcha') {
  return endpoint({
    operationId,
    summary: 'Get a captcha',
    description:
      'A captcha is valid for one attempt and two minutes. Letter case is ignored. Every request creates a new captcha.',
    query: querySchema({
      form: {
        type: 'string',
        enum: CAPTCHA_FORMS,
        default: 'image',
        description: '`audio`: the captcha is spoken, for people who cannot see a picture.',
      },
    }),
    responseFields: {
      id: captchaId,
      uuid: captchaId,
      data: {
        type: 'string',
        pattern: '^data:(image/jpeg|audio/wav);base64,[A-Za-z0-9+/]+={0,2}$',
        description: 'The picture (JPEG) or the recording (WAV) as a data URL.',
      },
    },
    async handler({ query }) {
      const { id, data } = await captcha.issue(query.form)
      return { id, uuid: id, data }
    },
  })
}
