import type { Combination } from '../../../core/settings/combination.ts'
import { isLoopbackHost, problemOfHost } from '../../../platform/settings/addresses.ts'
import { textList } from '../../../platform/settings/list-types.ts'
import {
  choice,
  type Group,
  integer,
  path,
  problemsWhere,
  type SettingProblem,
  text,
  type ValuesOf,
} from '../../../platform/settings/setting.ts'
import { emailOf } from '../../../platform/text/email-address.ts'
import { CODE_CHANNELS } from '../../login-methods.ts'
import {
  problemOfCodeWebhookUrl,
  problemOfWebhookSecret,
  WEBHOOK_SECRET_FIX,
} from '../../monitoring/events/webhook.ts'

/** The ways in which a one-time code reaches a user. */
export type CodeChannel = (typeof CODE_CHANNELS)[number]

export function isCodeChannel(value: unknown): value is CodeChannel {
  return CODE_CHANNELS.some((channel) => channel === value)
}

/** What replaces a placeholder is a value of the message. */
const PLACEHOLDERS = ['code', 'minutes', 'name']

const PLACEHOLDERS_DOC =
  '`{code}` is the code, `{minutes}` how long it is valid, `{name}` the name of the application.'

function problemOfPlaceholders(text: string): string | undefined {
  const names = [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name)
  const unknown = names.find((name) => !PLACEHOLDERS.includes(name))
  if (unknown === undefined) return undefined
  const allowed = PLACEHOLDERS.map((name) => `{${name}}`).join(', ')
  return `has the placeholder {${unknown.slice(0, 40)}}; allowed are ${allowed}`
}

function problemOfMessage(text: string): string | undefined {
  return problemOfPlaceholders(text) ?? (text.includes('{code}') ? undefined : 'must contain {code}')
}

const SUBJECT = { maxLength: 200, oneLine: true, check: problemOfPlaceholders } as const
const EMAIL = { maxLength: 2000, check: problemOfMessage } as const
const SMS = { maxLength: 500, oneLine: true, check: problemOfMessage } as const

function message(what: string, defaultText: string, form: typeof SUBJECT | typeof EMAIL | typeof SMS) {
  return text({ ...form, default: defaultText, doc: `${what} ${PLACEHOLDERS_DOC}` })
}

export const loginCode = {
  channels: textList({
    default: ['email'],
    typeName: 'list of `email` and `sms`',
    doc: 'Where codes are sent to: `email` is the e-mail address of the user, `sms` the phone number. The first channel for which the user has an address is used.',
    example: ['sms', 'email'],
    check: (entry) => (isCodeChannel(entry) ? undefined : `is not one of ${CODE_CHANNELS.join(', ')}`),
  }),
  digits: integer({ default: 6, min: 6, max: 10, doc: 'Number of digits of a code.' }),
  lifetimeSeconds: integer({
    default: 300,
    min: 60,
    max: 1800,
    unit: 'seconds',
    doc: 'How long a code is valid. It is valid for one login.',
  }),
  maxAttempts: integer({
    default: 5,
    min: 1,
    max: 10,
    doc: 'How many times a code can be entered before it is void. The throttle of logins counts wrong codes too.',
  }),
  maxPerHour: integer({
    default: 5,
    min: 1,
    max: 1000,
    doc: 'Codes and links per hour that clients of one network can request for one username, and messages per hour to one e-mail address or phone number. Half of the messages to an address are reserved for requests from networks where the user has logged in within the last 90 days. Names that do not exist are counted in the same way.',
  }),
  maxPerDay: integer({
    default: 10,
    min: 1,
    max: 10_000,
    doc: 'The same limits per day.',
  }),
  maxPerNetworkPerDay: integer({
    default: 100,
    min: 1,
    max: 1_000_000,
    doc: 'Codes and links per day that clients of one network (an IPv4 address or an IPv6 /64) can request, for all usernames together.',
  }),
  maxTotalPerDay: integer({
    default: 10_000,
    min: 0,
    max: 100_000_000,
    doc: 'Messages per day for all users together, which limits the costs. Further messages are not sent, and the log says so. 0 means no limit.',
  }),
  emailSender: choice({
    choices: ['smtp', 'webhook'],
    default: 'smtp',
    doc: 'How e-mails are sent: by `login.code.smtp` or by `login.code.webhook`. Messages to phone numbers are always sent by the webhook.',
  }),
  timeoutSeconds: integer({
    default: 10,
    min: 1,
    max: 60,
    unit: 'seconds',
    doc: 'Maximum time for each step of the SMTP server, and for the response of the webhook.',
  }),
  smtp: {
    host: text({
      doc: 'Name or address of the SMTP server. Its certificate must be valid for it.',
      example: 'smtp.example.com',
      check: problemOfHost,
    }),
    port: integer({
      default: 587,
      min: 1,
      max: 65535,
      doc: 'Port of the SMTP server: usually 587 for `starttls` and 465 for `implicit`.',
    }),
    tls: choice({
      choices: ['starttls', 'implicit', 'none'],
      default: 'starttls',
      doc: 'How the connection is encrypted: `starttls` requires STARTTLS, `implicit` uses TLS from the start. The certificate is always checked. `none` is allowed only for a server on this machine.',
    }),
    caFile: path({
      doc: 'File with the certificates (PEM) of the authorities that the certificate of the SMTP server may come from. Empty: the authorities that Node trusts.',
      example: '/etc/castellan/mail-ca.pem',
    }),
    username: text({
      doc: 'Username for the SMTP server. Empty: no login.',
      example: 'castellan@example.com',
    }),
    password: text({
      secret: true,
      doc: 'Password for the SMTP server.',
    }),
    from: text({
      doc: 'E-mail address that messages come from. Their sender has the name `application.name`.',
      example: 'no-reply@example.com',
      check: (address) =>
        emailOf(address) === address ? undefined : 'must be an e-mail address such as no-reply@example.com',
    }),
  },
  webhook: {
    url: text({
      doc: 'URL that gets messages to be sent, such as a program that calls your SMS provider. Requests are signed in the format of Standard Webhooks, like those of `events.webhooks`. The body contains the code or link and the phone number or e-mail address, so only `https` is allowed, except on this machine.',
      example: 'https://sms.example.com/castellan',
      check: problemOfCodeWebhookUrl,
    }),
    secret: text({
      secret: true,
      doc: 'Secret that signs the requests: `whsec_` and 24 to 64 random bytes in base64.',
      fix: WEBHOOK_SECRET_FIX,
      check: problemOfWebhookSecret,
    }),
  },
  texts: {
    en: {
      emailSubject: message('Subject of e-mails in English.', 'Your login code for {name}', SUBJECT),
      email: message(
        'Text of e-mails in English.',
        'Your login code for {name} is {code}. It is valid for {minutes} minutes. Never pass it on. If you did not try to log in, you can ignore this message.',
        EMAIL,
      ),
      sms: message(
        'Text of messages to phones in English.',
        '{code} is your login code for {name}. It is valid for {minutes} minutes. Never pass it on.',
        SMS,
      ),
    },
    zh: {
      emailSubject: message('Subject of e-mails in Chinese.', '{name} 登录验证码', SUBJECT),
      email: message(
        'Text of e-mails in Chinese.',
        '您登录 {name} 的验证码是 {code}，{minutes} 分钟内有效。请勿将验证码告知他人。如果这不是您本人的操作，请忽略此邮件。',
        EMAIL,
      ),
      sms: message(
        'Text of messages to phones in Chinese.',
        '【{name}】您的登录验证码是 {code}，{minutes} 分钟内有效。请勿告知他人。',
        SMS,
      ),
    },
  },
} satisfies Group

