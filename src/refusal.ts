/**
 * The response to a refusal reason. The list of reasons is closed: any other thrown error is a bug of the service.
 *
 * `code` is the code in the response body. `protocol` marks protocol errors (unknown route, body too large, …) and
 * internal errors, whose HTTP status equals the code. All other refusals have HTTP status 200. Names in braces are
 * replaced by the details of the refusal.
 */
interface RefusalResponse {
  readonly code: number
  readonly protocol?: true
  readonly en: string
  readonly zh: string
}

const responses = {
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
  'session-replaced': {
    code: 401,
    en: 'Your login was ended because you have logged in elsewhere.',
    zh: '您已在其他地方登录，此处的登录已结束。',
  },
  'session-ended': {
    code: 401,
    en: 'Your login was ended by an operator. Please log in again.',
    zh: '您的登录已被管理员结束，请重新登录。',
  },
  'password-changed': {
    code: 401,
    en: 'Your password was changed. Please log in with the new one.',
    zh: '您的密码已更改，请使用新密码登录。',
  },
  'cross-site': {
    code: 401,
    en: 'A page of another site may not do this with your login.',
    zh: '不允许其他网站的页面以您的登录身份执行此操作。',
  },
  'permission-denied': { code: 401, en: 'Your role may not do this.', zh: '您的角色没有此操作的权限。' },

  'invalid-parameters': { code: 400, en: 'Invalid parameters: {problem}', zh: '参数无效：{problem}' },
  'captcha-wrong': {
    code: 400,
    en: 'The captcha is wrong or has expired. Please try a new one.',
    zh: '验证码错误或已过期，请重新获取。',
  },
  'old-password-wrong': { code: 400, en: 'The old password is wrong.', zh: '原密码错误。' },
  'credentials-wrong': { code: 400, en: 'Wrong username or password.', zh: '用户名或密码错误。' },

  'rate-limited': {
    code: 429,
    en: 'Too many requests. Please try again in {retryAfterSeconds} s.',
    zh: '请求过于频繁，请在 {retryAfterSeconds} 秒后重试。',
  },
  'not-found': {
    code: 404,
    en: 'There is no {thing} with the id {id}.',
    zh: '没有编号为 {id} 的记录（{thing}）。',
  },

  'username-taken': {
    code: 409,
    en: 'There is a user of the name "{name}" already, or of one that looks the same.',
    zh: '用户名“{name}”已被使用，或与现有用户名过于相似。',
  },
  'user-unknown': {
    code: 409,
    en: 'There is no user of the name "{name}".',
    zh: '没有名为“{name}”的用户。',
  },
  'role-key-taken': {
    code: 409,
    en: 'There is a role with the key "{key}" already.',
    zh: '角色标识“{key}”已被使用。',
  },
  'role-unknown': { code: 409, en: 'There is no role {role}.', zh: '没有角色 {role}。' },
  'role-in-use': {
    code: 409,
    en: 'The role "{key}" is assigned to users. Assign them another role first.',
    zh: '仍有用户持有角色“{key}”，请先为他们更换角色。',
  },
  'rule-unknown': { code: 409, en: 'There is no rule {rule}.', zh: '没有规则 {rule}。' },
  'changed-meanwhile': {
    code: 409,
    en: 'Somebody else has changed this in the meantime. Please look at it again.',
    zh: '此记录已被他人修改，请刷新后重试。',
  },
  'last-admin': {
    code: 409,
    en: '"{name}" is the last enabled admin.',
    zh: '“{name}”是最后一个启用的管理员。',
  },
  'admin-role-fixed': {
    code: 409,
    en: 'The role "admin" keeps its key, stays enabled and cannot be deleted.',
    zh: '角色“admin”的标识不能更改，也不能停用或删除。',
  },
  'admin-only': {
    code: 409,
    en: 'Only an admin may do this to an admin or to the role "admin".',
    zh: '只有管理员才能对管理员或角色“admin”执行此操作。',
  },
  'own-password': {
    code: 409,
    en: 'To change your own password, send the old one too: PUT /api/v1/user/pwd/set.',
    zh: '修改自己的密码需提供原密码，请使用 /api/v1/user/pwd/set。',
  },
  'own-account': {
    code: 409,
    en: 'You may not enable or disable your own account together with others.',
    zh: '批量启用或停用时不能包含您自己的账号。',
  },
  'own-role': { code: 409, en: 'You may not change your own role.', zh: '您不能更改自己的角色。' },
  'beyond-own-role': {
    code: 409,
    en: 'You may not hand out more than your own role may do: {excess}.',
    zh: '您不能授予超出自身角色权限的内容：{excess}。',
  },
  'session-limit': {
    code: 409,
    en: 'Session limit reached ({count}). Log out elsewhere first.',
    zh: '您已登录 {count} 次，达到上限，请先在其他地方退出。',
  },
  'password-change-due': {
    code: 409,
    en: 'Please set a new password first.',
    zh: '请先设置新密码。',
  },

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
    en: 'This endpoint does not support this method.',
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
} as const satisfies Record<string, RefusalResponse>

export type RefusalReason = keyof typeof responses
export type Language = 'en' | 'zh'
export type RefusalDetails = Readonly<Record<string, string | number>>

/** A refused request. It is thrown anywhere and turned into a response in one place (`http/envelope.ts`). */
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
    return responses[this.reason].code
  }

  /** Whether the HTTP status equals the code. Otherwise it is 200. */
  get isProtocol(): boolean {
    return 'protocol' in responses[this.reason]
  }

  text(language: Language): string {
    return responses[this.reason][language].replace(/\{(\w+)\}/g, (_, name: string) =>
      String(this.details[name] ?? ''),
    )
  }
}
