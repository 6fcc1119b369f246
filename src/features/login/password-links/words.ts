import type { Words } from '../../../core/service/words.ts'

export const PASSWORD_LINK_WORDS = {
  refusals: {
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
  },
  changeRefusals: { ofNewUsers: ['not-invitable', 'message-not-sent', 'rate-limited'] },
  auditActions: {
    'user.invite': { changesCredentials: true },
    'user.password-request': {},
  },
  paths: { login: ['forgotten-password', 'password-link'] },
} as const satisfies Words
