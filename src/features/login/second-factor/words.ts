import type { Words } from '../../../core/service/words.ts'

export const SECOND_FACTOR_WORDS = {
  refusals: {
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
  },
  auditActions: {
    'user.second-factor-enable': {},
    'user.second-factor-remove': {},
    'user.second-factor-reset': { changesCredentials: true, removesSecondFactor: true },
    'user.second-factor-key': {},
    'user.recovery-codes': {},
  },
  events: {
    'admin.second-factor-reset': {
      severity: 'critical',
      text: {
        en: '“{operator}” has removed the second factor of the admin “{username}”.',
        zh: '“{operator}”移除了管理员“{username}”的双重验证。',
      },
    },
    'password.change-required': {
      severity: 'critical',
      text: {
        en: 'Somebody who knows the password of “{username}” has sent {failures} wrong codes of the second factor, the last one from {address}. The user has to set a new password at the next login.',
        zh: '知道“{username}”密码的人发送了 {failures} 次错误的双重验证动态码，最后一次来自 {address}。该用户下次登录时须设置新密码。',
      },
    },
  },
} as const satisfies Words
