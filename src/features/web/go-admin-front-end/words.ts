import type { Words } from '../../../core/service/words.ts'

export const GO_ADMIN_FRONT_END_WORDS = {
  refusals: {
    'not-served': {
      code: 409,
      en: 'This service does not have {thing}.',
      zh: '本服务没有{thing}。',
    },
  },
  advice: {
    'not-served': {
      meaning: {
        en: "A page of go-admin's front end has called what this service does not have.",
        zh: 'go-admin 前端的页面调用了本服务没有的功能。',
      },
      fix: {
        en: 'Remove the page from the setting menus.',
        zh: '请从 menus 设置中移除该页面。',
      },
    },
  },
  paths: {
    users: ['user/status', 'user/pwd/reset'],
    roles: ['role-status', 'roledatascope', 'roleMenuTreeselect', 'roleDeptTreeselect'],
    service: [
      ...['menu', 'sys-api', 'dict', 'dict-data', 'configKey', 'config', 'set-config', 'post'],
      ...['sys-opera-log', 'operlog', 'sysjob', 'sys', 'db', 'gen', 'server-monitor'],
    ],
  },
} as const satisfies Words
