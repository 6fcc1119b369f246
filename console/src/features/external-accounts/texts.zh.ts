import type { texts as english } from './texts.en.ts'

export const texts: typeof english = {
  link: {
    title: '关联账号',
    help: '您可以用来登录的其他身份提供方账号，由管理员更改。',
    none: '没有关联账号。',
    since: '关联于',
    refusedSince: '无权访问始于',
    add: '关联账号',
    addTo: (name) => `为 ${name} 关联账号`,
    issuer: '签发者',
    issuerHelp: '与身份提供方令牌中的写法一致，例如 https://login.example.com/realms/main。',
    subject: '主体',
    subjectHelp: '用户在签发者处的标识（sub 声明）。',
    removeAsk: (issuer) => `删除与 ${issuer} 的关联？`,
  },
}
