import type { Words } from '../../core/service/words.ts'

export const CHECK_WORDS = {
  refusals: {
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
    'all-data-required': {
      code: 409,
      en: 'Only operators whose data scope is all data can do this.',
      zh: '只有数据范围为全部数据的操作员才能执行此操作。',
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
  },
  tags: {
    service: 'State, routes and description of the service.',
  },
  paths: { service: ['health', 'app-config', 'jwks.json', 'route'] },
} as const satisfies Words
