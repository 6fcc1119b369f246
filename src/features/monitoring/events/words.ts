import type { Words } from '../../../core/service/words.ts'

export const EVENT_WORDS = {
  events: {
    'login.failures': {
      severity: 'warning',
      text: {
        en: '{failures} logins as “{username}” failed within {minutes} minutes, the last one from {address}.',
        zh: '{minutes} 分钟内以“{username}”登录失败 {failures} 次，最后一次来自 {address}。',
      },
    },
    'login.account-blocked': {
      severity: 'warning',
      text: {
        en: 'Logins as “{username}” from {network} have to wait after {failures} failures.',
        zh: '“{username}”从 {network} 登录失败 {failures} 次，须等待后再试。',
      },
    },
    'login.network-blocked': {
      severity: 'warning',
      text: {
        en: 'Logins from {network} have to wait after {failures} failures.',
        zh: '从 {network} 登录失败 {failures} 次，该网络须等待后再试。',
      },
    },
    'login.second-factor-failures': {
      severity: 'warning',
      text: {
        en: 'The first factor of a login as “{username}” was right, but {failures} codes of the second factor were wrong, the last one from {address}.',
        zh: '以“{username}”登录的第一步正确，但双重验证的动态码错误 {failures} 次，最后一次来自 {address}。',
      },
    },
    'login.new-network': {
      severity: 'info',
      text: {
        en: '“{username}” has logged in from {network}, where this user had not logged in before.',
        zh: '“{username}”首次从 {network} 登录。',
      },
    },
    'login.suppressed': {
      severity: 'warning',
      text: {
        en: '{limit} login events within an hour. Further ones are not recorded until {until}.',
        zh: '一小时内已有 {limit} 个登录事件，{until} 之前不再记录。',
      },
    },
    'key.added': {
      severity: 'warning',
      text: {
        en: 'Key “{kid}” ({algorithm}) was added: its tokens are accepted.',
        zh: '添加了密钥“{kid}”（{algorithm}），其令牌将被接受。',
      },
    },
    'key.signing': {
      severity: 'warning',
      text: {
        en: 'Key “{kid}” ({algorithm}) signs new tokens now.',
        zh: '现在由密钥“{kid}”（{algorithm}）签发新令牌。',
      },
    },
    'key.removed': {
      severity: 'warning',
      text: {
        en: 'Key “{kid}” was removed: its tokens are refused.',
        zh: '密钥“{kid}”已移除，其令牌将被拒绝。',
      },
    },
    test: {
      isStored: false,
      severity: 'info',
      text: {
        en: 'A test event. It is sent on request and is not stored.',
        zh: '测试事件，按要求发送，不会被存储。',
      },
    },
  },
  eventFields: ['minutes', 'network', 'limit', 'kid', 'algorithm'],
  tags: {
    events: 'What operators should know, such as repeated login failures and new admin rights.',
  },
  paths: { events: ['event'] },
} as const satisfies Words
