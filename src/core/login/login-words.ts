import type { Words } from '../../core/service/words.ts'

export const LOGIN_WORDS = {
  refusals: {
    'captcha-wrong': {
      code: 400,
      en: 'The captcha is wrong or has expired. Please try a new one.',
      zh: '验证码错误或已过期，请重新获取。',
    },
    'credentials-wrong': { code: 400, en: 'Wrong username or password.', zh: '用户名或密码错误。' },
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
    'provider-unavailable': {
      code: 503,
      en: '{provider} is not available for logins. Please try again later, or log in another way.',
      zh: '{provider} 暂时无法用于登录，请稍后重试，或使用其他登录方式。',
    },
    'recent-login-required': {
      code: 409,
      en: 'This needs a recent login. Please log in again.',
      zh: '此操作需要最近登录过，请重新登录。',
    },
    'session-limit': {
      code: 409,
      en: 'Session limit reached ({count}). Log out elsewhere first.',
      zh: '会话数已达上限（{count}），请先在其他地方退出登录。',
    },
  },
  auditActions: {
    'throttle.release': {},
  },
  things: { throttle: '登录限制' },
  tags: {
    login: 'Log in and out. A captcha is required unless the mode is `dev`.',
    throttles: 'Logins that have to wait after too many failures.',
  },
  paths: { login: ['login', 'logout', 'getCaptcha', 'captcha'], throttles: ['throttle'] },
} as const satisfies Words
