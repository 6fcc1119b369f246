import type { Language } from '../../../platform/refusal/refusal.ts'
import { counted } from '../../../platform/text/counted.ts'
import type { Destination } from '../messages/destination.ts'
import type { CodeMessage, MessageKind } from '../messages/message-sender.ts'
import { createTemplateFiller, inOneLine } from '../messages/message-text.ts'

interface LinkMessageOptions {
  readonly kind: Exclude<MessageKind, 'code'>
  readonly destination: Destination
  readonly language: Language
  /** The name of the application. */
  readonly name: string
  readonly username: string
  /** Empty for `no-link`. */
  readonly link: string
  readonly minutes: number
}

interface Texts {
  readonly subject: string
  readonly text: string
}

/** `{name}` is the application. A name in braces is replaced by the value of the message. */
const TEXTS: Readonly<Record<LinkMessageOptions['kind'], Readonly<Record<Language, Texts>>>> = {
  invitation: {
    en: {
      subject: 'Your account for {name}',
      text: 'You have an account for {name}. Your username is “{username}”. Set your password here: {link}\nThe link is valid once, for {time}. Never pass it on.',
    },
    zh: {
      subject: '您的 {name} 账号',
      text: '已为您开通 {name} 账号，用户名为“{username}”。请打开以下链接设置密码：{link}\n链接仅可使用一次，{time}内有效。请勿告知他人。',
    },
  },
  forgotten: {
    en: {
      subject: 'Set a new password for {name}',
      text: 'Set a new password for “{username}” at {name} here: {link}\nThe link is valid once, for {time}. Never pass it on. If you did not request it, you can ignore this message: your password stays as it is.',
    },
    zh: {
      subject: '重设 {name} 密码',
      text: '请打开以下链接，为 {name} 的用户“{username}”设置新密码：{link}\n链接仅可使用一次，{time}内有效。请勿告知他人。如果这不是您本人的操作，请忽略此消息，您的密码不会改变。',
    },
  },
  'no-link': {
    en: {
      subject: 'Your password for {name}',
      text: 'A new password was requested for “{username}” at {name}, but the password of this account cannot be set over a link: it is kept elsewhere, such as in the directory of your organization, or the account needs a second factor for it. Ask your administrator. If you did not request it, you can ignore this message.',
    },
    zh: {
      subject: '关于您的 {name} 密码',
      text: '收到为 {name} 的用户“{username}”重设密码的请求，但该账号的密码不能通过链接设置：密码保存在其他系统中（例如贵组织的目录服务），或该账号须先启用双重验证。请联系管理员。如果这不是您本人的操作，请忽略此消息。',
    },
  },
}

/** Returns a message about the password of a user. */
export function createLinkMessage(options: LinkMessageOptions): CodeMessage {
  const { kind, destination, language, link, minutes } = options
  const filled = createTemplateFiller({
    name: inOneLine(options.name),
    username: inOneLine(options.username),
    link,
    time: durationOf(minutes, language),
  })
  const { subject, text } = TEXTS[kind][language]
  const isEmail = destination.channel === 'email'
  return {
    ...destination,
    kind,
    code: '',
    link,
    minutes,
    language,
    subject: isEmail ? filled(subject) : '',
    text: isEmail ? filled(text) : inOneLine(filled(text)),
  }
}

function durationOf(minutes: number, language: Language): string {
  const isHours = minutes >= 120 && minutes % 60 === 0
  const count = isHours ? minutes / 60 : minutes
  if (language === 'zh') return `${count} ${isHours ? '小时' : '分钟'}`
  return counted(count, isHours ? 'hour' : 'minute')
}
