/**
 * The response to a refusal reason. The list of reasons is closed: any other thrown error is a bug of the service.
 *
 * `code` is the code in the response body. `protocol` marks protocol errors (unknown route, body too large, …) and
 * internal errors, whose HTTP status equals the code. All other refusals have HTTP status 200. Names in braces are
 * replaced by the details of the refusal.
 */
export interface ReasonResponse {
  readonly code: number
  readonly protocol?: true
  readonly en: string
  readonly zh: string
}

export const REFUSAL_REASONS = {
  'token-missing': { code: 401, en: 'You are not logged in.', zh: '您尚未登录。' },
  'token-malformed': {
    code: 401,
    en: 'The token is invalid. Please log in again.',
    zh: '令牌无效，请重新登录。',
  },
  'token-expired': {
    code: 401,
    en: 'Your session has expired. Please log in again.',
    zh: '登录已过期，请重新登录。',
  },
  'token-revoked': {
    code: 401,
    en: 'Your session has ended. Please log in again.',
    zh: '登录已失效，请重新登录。',
  },
  'session-replaced': {
    code: 401,
    en: 'Your session was ended because you logged in elsewhere.',
    zh: '您已在其他地方登录，此处的会话已结束。',
  },
  'session-ended': {
    code: 401,
    en: 'Your session was ended by an operator. Please log in again.',
    zh: '您的会话已被管理员结束，请重新登录。',
  },
  'password-changed': {
    code: 401,
    en: 'Your password was changed. Please log in with the new password.',
    zh: '您的密码已更改，请使用新密码登录。',
  },
  'role-ended': {
    code: 401,
    en: 'Your role was limited in time and has ended. Please log in again.',
    zh: '您的限时角色已到期，请重新登录。',
  },
  'cross-site': {
    code: 401,
    en: 'Requests from other websites are not allowed.',
    zh: '不允许来自其他网站的请求。',
  },
  'permission-denied': {
    code: 401,
    en: 'Your role does not allow this.',
    zh: '您的角色没有此操作的权限。',
  },

  'invalid-parameters': { code: 400, en: 'Invalid parameters: {problem}', zh: '参数无效：{problem}' },
  'captcha-wrong': {
    code: 400,
    en: 'The captcha is wrong or has expired. Please try a new one.',
    zh: '验证码错误或已过期，请重新获取。',
  },
  'old-password-wrong': { code: 400, en: 'The old password is wrong.', zh: '原密码错误。' },
  'second-factor-required': {
    code: 428,
    en: 'Please enter the code of your authenticator app, or a recovery code.',
    zh: '请输入身份验证器应用显示的动态码，或一个恢复码。',
  },
  'second-factor-wrong': {
    code: 400,
    en: 'The code is wrong or has been used. Wait for the next code and try again.',
    zh: '动态码错误或已被使用，请等待下一个动态码后重试。',
  },
  'second-factor-expired': {
    code: 400,
    en: 'This login has expired or had too many wrong codes. Please log in again.',
    zh: '此次登录已过期或动态码错误次数过多，请重新登录。',
  },
  'credentials-wrong': { code: 400, en: 'Wrong username or password.', zh: '用户名或密码错误。' },

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

  'service-account': {
    code: 409,
    en: 'This is a service account. It logs in with its secrets and keys only.',
    zh: '这是服务账号，只能用其密钥或公钥登录。',
  },
  'service-account-method': {
    code: 409,
    en: 'The login method service is only for service accounts.',
    zh: '登录方式 service 仅用于服务账号。',
  },
  'service-account-owner': {
    code: 409,
    en: 'The owner of a service account must be an enabled person who may grant what the account may do.',
    zh: '服务账号的负责人须为已启用的人员，且有权授予该账号的权限。',
  },
  'service-account-role': {
    code: 409,
    en: 'A service account cannot have the role "{role}": admin and roles that require a second factor are for people.',
    zh: '服务账号不能使用角色“{role}”：admin 和要求双重验证的角色仅供人员使用。',
  },
  'secret-limit': {
    code: 409,
    en: 'A service account has at most {count} secrets. Remove one first.',
    zh: '服务账号最多有 {count} 个密钥，请先删除一个。',
  },

  'key-limit': {
    code: 409,
    en: 'A service account has at most {count} public keys. Remove one first.',
    zh: '服务账号最多有 {count} 个公钥，请先删除一个。',
  },
  'key-taken': {
    code: 409,
    en: 'The service account already has this public key.',
    zh: '该服务账号已有此公钥。',
  },

  'username-taken': {
    code: 409,
    en: 'Username "{name}" is already taken or too similar to an existing username.',
    zh: '用户名“{name}”已被使用，或与现有用户名过于相似。',
  },
  'username-address': {
    code: 409,
    en: '"{name}" cannot be the username of one user and the e-mail address or phone number of another. Choose another one.',
    zh: '“{name}”不能既是一个用户的用户名，又是另一个用户的邮箱或手机号。请换一个。',
  },
  'user-unknown': {
    code: 409,
    en: 'User "{name}" does not exist.',
    zh: '用户“{name}”不存在。',
  },
  'role-key-taken': {
    code: 409,
    en: 'Role key "{key}" is already taken.',
    zh: '角色标识“{key}”已被使用。',
  },
  'role-unknown': {
    code: 409,
    en: 'Role {role} does not exist.',
    zh: '角色 {role} 不存在。',
  },
  'role-held': {
    code: 409,
    en: 'The user has this role without an end. Choose another role to give until a time.',
    zh: '用户已永久拥有该角色，请选择其他角色作为限时角色。',
  },
  'role-not-requestable': {
    code: 409,
    en: 'This role cannot be requested. The setting administration.requests names the roles that can.',
    zh: '不能申请该角色。可申请的角色由设置 administration.requests 指定。',
  },
  'role-requested': {
    code: 409,
    en: 'Your request for this role is waiting for a decision. Withdraw it to ask again.',
    zh: '您对该角色的申请正在等待审批。如需重新申请，请先撤回。',
  },
  'request-limit': {
    code: 409,
    en: 'Request limit reached: {waiting} waiting requests, and {recent} within 24 hours.',
    zh: '申请数量已达上限：最多 {waiting} 个待审批的申请，24 小时内最多 {recent} 个。',
  },
  'request-decided': {
    code: 409,
    en: 'The request is no longer waiting for a decision: it was approved, refused or withdrawn, or has expired.',
    zh: '该申请已不在等待审批：已批准、已拒绝、已撤回或已过期。',
  },
  'request-outdated': {
    code: 409,
    en: 'The role or the user has changed since the request. The user has to ask again.',
    zh: '申请之后，角色或用户已发生变化，用户需要重新申请。',
  },
  'own-request': {
    code: 409,
    en: 'You cannot decide about your own request. Somebody else has to, or withdraw it.',
    zh: '您不能审批自己的申请，须由他人审批，或将其撤回。',
  },
  'service-account-request': {
    code: 409,
    en: 'Service accounts neither request access nor decide about requests.',
    zh: '服务账号不能申请权限，也不能审批申请。',
  },
  'role-in-use': {
    code: 409,
    en: 'Role "{key}" is assigned to users. Assign them another role first.',
    zh: '角色“{key}”仍分配给用户，请先为他们更换角色。',
  },
  'department-unknown': {
    code: 409,
    en: 'Department {dept} does not exist.',
    zh: '部门 {dept} 不存在。',
  },
  'department-cycle': {
    code: 409,
    en: 'Department {dept} is or would be below itself. Choose another department above.',
    zh: '部门 {dept} 是或将成为自身的下级，请选择其他上级部门。',
  },
  'department-in-use': {
    code: 409,
    en: 'Department "{name}" has departments below it, users, or roles with a custom data scope. Move or change them first.',
    zh: '部门“{name}”仍有下级部门、用户，或仍属于某个角色的自定义数据范围，请先移动或更改它们。',
  },
  'department-foreign': {
    code: 409,
    en: 'The row cannot have this department: {problem}.',
    zh: '该行不能使用此部门：{problem}。',
  },
  'own-department': {
    code: 409,
    en: 'You cannot change your own department or data scope. Ask another operator.',
    zh: '您不能更改自己的部门或数据范围，请联系其他管理员。',
  },
  'rule-unknown': {
    code: 409,
    en: 'Rule "{rule}" does not exist.',
    zh: '规则“{rule}”不存在。',
  },
  'changed-meanwhile': {
    code: 409,
    en: 'Someone else has changed this record. Reload it and try again.',
    zh: '此记录已被他人修改，请刷新后重试。',
  },
  'report-outdated': {
    code: 409,
    en: '"{item}" is no longer in this report. Reload the report and try again.',
    zh: '“{item}”已不在此报告中，请刷新报告后重试。',
  },
  'last-admin': {
    code: 409,
    en: '"{name}" is the last enabled admin. Enable or add another admin first.',
    zh: '“{name}”是最后一个启用的管理员，请先启用或添加其他管理员。',
  },
  'confirmation-required': {
    code: 409,
    en: 'A second administrator has to confirm this change (confirmation {confirmationId}). Send the same request again after the confirmation, within {minutes} minutes.',
    zh: '此更改须由第二位管理员确认（确认单 {confirmationId}）。确认后请在 {minutes} 分钟内再次发送相同的请求。',
  },
  'confirmation-impossible': {
    code: 409,
    en: 'A second administrator has to confirm this change, which is not possible: {problem}',
    zh: '此更改须由第二位管理员确认，但无法进行：{problem}',
  },
  'confirmation-decided': {
    code: 409,
    en: 'This confirmation is closed: it was confirmed, refused, used or withdrawn, or it has expired.',
    zh: '该确认单已结束：已有人处理、已使用、已撤回，或已过期。',
  },
  'confirmation-own': {
    code: 409,
    en: 'You have asked for this change, or it concerns you. Another administrator has to decide.',
    zh: '此更改由您发起或与您有关，须由其他管理员处理。',
  },
  'too-few-confirmers': {
    code: 409,
    en: 'Fewer than two enabled administrators without an end of their role would be left, who confirm changes. Add another admin first.',
    zh: '操作后可确认更改的启用管理员（角色无期限）将少于两名，请先添加其他管理员。',
  },
  'suspension-impossible': {
    code: 409,
    en: 'The user cannot be suspended: {problem}',
    zh: '无法暂停该用户：{problem}',
  },
  'user-suspended': {
    code: 409,
    en: '"{name}" is suspended. Another admin has to restore the user or keep the user disabled first.',
    zh: '“{name}”已被暂停，须先由其他管理员恢复该用户，或保持其停用。',
  },
  'not-suspended': {
    code: 409,
    en: '"{name}" is not suspended, or somebody has already decided.',
    zh: '“{name}”未被暂停，或已有人处理。',
  },
  'own-suspension': {
    code: 409,
    en: 'You and "{name}" were suspended together. Another admin has to decide.',
    zh: '您与“{name}”曾被一同暂停，须由其他管理员处理。',
  },
  'admin-role-fixed': {
    code: 409,
    en: 'The role "admin" cannot be copied, disabled or deleted, and its key cannot be changed.',
    zh: '角色“admin”不能复制、停用或删除，其标识也不能更改。',
  },
  'admin-only': {
    code: 409,
    en: 'Only an admin can change an admin or the role "admin".',
    zh: '只有管理员才能更改管理员或角色“admin”。',
  },
  'own-password': {
    code: 409,
    en: 'Use PUT /api/v1/user/pwd/set to change your own password. It requires the old password.',
    zh: '请使用 PUT /api/v1/user/pwd/set 修改自己的密码，该接口需要原密码。',
  },
  'own-role': {
    code: 409,
    en: 'You cannot change your own role.',
    zh: '您不能更改自己的角色。',
  },
  'own-role-ends': {
    code: 409,
    en: 'Your role ends at {until}, so you can grant only what ends by then. Everything else must be possible with the role that returns too.',
    zh: '您的角色将于 {until} 到期，只能用它授予在此之前到期的权限。其他操作须由您不限时的角色授权。',
  },
  'own-account': {
    code: 409,
    en: 'You cannot change your own account together with others.',
    zh: '批量更改时不能包含您自己的账号。',
  },
  'beyond-own-role': {
    code: 409,
    en: 'You cannot grant more than your own role allows: {excess}.',
    zh: '您不能授予超出自己角色的权限：{excess}。',
  },
  'all-data-required': {
    code: 409,
    en: 'Only operators whose data scope is all data can do this.',
    zh: '只有数据范围为全部数据的操作员才能执行此操作。',
  },
  'session-limit': {
    code: 409,
    en: 'Session limit reached ({count}). Log out elsewhere first.',
    zh: '会话数已达上限（{count}），请先在其他地方退出登录。',
  },
  'own-link': {
    code: 409,
    en: 'You cannot link your own account. Ask another operator.',
    zh: '不能关联您自己的账号，请联系其他管理员。',
  },
  'link-taken': {
    code: 409,
    en: 'This account of the provider is already linked to a user.',
    zh: '该外部账号已关联到某个用户。',
  },
  'passkey-invalid': {
    code: 400,
    en: 'The passkey could not be verified, or took too long. Please try again.',
    zh: '无法验证通行密钥，或操作超时，请重试。',
  },
  'passkey-taken': {
    code: 409,
    en: 'This passkey is already registered.',
    zh: '此通行密钥已注册。',
  },
  'passkey-limit': {
    code: 409,
    en: 'Passkey limit reached ({count}). Remove one first.',
    zh: '通行密钥数量已达上限（{count}），请先删除一个。',
  },
  'own-passkey': {
    code: 409,
    en: 'Use DELETE /api/v1/user/passkey/:id to remove your own passkeys. It requires a recent login.',
    zh: '请使用 DELETE /api/v1/user/passkey/:id 删除自己的通行密钥，该接口需要最近登录过。',
  },
  'password-links-disabled': {
    code: 409,
    en: 'Links to set a password are not enabled. Set login.passwordLink.enabled, application.publicUrl and a sender in login.code.',
    zh: '未启用设置密码的链接。请设置 login.passwordLink.enabled、application.publicUrl 以及 login.code 中的发送方式。',
  },
  'not-invitable': {
    code: 409,
    en: '“{name}” cannot be invited: {problem}',
    zh: '无法邀请“{name}”：{problem}',
  },
  'message-not-sent': {
    code: 503,
    en: 'The user is saved, but the message could not be sent. Check the sender in login.code, then invite the user again.',
    zh: '用户已保存，但消息发送失败。请检查 login.code 中的发送方式，然后重新邀请。',
  },
  'link-invalid': {
    code: 400,
    en: 'This link is not valid: it has expired or was used, a newer one was sent, or the account has changed. Request a new link.',
    zh: '链接无效：已过期、已使用、已有更新的链接，或账号已变更。请重新获取链接。',
  },
  'recent-login-required': {
    code: 409,
    en: 'This needs a recent login. Please log in again.',
    zh: '此操作需要最近登录过，请重新登录。',
  },
  'provider-unavailable': {
    code: 503,
    en: '{provider} is not available for logins. Please try again later, or log in another way.',
    zh: '{provider} 暂时无法用于登录，请稍后重试，或使用其他登录方式。',
  },
  'password-change-due': {
    code: 409,
    en: 'Please set a new password first.',
    zh: '请先设置新密码。',
  },
  'second-factor-due': {
    code: 409,
    en: 'Your role requires a second factor. Please set it up first.',
    zh: '您的角色要求双重验证，请先设置。',
  },
  'second-factor-enabled': {
    code: 409,
    en: 'A second factor is already set up. Remove it first.',
    zh: '已设置双重验证，请先将其移除。',
  },
  'second-factor-missing': {
    code: 409,
    en: 'No second factor is set up.',
    zh: '尚未设置双重验证。',
  },
  'second-factor-not-started': {
    code: 409,
    en: 'The setup of the second factor has expired or was not started. Please start again.',
    zh: '双重验证的设置已过期或尚未开始，请重新开始。',
  },
  'own-second-factor': {
    code: 409,
    en: 'Use DELETE /api/v1/user/second-factor to remove your own second factor. It requires a code.',
    zh: '请使用 DELETE /api/v1/user/second-factor 移除自己的双重验证，该接口需要动态码。',
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
  'original-request-unclear': {
    code: 400,
    protocol: true,
    en: 'The proxy must send the method and the URI of the original request, each exactly once.',
    zh: '代理必须发送原始请求的方法和 URI，且各只能出现一次。',
  },
  'proxy-not-trusted': {
    code: 403,
    protocol: true,
    en: 'This endpoint is only for the proxies in application.trustProxy.',
    zh: '此接口仅供 application.trustProxy 中的代理使用。',
  },
  'route-unknown': {
    code: 404,
    protocol: true,
    en: 'This endpoint does not exist.',
    zh: '接口不存在。',
  },
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
  fault: {
    code: 500,
    protocol: true,
    en: 'An internal error occurred. Please try again later.',
    zh: '服务器内部错误，请稍后重试。',
  },
  'upstream-unavailable': {
    code: 502,
    protocol: true,
    en: 'The service behind this endpoint is not available. Please try again later.',
    zh: '此接口的后端服务不可用，请稍后重试。',
  },
  unavailable: {
    code: 503,
    protocol: true,
    en: 'The service is temporarily unavailable. Please try again later.',
    zh: '服务暂时不可用，请稍后重试。',
  },
  'upstream-timeout': {
    code: 504,
    protocol: true,
    en: 'The service behind this endpoint does not respond in time. Please try again later.',
    zh: '此接口的后端服务响应超时，请稍后重试。',
  },
} as const satisfies Record<string, ReasonResponse>

export type RefusalReason = keyof typeof REFUSAL_REASONS
