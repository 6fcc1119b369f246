import type { Words } from '../../../core/service/words.ts'

export const EXTERNAL_ACCOUNT_WORDS = {
  refusals: {
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
  },
  auditActions: {
    'user.link': { changesCredentials: true },
    'user.unlink': { changesCredentials: true },
    'user.credentials-remove': {},
  },
  events: {
    'administration.mapped': {
      severity: 'critical',
      text: {
        en: 'A mapping of groups or claims gives “{username}” administration rights: role “{roleKey}” ({change}).',
        zh: '组或声明的映射赋予“{username}”管理权限：角色“{roleKey}”（{change}）。',
      },
    },
  },
  things: { link: '关联' },
} as const satisfies Words
