import type { Advice } from '../../../core/service/words.ts'
import type { RefusalReason } from '../../../platform/refusal/refusal.ts'

export type AdviceByReason = Readonly<Partial<Record<RefusalReason, Advice>>>

/** For refusals because of who sent the request: logins, sessions and permissions. */
export const ADVICE_ON_CALLERS: AdviceByReason = {
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
}
