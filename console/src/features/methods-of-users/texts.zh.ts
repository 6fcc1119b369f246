import type { texts as english } from './texts.en.ts'

export const texts: typeof english = {
  methods: {
    title: '登录方式',
    titleOf: (name) => `${name} 的登录方式`,
    names: {
      password: '密码',
      ldap: '目录（LDAP）',
      oidc: 'OpenID Connect 身份提供方',
      code: '一次性验证码',
      passkey: '通行密钥',
      service: '服务账号',
    },
    allowed: '允许的登录方式',
    allowedHelp: '不选择时，用户可以使用所有已启用的登录方式。',
    all: '所有已启用的登录方式',
    sessionsEnd: '该用户的所有会话将结束。',
  },
}
