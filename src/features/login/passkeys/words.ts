import type { Words } from '../../../core/service/words.ts'

export const PASSKEY_WORDS = {
  refusals: {
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
  },
  auditActions: {
    'user.passkey-add': { changesCredentials: true },
    'user.passkey-rename': {},
    'user.passkey-remove': { changesCredentials: true },
  },
  events: {
    'passkey.copied': {
      severity: 'critical',
      text: {
        en: 'Passkey “{passkey}” of “{username}” may have been copied: a login from {address} with an old signature counter was refused.',
        zh: '“{username}”的通行密钥“{passkey}”可能已被复制：来自 {address} 的一次登录因签名计数器过旧而被拒绝。',
      },
    },
  },
  eventFields: ['passkey', 'passkeyId'],
  things: { passkey: '通行密钥' },
} as const satisfies Words
