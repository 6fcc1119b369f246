import type { Words } from '../../core/service/words.ts'

export const USER_WORDS = {
  refusals: {
    'username-taken': {
      code: 409,
      en: 'Username "{name}" is already taken or too similar to an existing username.',
      zh: '用户名“{name}”已被使用，或与现有用户名过于相似。',
    },
    'username-address': {
      code: 409,
      en: '"{name}" cannot be the username of one user and the e-mail address or phone number of another. Choose another one.',
      zh: '“{name}”不能既是一个用户的用户名，又是另一个用户的邮箱或手机号。请换一个。',
    },
    'user-unknown': {
      code: 409,
      en: 'User "{name}" does not exist.',
      zh: '用户“{name}”不存在。',
    },
    'last-admin': {
      code: 409,
      en: '"{name}" is the last enabled admin. Enable or add another admin first.',
      zh: '“{name}”是最后一个启用的管理员，请先启用或添加其他管理员。',
    },
    'own-password': {
      code: 409,
      en: 'Use PUT /api/v1/user/pwd/set to change your own password. It requires the old password.',
      zh: '请使用 PUT /api/v1/user/pwd/set 修改自己的密码，该接口需要原密码。',
    },
    'own-account': {
      code: 409,
      en: 'You cannot change your own account together with others.',
      zh: '批量更改时不能包含您自己的账号。',
    },
    'service-account': {
      code: 409,
      en: 'This is a service account. It logs in with its secrets and keys only.',
      zh: '这是服务账号，只能用其密钥或公钥登录。',
    },
    'service-account-method': {
      code: 409,
      en: 'The login method service is only for service accounts.',
      zh: '登录方式 service 仅用于服务账号。',
    },
    'password-links-disabled': {
      code: 409,
      en: 'Links to set a password are not enabled. Set login.passwordLink.enabled, application.publicUrl and a sender in login.code.',
      zh: '未启用设置密码的链接。请设置 login.passwordLink.enabled、application.publicUrl 以及 login.code 中的发送方式。',
    },
  },
  auditActions: {
    'user.create': { creates: 'userId', grants: true },
    'user.update': { enables: true },
    'user.password': { changesCredentials: true },
    'user.delete': {},
    'user.end-sessions': { givesNothing: true },
    'user.role-end': {},
  },
  events: {
    'admin.granted': {
      severity: 'critical',
      text: {
        en: '“{username}” has admin rights now ({change}), by “{operator}”.',
        zh: '“{username}”现在拥有管理员权限（{change}），操作者：“{operator}”。',
      },
    },
    'admin.password-reset': {
      severity: 'critical',
      text: {
        en: '“{operator}” has set the password of the admin “{username}”.',
        zh: '“{operator}”重设了管理员“{username}”的密码。',
      },
    },
    'role.ending': {
      severity: 'info',
      text: {
        en: 'The role “{roleKey}” of “{username}” ends at {until}. The role “{formerRoleKey}” returns then.',
        zh: '“{username}”的角色“{roleKey}”将于 {until} 到期，届时恢复角色“{formerRoleKey}”。',
      },
    },
  },
  things: { user: '用户' },
  tags: {
    'own account': 'The profile, password and menus of the caller.',
    users: 'Users and their status.',
  },
  paths: { 'own account': ['user', 'getinfo'], users: ['sys-user'] },
} as const satisfies Words
