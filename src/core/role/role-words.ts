import type { Words } from '../../core/service/words.ts'

export const ROLE_WORDS = {
  refusals: {
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
    'role-in-use': {
      code: 409,
      en: 'Role "{key}" is assigned to users. Assign them another role first.',
      zh: '角色“{key}”仍分配给用户，请先为他们更换角色。',
    },
    'admin-role-fixed': {
      code: 409,
      en: 'The role "admin" cannot be copied, disabled or deleted, and its key cannot be changed.',
      zh: '角色“admin”不能复制、停用或删除，其标识也不能更改。',
    },
  },
  auditActions: {
    'role.create': { creates: 'roleId' },
    'role.copy': { creates: 'roleId' },
    'role.update': {},
    'role.delete': {},
    'role.end-sessions': {},
  },
  things: { role: '角色' },
  tags: {
    roles: 'Roles. A user has one role.',
  },
  paths: { roles: ['role'] },
} as const satisfies Words
