import type { Language, LocalizedText, NeededCall, RefusalReason } from '../../../platform/refusal/refusal.ts'

/** What a refusal means and what an operator can do about it. */
interface Advice {
  readonly meaning: LocalizedText
  readonly fix: LocalizedText
}

const FIX_CLIENT: LocalizedText = {
  en: 'Correct the program that sent the request.',
  zh: '请修正发送该请求的程序。',
}

const advice: Readonly<Partial<Record<RefusalReason, Advice>>> = {
  'token-missing': {
    meaning: {
      en: 'The request had no token in the header Authorization, the cookie or the query.',
      zh: '请求在 Authorization 请求头、Cookie 和查询参数中都没有令牌。',
    },
    fix: {
      en: 'The user has to log in. If they are logged in, check that the client sends the token and that no proxy removes the header Authorization.',
      zh: '用户需要登录。若已登录，请检查客户端是否发送了令牌，以及代理是否删除了 Authorization 请求头。',
    },
  },
  'token-malformed': {
    meaning: {
      en: 'The token is not one that this service accepts: it was shortened, changed, signed with another key or issued in another mode.',
      zh: '该令牌不被本服务接受：可能被截断、篡改、由其他密钥签名，或在其他模式下签发。',
    },
    fix: {
      en: 'The user has to log in again. If it happens to everyone, compare jwt.secret, jwt.issuer and the keys of all nodes (castellan cluster).',
      zh: '用户需要重新登录。若所有人都遇到此问题，请比较各节点的 jwt.secret、jwt.issuer 和密钥（castellan cluster）。',
    },
  },
  'token-expired': {
    meaning: { en: 'The lifetime of the token was over.', zh: '令牌的有效期已过。' },
    fix: {
      en: 'The user has to log in again. If it happens right after the login, check the clocks of the servers.',
      zh: '用户需要重新登录。若登录后立即出现，请检查各服务器的时钟。',
    },
  },
  'token-revoked': {
    meaning: {
      en: 'The session had ended: the user has logged out, or the user or the role was changed, disabled or deleted.',
      zh: '会话已结束：用户已退出登录，或该用户或角色被更改、停用或删除。',
    },
    fix: {
      en: 'The user has to log in again. The audit log shows changes by operators.',
      zh: '用户需要重新登录。审计日志中可以查看管理员所做的更改。',
    },
  },
  'session-replaced': {
    meaning: {
      en: 'The user has logged in elsewhere, and the number of sessions is limited (session.maxPerUser).',
      zh: '用户已在其他地方登录，而会话数有上限（session.maxPerUser）。',
    },
    fix: {
      en: 'The user has to log in again. An operator can raise session.maxPerUser.',
      zh: '用户需要重新登录；管理员也可以调高 session.maxPerUser。',
    },
  },
  'session-ended': {
    meaning: { en: 'An operator has ended the session.', zh: '管理员已结束该会话。' },
    fix: {
      en: 'The user has to log in again. The audit log shows who has ended the session.',
      zh: '用户需要重新登录。审计日志中可以查看是谁结束了会话。',
    },
  },
  'role-ended': {
    meaning: {
      en: 'The user had the role until a time, which has passed.',
      zh: '用户的角色有期限，现已到期。',
    },
    fix: {
      en: 'The user has to log in again and has the former role then. An operator can give the role again.',
      zh: '用户需要重新登录，之后恢复原来的角色。管理员可以再次授予该角色。',
    },
  },
  'password-changed': {
    meaning: {
      en: 'The password of the user was changed, which ends all sessions.',
      zh: '用户的密码已更改，所有会话随之结束。',
    },
    fix: {
      en: 'The user has to log in with the new password.',
      zh: '用户需要使用新密码登录。',
    },
  },
  'cross-site': {
    meaning: {
      en: 'A page of another website sent the request with the cookie of the user.',
      zh: '其他网站的页面使用用户的 Cookie 发送了该请求。',
    },
    fix: {
      en: 'If the website is yours, add its origin to cors.origins. Otherwise nothing: the refusal has protected the user.',
      zh: '若该网站属于您，请将其来源加入 cors.origins；否则无需处理：此次拒绝保护了用户。',
    },
  },
  'permission-denied': {
    meaning: {
      en: 'No policy rule allowed this role, method and path.',
      zh: '没有策略规则允许该角色、方法和路径。',
    },
    fix: {
      en: 'If the role should be allowed to do this, add the missing rule.',
      zh: '若该角色应有此权限，请添加缺少的规则。',
    },
  },
  'beyond-own-role': {
    meaning: {
      en: 'The policy allows the call, but its handler refused it: operators cannot grant more than their own role allows. The response said what exceeds the role.',
      zh: '策略允许该调用，但其处理程序拒绝了它：操作者不能授予超出自己角色的权限。响应中说明了超出的部分。',
    },
    fix: {
      en: 'An operator whose role allows it makes the change, or add the missing rules to the role of the operator.',
      zh: '请由角色具有相应权限的操作者进行更改，或为该操作者的角色添加缺少的规则。',
    },
  },
  'all-data-required': {
    meaning: {
      en: 'The policy allows the call, but it concerns all users, and the data scope of the operator includes only some.',
      zh: '策略允许该调用，但它涉及所有用户，而操作者的数据范围只包含一部分用户。',
    },
    fix: {
      en: 'An operator with the data scope all data makes the call, or give the role of the operator this data scope.',
      zh: '请由数据范围为全部数据的操作者进行调用，或为该操作者的角色设置此数据范围。',
    },
  },
  'admin-only': {
    meaning: {
      en: 'The policy allows the call, but its handler refused it: only an admin can change an admin or the role admin.',
      zh: '策略允许该调用，但其处理程序拒绝了它：只有管理员才能更改管理员或角色 admin。',
    },
    fix: { en: 'An admin makes the change.', zh: '请由管理员进行更改。' },
  },
  'password-change-due': {
    meaning: {
      en: 'The user has to set a new password before anything else.',
      zh: '用户必须先设置新密码，才能进行其他操作。',
    },
    fix: {
      en: 'The user sets a new password, in the console or with PUT /api/v1/user/pwd/set.',
      zh: '请用户设置新密码：在控制台中，或通过 PUT /api/v1/user/pwd/set。',
    },
  },
  'second-factor-due': {
    meaning: {
      en: 'The role of the user requires a second factor, and the user has none.',
      zh: '用户的角色要求双重验证，而用户尚未设置。',
    },
    fix: {
      en: 'The user sets up a second factor, in the console or with POST /api/v1/user/second-factor.',
      zh: '请用户设置双重验证：在控制台中，或通过 POST /api/v1/user/second-factor。',
    },
  },
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
  'captcha-wrong': {
    meaning: {
      en: 'The captcha was wrong, was used before or has expired.',
      zh: '验证码错误、已被使用或已过期。',
    },
    fix: {
      en: 'The user tries again with a new captcha. If it happens to everyone, check that all nodes use the same Redis (redis.url).',
      zh: '请用户使用新的验证码重试。若所有人都遇到此问题，请检查所有节点是否使用同一个 Redis（redis.url）。',
    },
  },
  'credentials-wrong': {
    meaning: {
      en: 'The username or the password was wrong, or the user or the role is disabled. The login log has the details.',
      zh: '用户名或密码错误，或该用户或角色已停用。详情见登录日志。',
    },
    fix: {
      en: 'Look the attempt up in the login log. Set a new password with castellan user passwd NAME, or enable the user with castellan user enable NAME.',
      zh: '请在登录日志中查看此次尝试。可使用 castellan user passwd NAME 设置新密码，或使用 castellan user enable NAME 启用用户。',
    },
  },
  'old-password-wrong': {
    meaning: { en: 'The old password was wrong.', zh: '原密码错误。' },
    fix: {
      en: 'If the user has forgotten it, set a new one with castellan user passwd NAME --must-change.',
      zh: '若用户忘记了密码，可使用 castellan user passwd NAME --must-change 设置新密码。',
    },
  },
  'rate-limited': {
    meaning: {
      en: 'Too many requests, or too many failed logins, came from this address or for this user.',
      zh: '来自该地址或针对该用户的请求或失败登录过多。',
    },
    fix: {
      en: 'Wait. A blocked login can be released in the console or with DELETE /api/v1/throttle/ID. If all users have the same address, set application.trustProxy; if the traffic is legitimate, raise rateLimit.perAddress.',
      zh: '请等待。可在控制台或通过 DELETE /api/v1/throttle/ID 解除登录限制。若所有用户的地址相同，请设置 application.trustProxy；若流量正常，请调高 rateLimit.perAddress。',
    },
  },
  'session-limit': {
    meaning: {
      en: 'The user has as many sessions as session.maxPerUser allows.',
      zh: '用户的会话数已达到 session.maxPerUser 的上限。',
    },
    fix: {
      en: 'The user logs out elsewhere, or an operator ends sessions with castellan session end --user NAME.',
      zh: '请用户在其他地方退出登录，或由管理员使用 castellan session end --user NAME 结束会话。',
    },
  },
  'provider-unavailable': {
    meaning: {
      en: 'The identity provider of a login with OpenID Connect, or the directory of a login with LDAP, cannot be reached, does not respond in time, or responds with an error.',
      zh: 'OpenID Connect 登录所用的身份提供方或 LDAP 登录所用的目录无法访问、响应超时或返回错误。',
    },
    fix: {
      en: 'The log of the service names the cause. Check that the service can reach the issuer in login.oidc.providers; for LDAP, run castellan ldap test NAME.',
      zh: '服务日志中有具体原因。请检查服务能否访问 login.oidc.providers 中的 issuer；LDAP 请运行 castellan ldap test NAME。',
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
    fix: FIX_CLIENT,
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
}

/** For a call that was denied and is allowed now. */
const TRY_AGAIN: LocalizedText = {
  en: 'The policy or the role of the user has been changed since then, and the call is allowed now. The user can try again.',
  zh: '此后策略或该用户的角色已更改，现在允许该调用。用户可以重试。',
}

/** For refusals of a change, whose response says what is wrong. */
const OTHER: Advice = {
  meaning: {
    en: 'The change conflicts with the stored data or with the limits of the operator. The response said why.',
    zh: '该更改与已存储的数据或操作者的权限冲突，响应中说明了原因。',
  },
  fix: {
    en: 'Follow the message in the response. docs/reference/refusal-reasons.md lists all reasons.',
    zh: '请按响应中的提示操作。docs/reference/refusal-reasons.md 列出了所有原因。',
  },
}

interface ExplainedReason {
  readonly reason: string
  /** The call whose permission the handler required too. */
  readonly needed: NeededCall | undefined
  /** Whether the policy allows the refused call now. */
  readonly isAllowedNow: boolean
}

/** Returns what a refusal means and what to do about it. */
export function adviceFor(
  explained: ExplainedReason,
  language: Language,
): { readonly meaning: string; readonly fix: string } {
  const { meaning, fix } = findAdvice(explained)
  return { meaning: meaning[language], fix: explained.isAllowedNow ? TRY_AGAIN[language] : fix[language] }
}

function findAdvice({ reason, needed }: ExplainedReason): Advice {
  if (needed) return refusedByHandler(needed)
  const known: Readonly<Record<string, Advice | undefined>> = advice
  return (Object.hasOwn(known, reason) ? known[reason] : undefined) ?? OTHER
}

function refusedByHandler({ method, path }: NeededCall): Advice {
  return {
    meaning: {
      en: `The policy allows the call, but its handler refused it: what was asked for also needs the permission for ${method} ${path}.`,
      zh: `策略允许该调用，但其处理程序拒绝了它：所请求的内容还需要 ${method} ${path} 的权限。`,
    },
    fix: {
      en: `If the role should be allowed to do this, add a rule for ${method} ${path}.`,
      zh: `若该角色应有此权限，请添加 ${method} ${path} 的规则。`,
    },
  }
}
