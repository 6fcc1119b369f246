/**
 * Every "no" the service can say. The list is closed: whatever else is thrown is a fault of ours.
 *
 * `code` is the number in the answer's body. `protocol` marks what is refused below the application (no such
 * route, body too large, …) and by a fault: there the HTTP status is the same number. Everything else is
 * answered with HTTP 200. A text may name the refusal's details in braces.
 */
interface Answer {
  readonly code: number
  readonly protocol?: true
  readonly en: string
  readonly zh: string
}

const answers = {
  'token-missing': { code: 401, en: 'You are not logged in.', zh: '您尚未登录。' },
  'token-malformed': { code: 401, en: 'The token is not valid.', zh: '令牌无效。' },
  'token-expired': {
    code: 401,
    en: 'Your login has expired. Please log in again.',
    zh: '登录已过期，请重新登录。',
  },
  'token-revoked': {
    code: 401,
    en: 'Your login has ended. Please log in again.',
    zh: '登录已失效，请重新登录。',
  },
  'permission-denied': { code: 401, en: 'Your role may not do this.', zh: '您的角色没有此操作的权限。' },

  'invalid-parameters': { code: 400, en: 'Invalid parameters: {problem}', zh: '参数无效：{problem}' },
  'captcha-wrong': {
    code: 400,
    en: 'The captcha is wrong or has expired. Please try a new one.',
    zh: '验证码错误或已过期，请重新获取。',
  },
  'credentials-wrong': { code: 400, en: 'Wrong username or password.', zh: '用户名或密码错误。' },

  'rate-limited': {
    code: 429,
    en: 'Too many requests. Please try again in {retryAfterSeconds} s.',
    zh: '请求过于频繁，请在 {retryAfterSeconds} 秒后重试。',
  },
  'not-found': { code: 404, en: 'There is no {thing} with this id.', zh: '没有此编号的记录（{thing}）。' },
  conflict: { code: 409, en: '{problem}', zh: '操作冲突：{problem}' },

  'path-not-canonical': {
    code: 400,
    protocol: true,
    en: 'The path of the request is not in its canonical form.',
    zh: '请求路径不是规范形式。',
  },
  'request-malformed': { code: 400, protocol: true, en: 'The request is malformed.', zh: '请求格式错误。' },
  'route-unknown': { code: 404, protocol: true, en: 'There is no such endpoint.', zh: '接口不存在。' },
  'method-not-allowed': {
    code: 405,
    protocol: true,
    en: 'This endpoint does not take this method.',
    zh: '该接口不支持此请求方法。',
  },
  'body-too-large': { code: 413, protocol: true, en: 'The request body is too large.', zh: '请求体过大。' },
  'media-type-unsupported': {
    code: 415,
    protocol: true,
    en: 'Please send the body as application/json in UTF-8.',
    zh: '请求体须为 UTF-8 编码的 application/json。',
  },
  fault: { code: 500, protocol: true, en: 'Something went wrong on our side.', zh: '服务器内部错误。' },
  unavailable: {
    code: 503,
    protocol: true,
    en: 'The service is not available right now. Please try again shortly.',
    zh: '服务暂时不可用，请稍后重试。',
  },
} as const satisfies Record<string, Answer>

export type RefusalReason = keyof typeof answers
export type Language = 'en' | 'zh'
export type RefusalDetails = Readonly<Record<string, string | number>>

/** Thrown anywhere, turned into an answer in one place (`http/envelope.ts`). */
export class Refusal extends Error {
  readonly reason: RefusalReason
  readonly details: RefusalDetails

  constructor(reason: RefusalReason, details: RefusalDetails = {}, options?: ErrorOptions) {
    super(reason, options)
    this.name = 'Refusal'
    this.reason = reason
    this.details = details
  }

  get code(): number {
    return answers[this.reason].code
  }

  /** Whether the HTTP status says the same as the code, or 200. */
  get isProtocol(): boolean {
    return 'protocol' in answers[this.reason]
  }

  text(language: Language): string {
    return answers[this.reason][language].replace(/\{(\w+)\}/g, (_, name: string) =>
      String(this.details[name] ?? ''),
    )
  }
}
