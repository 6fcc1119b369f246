import type { Words } from '../../../core/service/words.ts'

export const FORWARD_AUTH_WORDS = {
  refusals: {
    'original-request-unclear': {
      code: 400,
      protocol: true,
      ofOneEndpoint: true,
      en: 'The proxy must send the method and the URI of the original request, each exactly once.',
      zh: '代理必须发送原始请求的方法和 URI，且各只能出现一次。',
    },
    'proxy-not-trusted': {
      code: 403,
      protocol: true,
      en: 'This endpoint is only for the proxies in application.trustProxy.',
      zh: '此接口仅供 application.trustProxy 中的代理使用。',
    },
  },
  advice: {
    'original-request-unclear': {
      meaning: {
        en: 'The proxy did not send the method and the URI of the original request exactly once.',
        zh: '代理没有恰好一次地发送原始请求的方法和 URI。',
      },
      fix: {
        en: 'Configure the proxy as docs/how-to/guard-any-service.md describes.',
        zh: '请按 docs/how-to/guard-any-service.md 配置代理。',
      },
    },
    'proxy-not-trusted': {
      meaning: {
        en: 'The request to /api/v1/authorize came from an address that is not in application.trustProxy.',
        zh: '对 /api/v1/authorize 的请求来自 application.trustProxy 之外的地址。',
      },
      fix: {
        en: 'If the address belongs to your proxy, add it to application.trustProxy.',
        zh: '若该地址属于您的代理，请将其加入 application.trustProxy。',
      },
    },
  },
  paths: { service: ['authorize'] },
} as const satisfies Words
