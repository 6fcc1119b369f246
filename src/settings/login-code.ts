import { isLoopbackHost } from './loopback.ts'
import type { SettingProblem } from './setting.ts'

/** The ways in which a one-time code reaches a user. */
export const CODE_CHANNELS = ['email', 'sms'] as const
export type CodeChannel = (typeof CODE_CHANNELS)[number]

export function isCodeChannel(value: unknown): value is CodeChannel {
  return CODE_CHANNELS.some((channel) => channel === value)
}

/** What replaces a placeholder is a value of the message. */
const PLACEHOLDERS = ['code', 'minutes', 'name']

export interface TextLimits {
  readonly maxLength: number
  readonly hasCode: boolean
  readonly isOneLine: boolean
}

/** Returns what is wrong with the text of a message. */
export function problemOfCodeText(text: string, limits: TextLimits): string | undefined {
  const { maxLength, hasCode, isOneLine } = limits
  if (text.length > maxLength) return `must have at most ${maxLength} characters`
  if (isOneLine && /[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)) return 'must be one line'
  const names = [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name)
  const unknown = names.find((name) => !PLACEHOLDERS.includes(name))
  if (unknown !== undefined) {
    return `has the placeholder {${unknown.slice(0, 40)}}; allowed are ${PLACEHOLDERS.map((name) => `{${name}}`).join(', ')}`
  }
  return hasCode && !names.includes('code') ? 'must contain {code}' : undefined
}

export interface LoginCodeSettings {
  readonly channels: readonly string[]
  readonly emailSender: 'smtp' | 'webhook'
  readonly smtp: {
    readonly host: string
    readonly port: number
    readonly tls: 'starttls' | 'implicit' | 'none'
    readonly caFile: string
    readonly from: string
    readonly username: string
    readonly password: string
  }
  readonly webhook: { readonly url: string; readonly secret: string }
}

/** Returns what the senders of the channels lack. */
export function problemsOfCodeSenders(code: LoginCodeSettings): readonly SettingProblem[] {
  if (code.channels.length === 0)
    return [{ key: 'login.code.channels', problem: 'is empty. Fix: list email, sms or both' }]
  const sendsEmail = code.channels.includes('email')
  const usesSmtp = sendsEmail && code.emailSender === 'smtp'
  const usesWebhook = code.channels.includes('sms') || (sendsEmail && code.emailSender === 'webhook')
  return [...(usesSmtp ? problemsOfSmtp(code.smtp) : []), ...(usesWebhook ? problemsOfWebhook(code) : [])]
}

function problemsOfSmtp(smtp: LoginCodeSettings['smtp']): readonly SettingProblem[] {
  const { host, tls, from, username, password } = smtp
  const key = (name: string) => `login.code.smtp.${name}`
  const problems: SettingProblem[] = []
  if (host === '')
    problems.push({
      key: key('host'),
      problem: 'is empty. Fix: set it to your SMTP server, or use another sender',
    })
  if (from === '')
    problems.push({
      key: key('from'),
      problem: 'is empty. Fix: set it to the address that messages come from',
    })
  if (tls === 'none' && host !== '' && !isLoopbackHost(host)) {
    problems.push({
      key: key('tls'),
      problem:
        'is none, which is allowed only for a server on this machine: anyone on the network path could read the codes. Fix: use starttls or implicit',
    })
  }
  if ((username === '') !== (password === '')) {
    problems.push({
      key: key('username'),
      problem: 'needs login.code.smtp.password, and the other way round. Fix: set both or none',
    })
  }
  return problems
}

function problemsOfWebhook({ channels, webhook }: LoginCodeSettings): readonly SettingProblem[] {
  const channel = channels.includes('sms') ? 'sms' : 'email'
  return (['url', 'secret'] as const)
    .filter((name) => webhook[name] === '')
    .map((name) => ({
      key: `login.code.webhook.${name}`,
      problem: `is empty, but codes of the channel ${channel} are sent to it. Fix: set it, or remove the channel from login.code.channels`,
    }))
}
