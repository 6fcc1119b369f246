import type { Words } from '../../../core/service/words.ts'

export const REPORT_WORDS = {
  refusals: {
    'report-outdated': {
      code: 409,
      en: '"{item}" is no longer in this report. Reload the report and try again.',
      zh: '“{item}”已不在此报告中，请刷新报告后重试。',
    },
  },
  auditActions: {
    'user.disable': { disablesUsers: true },
    'role.merge': {},
  },
  tags: {
    reports: 'What can be cleaned up: rules, roles and users.',
  },
  paths: { reports: ['report'] },
} as const satisfies Words
