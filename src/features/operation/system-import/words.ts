import type { Words } from '../../../core/service/words.ts'

export const SYSTEM_IMPORT_WORDS = {
  events: {
    'system.imported': {
      severity: 'critical',
      text: {
        en: '“{operator}” has imported {users} users, {roles} roles, {departments} departments and {rules} rules from {system}.',
        zh: '“{operator}”从 {system} 导入了 {users} 个用户、{roles} 个角色、{departments} 个部门和 {rules} 条规则。',
      },
    },
  },
  eventFields: ['system', 'users', 'roles', 'departments', 'rules'],
} as const satisfies Words
