import type { Words } from '../../../core/service/words.ts'

export const GATEWAY_WORDS = {
  refusals: {
    'upstream-unavailable': {
      code: 502,
      protocol: true,
      en: 'The service behind this endpoint is not available. Please try again later.',
      zh: '此接口的后端服务不可用，请稍后重试。',
    },
    'upstream-timeout': {
      code: 504,
      protocol: true,
      en: 'The service behind this endpoint does not respond in time. Please try again later.',
      zh: '此接口的后端服务响应超时，请稍后重试。',
    },
  },
  advice: {
    'upstream-unavailable': {
      meaning: {
        en: 'The upstream service refused the connection or sent no valid response.',
        zh: '上游服务拒绝连接，或没有发送有效的响应。',
      },
      fix: {
        en: 'Check the upstream service and its URL in gateway.upstreams.',
        zh: '请检查上游服务及其在 gateway.upstreams 中的 URL。',
      },
    },
    'upstream-timeout': {
      meaning: { en: 'The upstream service did not respond in time.', zh: '上游服务未及时响应。' },
      fix: {
        en: 'Check the upstream service, or raise its responseTimeoutSeconds in gateway.upstreams.',
        zh: '请检查上游服务，或调高其在 gateway.upstreams 中的 responseTimeoutSeconds。',
      },
    },
  },
} as const satisfies Words
