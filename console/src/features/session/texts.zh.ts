import { count } from '../../shell/language/counts.zh.ts'
import type { texts as english } from './texts.en.ts'

export const texts: typeof english = {
  session: {
    title: '活动会话',
    user: '用户',
    role: '角色',
    address: '地址',
    client: '客户端',
    since: '登录时间',
    until: '到期时间',
    own: '当前会话',
    end: '结束',
    endAsk: (name) => `结束 ${name} 的会话？`,
    endOwnAsk: '结束您自己的会话？',
    endHelp: '其令牌将立即失效。',
    ended: '会话已结束。',
    endedAll: '会话已全部结束。',
    endedAllOf: (name) => `${name} 的所有会话已结束。`,
    endedAllOfRole: (name) => `角色 ${name} 的所有会话已结束。`,
    endAll: '结束该用户的所有会话',
    none: '没有活动会话。',
    browser: '浏览器',
    os: '操作系统',
    age: '登录时长',
    olderThan: (hours) => (hours < 24 ? `至少 ${hours} 小时` : `至少 ${hours / 24} 天`),
    endMany: (n) => `结束 ${count(n)} 个会话`,
    endMatching: (n) => `结束全部 ${count(n)} 个匹配的会话`,
    endOfRole: (n, capped, role) =>
      capped ? `结束“${role}”的所有会话` : `结束“${role}”的 ${count(n)} 个会话`,
    endOthers: '结束其他所有会话',
    endManyAsk: (label) => `${label}？`,
    endManyHelp: '其令牌将立即失效。',
    ownMayBeEnded: '如果其中包含您自己的会话，您需要重新登录。',
    endedMany: (n) => `已结束 ${count(n)} 个会话。`,
    ownTitle: '我的会话',
  },
}
