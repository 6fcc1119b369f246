import type { ReasonResponse } from './reason-response.ts'

/** The reasons of refusals that no product would change. */
export const PLATFORM_REFUSALS = {
  'invalid-parameters': { code: 400, en: 'Invalid parameters: {problem}', zh: '参数无效：{problem}' },
  'rate-limited': {
    code: 429,
    en: 'Too many requests. Please try again in {retryAfterSeconds} s.',
    zh: '请求过于频繁，请在 {retryAfterSeconds} 秒后重试。',
  },
  'not-found': {
    code: 404,
    en: 'There is no {thing} with the {property} {value}.',
    zh: '没有{property}为 {value} 的{thing}。',
  },
  'path-not-canonical': {
    code: 400,
    protocol: true,
    en: 'The request path is not in canonical form or is too long.',
    zh: '请求路径不是规范形式，或者过长。',
  },
  'request-malformed': { code: 400, protocol: true, en: 'The request is malformed.', zh: '请求格式错误。' },
  'headers-too-large': {
    code: 431,
    protocol: true,
    en: 'The request headers are too large or too many.',
    zh: '请求头过大或过多。',
  },
  'body-too-large': { code: 413, protocol: true, en: 'The request body is too large.', zh: '请求体过大。' },
  'media-type-unsupported': {
    code: 415,
    protocol: true,
    en: 'Please send the body as application/json in UTF-8.',
    zh: '请求体须为 UTF-8 编码的 application/json。',
  },
  fault: {
    code: 500,
    protocol: true,
    en: 'An internal error occurred. Please try again later.',
    zh: '服务器内部错误，请稍后重试。',
  },
  unavailable: {
    code: 503,
    protocol: true,
    en: 'The service is temporarily unavailable. Please try again later.',
    zh: '服务暂时不可用，请稍后重试。',
  },
} as const satisfies Readonly<Record<string, ReasonResponse>>
