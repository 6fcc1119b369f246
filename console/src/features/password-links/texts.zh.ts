import type { texts as english } from './texts.en.ts'

export const texts: typeof english = {
  passwordLink: {
    forgot: '忘记密码？',
    forgotten: '忘记密码',
    forgottenHelp: '您将收到一条消息，其中有设置新密码的链接。',
    usernameOrAddress: '用户名、邮箱或手机号',
    send: '发送链接',
    sent: '如果该账号存在，消息已发送到其邮箱或手机号。请打开其中的链接设置新密码。',
    setPassword: '设置密码',
    setPasswordHelp: '建议使用由几个互不相关的词组成的短语。设置后请用新密码登录。',
    newPassword: '新密码',
    passwordIsSet: '密码已设置，请使用新密码登录。',
    missing: '请打开消息中的链接来设置密码。',
    invite: '邀请',
    inviteNew: '邀请：由用户自行设置密码',
    inviteNewHelp: '用户将通过邮件或短信收到链接，链接仅可使用一次。',
    inviteFourEyes:
      '用户会通过邮件或短信收到一个链接，仅可使用一次。如果由您设置密码，您将知道该密码并能以该用户身份登录。',
    inviteHelp: '链接将发送到用户的邮箱或手机号，仅可使用一次。在此之前，现有密码仍然有效。',
    inviteSent: '链接已发送。',
  },
}
