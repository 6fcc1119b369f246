import type { Words } from '../../../core/service/words.ts'

export const SERVICE_ACCOUNT_WORDS = {
  refusals: {
    'service-account-owner': {
      code: 409,
      en: 'The owner of a service account must be an enabled person who may grant what the account may do.',
      zh: '服务账号的负责人须为已启用的人员，且有权授予该账号的权限。',
    },
    'service-account-role': {
      code: 409,
      en: 'A service account cannot have the role "{role}": admin and roles that require a second factor are for people.',
      zh: '服务账号不能使用角色“{role}”：admin 和要求双重验证的角色仅供人员使用。',
    },
    'secret-limit': {
      code: 409,
      en: 'A service account has at most {count} secrets. Remove one first.',
      zh: '服务账号最多有 {count} 个密钥，请先删除一个。',
    },
    'key-limit': {
      code: 409,
      en: 'A service account has at most {count} public keys. Remove one first.',
      zh: '服务账号最多有 {count} 个公钥，请先删除一个。',
    },
    'key-taken': {
      code: 409,
      en: 'The service account already has this public key.',
      zh: '该服务账号已有此公钥。',
    },
  },
  changeRefusals: { ofUsers: ['service-account-owner', 'service-account-role'] },
  auditActions: {
    'user.service-create': { creates: 'userId', grants: true },
    'user.service-update': { grants: true },
    'user.service-accept': {},
    'user.service-disable': {},
    'user.secret-add': { adds: 'secretId' },
    'user.secret-remove': {},
    'user.key-add': { adds: 'keyId' },
    'user.key-remove': {},
  },
  things: { 'service account': '服务账号', secret: '密钥', key: '标识' },
  tags: {
    'service accounts': 'Users for programs, which log in with secrets.',
  },
  paths: { 'service accounts': ['service-account'] },
} as const satisfies Words
