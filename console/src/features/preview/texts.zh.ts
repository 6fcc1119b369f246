import { count } from '../../shell/language/counts.zh.ts'
import type { texts as english } from './texts.en.ts'

export const texts: typeof english = {
  preview: {
    title: '更改的影响',
    recorded: '已记录的调用',
    loading: '正在与接口和已记录的调用比较……',
    administers: (roles) => `${roles} 将可以更改用户、角色、部门或权限。`,
    opens: '将可以调用：',
    openedOf: {
      service: (n) => `${count(n)} 个管理接口`,
      app: (n) => `${count(n)} 个应用接口`,
      upstream: (n) => `${count(n)} 个上游服务接口`,
    },
    openedList: '显示这些接口',
    inPart: '部分',
    closedParent: (path) => `${path} 本身仍不可调用：/* 只允许其下级路径。`,
    administrationAsk: '授予管理权限？',
    lossAsk: '删除正在使用的权限？',
    hiddenAsk: '在没有预览的情况下添加规则？',
    hiddenHelp:
      '您的角色无权预览更改，因此无法显示这些规则会开放什么。它们可能允许某个角色更改用户、角色、部门或规则。',
    grantAdministration: '授予管理权限',
    seesMore: (users, members, departments) =>
      departments + members === 0
        ? `${users} 个用户将额外看到自己的数据，或不属于任何部门的数据。`
        : `${users} 个用户将额外看到 ${departments} 个部门的 ${members} 个用户。`,
    seesLess: (users, members, departments) =>
      departments + members === 0
        ? `${users} 个用户将不再看到自己的数据，或不属于任何部门的数据。`
        : `${users} 个用户将不再看到 ${departments} 个部门的 ${members} 个用户。`,
    sameData: '没有启用的用户会看到更多或更少的数据。',
    none: '不影响任何已记录的调用。',
    nothingRecorded: '尚未记录任何调用。',
    recordOff: '调用记录已关闭（usage.keepDays 为 0）。',
    since: (date) => `调用记录始于 ${date}。`,
    roleWithUsers: (role, n) => `${role}（${n} 个启用的用户）`,
    loses: (role) => `${role} 失去`,
    losesPart: (role) => `${role} 部分失去`,
    gains: (role) => `${role} 获得`,
    gainsPart: (role) => `${role} 部分获得`,
    used: (n) => `已使用 ${n} 次，最近一次：`,
    refused: (n) => `被拒绝 ${n} 次，最近一次：`,
    more: (n) => `……以及另外 ${n} 项`,
  },
}
