import { count } from '../../shell/language/counts.zh.ts'
import type { texts as english } from './texts.en.ts'

export const texts: typeof english = {
  verification: {
    title: '日志完整性',
    help: '每条记录都包含前一条的哈希，验证会逐条核对。',
    check: '验证',
    intact: '日志完整',
    intactHelp: (n, removed) =>
      `已核对 ${count(n)} 条记录${removed > 0 ? `，管理员已删除 ${count(removed)} 条` : ''}。`,
    broken: '日志已被篡改',
    brokenHelp: (findings, n) => `${count(n)} 条记录中发现 ${count(findings)} 处问题。`,
    entries: (from, to) => (from === to ? `第 ${count(from)} 条` : `第 ${count(from)} 至 ${count(to)} 条`),
    findings: {
      missing: '缺失。',
      'missing-not-expired': '缺失，且并非因过期而清除。',
      'anchor-missing': '缺失，但锚点中有其哈希。',
      changed: '或其前一条被更改。',
      inserted: '不是由服务写入的。',
      'anchor-mismatch': '与锚点不符：此前的日志被改写。',
      'head-mismatch': '不是服务最后写入的记录。',
    },
    head: (position) => `请将此值记录在别处，以便发现日志被整体重写：第 ${count(position)} 条，哈希`,
    at: (time) => `验证时间：${time}。`,
  },
}
