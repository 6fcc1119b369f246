import type { logEn } from './en-log.ts'
import { count } from './zh-count.ts'

export const logZh: typeof logEn = {
  loginLog: {
    title: '登录日志',
    time: '时间',
    username: '用户名',
    address: '地址',
    result: '结果',
    succeeded: '成功',
    failed: '失败',
    client: '浏览器',
    message: '消息',
    agent: '用户代理',
    removeAsk: (n) => `删除 ${count(n)} 条记录？`,
    removeHelp: '审计日志会记录由谁删除。此操作无法撤销。',
    selected: (n) => `已选 ${count(n)} 条`,
    none: '还没有登录记录。',
    span: '时间',
    from: '起始',
    to: '截止',
  },
  auditLog: {
    title: '审计日志',
    operator: '操作者',
    action: '操作',
    target: '对象',
    kind: '类别',
    kinds: {
      user: '用户',
      role: '角色',
      policy: '策略',
      session: '会话',
      'login-log': '登录日志',
      database: '数据库',
    },
    source: '来源',
    sources: { http: 'HTTP 接口', command: '命令行', start: '服务启动' },
    request: '请求',
    before: '之前',
    after: '之后',
    field: '字段',
    none: '还没有任何变更。',
    noFields: '此记录没有更多详情。',
  },
  verification: {
    title: '日志完整性',
    help: '每条记录都包含前一条的哈希，验证会逐条核对。',
    check: '验证',
    intact: '日志完整',
    intactHelp: (n, removed) =>
      `已核对 ${count(n)} 条记录${removed > 0 ? `，管理员已删除 ${count(removed)} 条` : ''}。`,
    broken: '日志已被篡改',
    brokenHelp: (findings, n) => `${count(n)} 条记录中发现 ${count(findings)} 处问题。`,
    finding: (position, problem) => `第 ${count(position)} 条${problemZh(problem)}`,
    head: (position) => `请将此值记录在别处，以便发现日志被整体重写：第 ${count(position)} 条，哈希`,
    at: (time) => `验证时间：${time}。`,
  },
}

/** Translations of the findings, which the service reports in English. The first match counts. */
const PROBLEMS: readonly (readonly [RegExp, (upTo: string) => string])[] = [
  [/^is missing, and so are those up to (\d+): they/, (upTo) => `至第 ${upTo} 条缺失：并非因过期而清除`],
  [/^is missing, and so are those up to (\d+)/, (upTo) => `至第 ${upTo} 条缺失`],
  [/^is missing: an anchor/, () => '缺失：有锚点指向它'],
  [/^is missing/, () => '缺失'],
  [/^was changed/, () => '或其前一条被更改'],
  [/^was inserted/, () => '是插入的：服务从未写入'],
  [/^is not the one that the anchor/, () => '与锚点不符：此前的日志被改写'],
  [/^is not the one that was written last/, () => '不是最后写入的那一条'],
]

export function problemZh(problem: string): string {
  for (const [pattern, words] of PROBLEMS) {
    const found = pattern.exec(problem)
    if (found) return `${words(found[1] ?? '')}。`
  }
  return `：${problem}`
}
