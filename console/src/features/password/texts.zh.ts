import type { texts as english } from './texts.en.ts'

export const texts: typeof english = {
  password: {
    rules: (minLength) =>
      `至少 ${minLength} 个字符。不能使用常见密码、重复或连续的字符，也不能使用用户的名称。`,
    mustChange: '下次登录时必须修改密码',
    generate: '生成',
    generated: '请通过安全的方式告知用户，此密码不会再次显示。',
    of: (name) => `为 ${name} 设置新密码`,
    set: '设置密码',
    setHelp: '该用户的所有会话将结束。',
    oldPassword: '原密码',
    newPassword: '新密码',
    repeat: '再次输入新密码',
    different: '两次输入不一致。',
    change: '修改密码',
    logInAgain: '密码已修改，请用新密码登录。',
    help: '您的所有会话将结束，需要重新登录。',
  },
}
