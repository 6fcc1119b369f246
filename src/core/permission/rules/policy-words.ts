import type { Words } from '../../../core/service/words.ts'

export const POLICY_WORDS = {
  refusals: {
    'rule-unknown': {
      code: 409,
      en: 'Rule "{rule}" does not exist.',
      zh: '规则“{rule}”不存在。',
    },
  },
  auditActions: {
    'policy.add': {},
    'policy.remove': {},
    'policy.change': {},
  },
  events: {
    'role.full-access': {
      severity: 'critical',
      text: {
        en: 'The role “{roleKey}” may call every endpoint under /api/v1 now (rule {method} {path}), by “{operator}”.',
        zh: '角色“{roleKey}”现在可以调用 /api/v1 下的所有接口（规则 {method} {path}），操作者：“{operator}”。',
      },
    },
  },
  tags: {
    policy: 'The rules that allow a role to call a path with a method.',
  },
  paths: { 'own account': ['permission'], policy: ['policy', 'exclusion'] },
} as const satisfies Words
