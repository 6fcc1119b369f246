import { count } from '../../shell/language/counts.zh.ts'
import type { texts as english } from './texts.en.ts'

export const texts: typeof english = {
  login: {
    firstRun:
      '还没有人登录过。服务首次启动时创建了用户 admin，并在终端或进程日志中显示了一次密码。如果设置了 CASTELLAN_ADMIN_PASSWORD，密码就是它的值。',
    firstRunLost: '如果密码已丢失，请设置新密码：',
    password: '密码',
    account: '账号类型',
    accounts: { password: '本地账号', ldap: '目录账号' },
    others: '其他登录方式',
    with: {
      credentials: '使用密码登录',
      code: '使用一次性验证码登录',
      passkey: '使用通行密钥登录',
    },
    withProvider: (label) => `使用 ${label} 登录`,
    back: '登录后将返回您要访问的页面。',
  },
  throttle: {
    title: '被限制的登录',
    none: '没有被限制的登录。',
    only: (role) => `仅显示角色为 ${role} 的用户。`,
    blocked: '被限制',
    wholeNetwork: '整个网络',
    network: '网络',
    ends: '到期',
    release: '解除',
    released: '已解除，可立即登录。',
    more: (n) => `另有 ${count(n)} 项`,
  },
}
