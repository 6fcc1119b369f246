import type { Words } from '../../core/service/words.ts'

export const OPERATION_WORDS = {
  refusals: {
    'changed-meanwhile': {
      code: 409,
      en: 'Someone else has changed this record. Reload it and try again.',
      zh: '此记录已被他人修改，请刷新后重试。',
    },
    'admin-only': {
      code: 409,
      en: 'Only an admin can change an admin or the role "admin".',
      zh: '只有管理员才能更改管理员或角色“admin”。',
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
    'beyond-own-role': {
      code: 409,
      en: 'You cannot grant more than your own role allows: {excess}.',
      zh: '您不能授予超出自己角色的权限：{excess}。',
    },
  },
  eventFields: [
    'username',
    'userId',
    'address',
    'failures',
    'until',
    'change',
    'operator',
    'operatorId',
    'operatorAddress',
    'source',
    'requestId',
    'roleKey',
    'formerRoleKey',
    'method',
    'path',
    'further',
  ],
} as const satisfies Words
