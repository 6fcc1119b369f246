import type { texts as english } from './texts.en.ts'

export const texts: typeof english = {
  oidc: {
    finishing: '正在登录……',
    providerRefused: (error) =>
      `身份提供方没有完成登录${error === '' ? '' : `（${error}）`}。请重试，或使用其他方式登录。`,
  },
}
