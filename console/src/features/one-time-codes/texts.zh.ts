import type { texts as english } from './texts.en.ts'

export const texts: typeof english = {
  oneTimeCode: {
    send: '发送一次性验证码',
    sent: (byEmail, bySms) =>
      `如果此账号可以使用一次性验证码登录，验证码已${byEmail || bySms ? `通过${[byEmail && '邮件', bySms && '短信'].filter(Boolean).join('或')}` : ''}发送。请在此输入。`,
    label: '一次性验证码',
    sendAgain: '重新发送',
  },
}
