import { count } from '../../shell/language/counts.zh.ts'
import type { texts as english } from './texts.en.ts'

export const texts: typeof english = {
  cleanUp: {
    title: '清理',
    serviceAccountOf: (owner) => (owner === '' ? '服务账号' : `${owner} 的服务账号`),
    tabs: {
      'unused-rules': '未使用的规则',
      'covered-rules': '被覆盖的规则',
      'same-rights': '权限相同的角色',
      'unused-roles': '没有用户的角色',
      'idle-users': '长期未登录的用户',
      'empty-scopes': '看不到数据的用户',
    },
    explanations: {
      'unused-rules': '在此期间没有任何已记录的调用需要的规则。不包括新规则和 admin 角色的规则。',
      'covered-rules': '被同一角色的另一条规则覆盖的规则。删除后，各角色可调用的接口不变。',
      'same-rights': '状态和数据范围相同，且规则允许相同调用的角色。',
      'unused-roles': '没有分配给任何用户、且在此期间没有更改过的角色。',
      'idle-users':
        '在此期间没有登录过的已启用用户。不包括在此期间被启用的用户和您自己；如果所有已启用的管理员都长期未登录，则也不包括最后登录的那一位。',
      'empty-scopes': '数据范围为空的角色和启用的用户。请更正部门、数据范围或角色的部门。',
    },
    empty: {
      'unused-rules': '每条规则在此期间都被使用过，或者是新规则。',
      'covered-rules': '没有被其他规则覆盖的规则。',
      'same-rights': '没有权限相同的角色。',
      'unused-roles': '每个角色都有用户，或在此期间更改过。',
      'idle-users': '每个已启用的用户在此期间都登录过，或是新添加或新启用的。',
      'empty-scopes': '所有启用的用户都能看到数据。',
    },
    actions: {
      'unused-rules': (n) => `删除 ${count(n)} 条规则`,
      'covered-rules': (n) => `删除 ${count(n)} 条规则`,
      'same-rights': (n) => `合并 ${count(n)} 个角色`,
      'unused-roles': (n) => `删除 ${count(n)} 个角色`,
      'idle-users': (n) => `停用 ${count(n)} 个用户`,
    },
    selectedActions: {
      'unused-rules': (n) => `删除（已选 ${count(n)} 条）`,
      'covered-rules': (n) => `删除（已选 ${count(n)} 条）`,
      'same-rights': (n) => `合并（已选 ${count(n)} 组）`,
      'unused-roles': (n) => `删除（已选 ${count(n)} 个）`,
      'idle-users': (n) => `停用（已选 ${count(n)} 个）`,
    },
    questions: {
      'unused-rules': (n) => `删除 ${count(n)} 条未使用的规则？`,
      'covered-rules': (n) => `删除 ${count(n)} 条被覆盖的规则？`,
      'same-rights': (n) => `将 ${count(n)} 个角色合并到权限相同的角色？`,
      'unused-roles': (n) => `删除 ${count(n)} 个没有用户的角色？`,
      'idle-users': (n) => `停用 ${count(n)} 个长期未登录的用户？`,
    },
    effects: {
      'unused-rules': '没有其他规则允许的操作将立即被拒绝。审计日志会列出这些规则。',
      'covered-rules': '任何角色都不会失去权限。审计日志会列出这些规则。',
      'same-rights': '用户将移至用户最多的角色，并需要重新登录。其他角色及其规则将被删除。',
      'unused-roles': '其规则也将被删除。审计日志会列出它们。',
      'idle-users': '重新启用之前，他们无法登录。不会删除任何数据。',
    },
    period: '期间',
    days: (n) => `${count(n)} 天`,
    select: (name) => `选择 ${name}`,
    done: '已清理。审计日志中有一条对应的记录。',
    doneWithRest: (n) => `已清理。审计日志中有一条对应的记录。报告中还剩 ${count(n)} 项。`,
    lastUsed: '上次使用',
    noUse: '没有使用记录',
    notRecorded: ({ days, keepDays, began, due }) => {
      if (keepDays === 0) return '数据不足：未记录使用情况（usage.keepDays 为 0）。'
      if (keepDays < days)
        return `数据不足：使用记录仅保留 ${count(keepDays)} 天（usage.keepDays），少于报告的 ${count(days)} 天。`
      if (began === undefined) return '数据不足：尚未记录任何调用。'
      return `数据不足：记录始于 ${began}，首个结果将于 ${due} 得出。`
    },
    incomplete: (roleKeys) => `以下角色的使用记录不完整：${roleKeys}。未列出这些角色的规则。`,
    coveredBy: '覆盖它的规则',
    kept: '保留的角色',
    merged: '并入的角色',
    roleWithUsers: (key, n) => `${key}（${count(n)} 个用户）`,
  },
  comparison: {
    title: '比较',
    compareWith: '与其他角色比较…',
    onlyIn: (key, n) => `仅 ${key}（${count(n)}）`,
    inBoth: (n) => `两者共有（${count(n)}）`,
    covered: '另一角色有更宽的规则允许',
  },
}
