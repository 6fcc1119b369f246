import type { texts as english } from './texts.en.ts'

export const texts: typeof english = {
  passkey: {
    title: '通行密钥',
    help: '通行密钥让您无需密码即可登录：使用设备的屏幕锁或安全密钥。',
    none: '没有通行密钥。',
    add: '添加通行密钥',
    name: '名称',
    nameHelp: '例如设备名称：笔记本电脑、手机或安全密钥。',
    rename: '重命名',
    lastUsed: '上次使用',
    removeAsk: (name) => `删除通行密钥 ${name}？`,
    removeHelp: '之后无法再用它登录。请同时在设备上删除。',
    notSupported: '此浏览器不支持通行密钥。通行密钥需要 HTTPS。',
    cancelled: '没有使用通行密钥：对话框已取消或超时。',
    alreadyAdded: '此设备上已有该账号的通行密钥。',
    otherSite: '通行密钥不能在此地址使用。请通过控制台的公开地址（application.publicUrl）打开。',
    deviceNotSuitable: '此设备或安全密钥无法保存这样的通行密钥，请换一个。',
    failed: (name) => `浏览器无法使用通行密钥（${name}）。`,
  },
}