export type LoginCodeSettings = Pick<
  ValuesOf<typeof loginCode>,
  'channels' | 'emailSender' | 'smtp' | 'webhook'
>

/** Returns whether the service sends messages to users, so that it needs a sender. */
export function sendsMessages(login: {
  readonly methods: readonly string[]
  readonly passwordLink?: { readonly enabled: boolean }
}): boolean {
  return login.methods.includes('code') || login.passwordLink?.enabled === true
}

/** Returns the fields that codes and links are sent to: none unless the login method `code` or links are enabled. */
export function codeAddressesOf(
  login: Parameters<typeof sendsMessages>[0] & { readonly code: Pick<LoginCodeSettings, 'channels'> },
): readonly ('email' | 'phone')[] {
  if (!sendsMessages(login)) return []
  return login.code.channels.map((channel) => (channel === 'email' ? 'email' : 'phone'))
}

/** Returns what the senders of the channels lack. */
export function problemsOfCodeSenders(settings: LoginCodeSettings): readonly SettingProblem[] {
  const { channels, emailSender, smtp, webhook } = settings
  const sendsEmail = channels.includes('email')
  const sendsSms = channels.includes('sms')
  const usesSmtp = sendsEmail && emailSender === 'smtp'
  const usesWebhook = sendsSms || (sendsEmail && emailSender === 'webhook')
  const { host, tls, from, username, password } = smtp
  const isEmpty = `is empty, but codes of the channel ${sendsSms ? 'sms' : 'email'} are sent to it. Fix: set it, or remove the channel from login.code.channels`
  return problemsWhere('login.code', [
    ['channels', channels.length === 0, 'is empty. Fix: list email, sms or both'],
    [
      'smtp.host',
      usesSmtp && host === '',
      'is empty. Fix: set it to your SMTP server, or use another sender',
    ],
    ['smtp.from', usesSmtp && from === '', 'is empty. Fix: set it to the address that messages come from'],
    [
      'smtp.tls',
      usesSmtp && tls === 'none' && host !== '' && !isLoopbackHost(host),
      'is none, which is allowed only for a server on this machine: anyone on the network path could read the codes. Fix: use starttls or implicit',
    ],
    [
      'smtp.username',
      usesSmtp && (username === '') !== (password === ''),
      'needs login.code.smtp.password, and the other way round. Fix: set both or none',
    ],
    ['webhook.url', usesWebhook && webhook.url === '', isEmpty],
    ['webhook.secret', usesWebhook && webhook.secret === '', isEmpty],
  ])
}

interface MessageSettings {
  readonly login: Parameters<typeof sendsMessages>[0] & { readonly code: LoginCodeSettings }
}

/** What `castellan serve` requires of the settings: an app that embeds the service may send one-time codes itself. */
export const STANDALONE_MESSAGE_COMBINATIONS: readonly Combination<MessageSettings>[] = [
  {
    reads: ['login.methods', 'login.code', 'login.passwordLink'],
    find: ({ login }) => (sendsMessages(login) ? problemsOfCodeSenders(login.code) : []),
  },
]
