import type { AdviceByReason } from './advice-on-callers.ts'

/** For refusals because of the request itself, and for failures. */
export const ADVICE_ON_REQUESTS: AdviceByReason = {
  'invalid-parameters': {
    meaning: {
      en: 'A parameter or the body was invalid. The response said which one.',
      zh: '参数或请求体无效，响应中说明了是哪一个。',
    },
    fix: {
      en: 'Compare the request with docs/reference/openapi.json.',
      zh: '请将请求与 docs/reference/openapi.json 对照。',
    },
  },
  'path-not-canonical': {
    meaning: {
      en: 'The path is not canonical: it contains //, /./, /../, an encoded slash or lower-case percent-encoding, or is spelt differently from the route.',
      zh: '路径不规范：包含 //、/./、/../、编码的斜杠或小写的百分号编码，或拼写与接口不同。',
    },
    fix: {
      en: 'Send the path as the route declares it, without an additional trailing slash or unnecessary percent-encoding.',
      zh: '请按接口声明的形式发送路径，不要带多余的末尾斜杠或百分号编码。',
    },
  },
  'request-malformed': {
    meaning: {
      en: 'The request was ambiguous, incomplete, or took too long to arrive.',
      zh: '请求存在歧义、不完整，或到达时间过长。',
    },
    fix: {
      en: 'Correct the program or proxy that sent the request: repeated or contradicting headers, a body that is shorter than announced, or a slow connection.',
      zh: '请修正发送请求的程序或代理：重复或矛盾的请求头、短于声明长度的请求体，或过慢的连接。',
    },
  },
  'headers-too-large': {
    meaning: {
      en: 'The request had more than 100 headers, or more than 16 KB of them.',
      zh: '请求头超过 100 个，或总计超过 16 KB。',
    },
    fix: {
      en: 'Send fewer or shorter headers. Often the cookies of other applications on the same host are the largest part.',
      zh: '请减少或缩短请求头。其中最大的部分往往是同一主机上其他应用的 Cookie。',
    },
  },
  'route-unknown': {
    meaning: { en: 'There is no endpoint with this path.', zh: '不存在该路径的接口。' },
    fix: {
      en: 'Check the path. The console and GET /api/v1/route list all routes.',
      zh: '请检查路径。控制台和 GET /api/v1/route 会列出所有接口。',
    },
  },
  'not-found': {
    meaning: { en: 'What the request names does not exist.', zh: '请求所指的对象不存在。' },
    fix: {
      en: 'Check the ID. Another operator may have deleted it: the audit log shows changes.',
      zh: '请检查 ID。它可能已被其他管理员删除：审计日志中可以查看更改。',
    },
  },
  'method-not-allowed': {
    meaning: { en: 'The path exists, but not with this method.', zh: '路径存在，但不支持该方法。' },
    fix: {
      en: 'Send one of the methods in the header Allow of the response.',
      zh: '请使用响应头 Allow 中列出的方法。',
    },
  },
  'body-too-large': {
    meaning: {
      en: 'The body was larger than the endpoint accepts.',
      zh: '请求体超过该接口的上限。',
    },
    fix: {
      en: 'Send less per request, such as fewer rules. For an upstream service, raise its maxBodyBytes.',
      zh: '请减少单次请求的内容，例如减少规则数量。对于上游服务，请调高其 maxBodyBytes。',
    },
  },
  'media-type-unsupported': {
    meaning: {
      en: 'The body was not sent as application/json in UTF-8.',
      zh: '请求体不是 UTF-8 编码的 application/json。',
    },
    fix: {
      en: 'Correct the program that sent the request.',
      zh: '请修正发送该请求的程序。',
    },
  },
  fault: {
    meaning: {
      en: 'An error in the service or in the app that embeds it.',
      zh: '服务本身或嵌入它的应用发生了错误。',
    },
    fix: {
      en: 'Search the log of the service for this request ID (reqId).',
      zh: '请在服务日志中按此请求 ID（reqId）查找。',
    },
  },
  unavailable: {
    meaning: {
      en: 'The database or another dependency was not reachable, or the service was overloaded.',
      zh: '数据库或其他依赖不可用，或服务过载。',
    },
    fix: {
      en: 'Check GET /api/v1/health and the log of the service for this request ID (reqId).',
      zh: '请检查 GET /api/v1/health，并在服务日志中按此请求 ID（reqId）查找。',
    },
  },
}
