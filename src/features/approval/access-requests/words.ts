import type { Words } from '../../../core/service/words.ts'

export const ACCESS_REQUEST_WORDS = {
  refusals: {
    'role-not-requestable': {
      code: 409,
      en: 'This role cannot be requested. The setting administration.requests names the roles that can.',
      zh: '不能申请该角色。可申请的角色由设置 administration.requests 指定。',
    },
    'role-requested': {
      code: 409,
      en: 'Your request for this role is waiting for a decision. Withdraw it to ask again.',
      zh: '您对该角色的申请正在等待审批。如需重新申请，请先撤回。',
    },
    'request-limit': {
      code: 409,
      en: 'Request limit reached: {waiting} waiting requests, and {recent} within 24 hours.',
      zh: '申请数量已达上限：最多 {waiting} 个待审批的申请，24 小时内最多 {recent} 个。',
    },
    'request-decided': {
      code: 409,
      en: 'The request is no longer waiting for a decision: it was approved, refused or withdrawn, or has expired.',
      zh: '该申请已不在等待审批：已批准、已拒绝、已撤回或已过期。',
    },
    'request-outdated': {
      code: 409,
      en: 'The role or the user has changed since the request. The user has to ask again.',
      zh: '申请之后，角色或用户已发生变化，用户需要重新申请。',
    },
    'own-request': {
      code: 409,
      en: 'You cannot decide about your own request. Somebody else has to, or withdraw it.',
      zh: '您不能审批自己的申请，须由他人审批，或将其撤回。',
    },
    'service-account-request': {
      code: 409,
      en: 'Service accounts neither request access nor decide about requests.',
      zh: '服务账号不能申请权限，也不能审批申请。',
    },
  },
  auditActions: {
    'user.request-role': {},
    'user.request-withdraw': {},
    'user.request-approve': {},
    'user.request-refuse': { givesNothing: true },
  },
  events: {
    'access.requested': {
      severity: 'info',
      text: {
        en: '“{username}” requests the role “{roleKey}” for {hours} hours: {reason}',
        zh: '“{username}”申请角色“{roleKey}”，{hours} 小时：{reason}',
      },
    },
    'access.decided': {
      severity: 'info',
      text: {
        en: '“{operator}” has decided about the request of “{username}” for the role “{roleKey}” for {hours} hours: {decision}.',
        zh: '“{operator}”已审批“{username}”对角色“{roleKey}”的申请（{hours} 小时）：{decision}。',
      },
    },
  },
  eventFields: ['accessRequestId', 'hours', 'reason', 'decision'],
  things: { 'access request': '权限申请' },
  tags: {
    'access requests': 'Roles for some hours that users have requested.',
  },
  paths: { 'access requests': ['access-request'] },
} as const satisfies Words
