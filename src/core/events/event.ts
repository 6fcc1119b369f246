import type { Language, LocalizedText } from '../../platform/refusal/refusal.ts'

/** How urgent an event is. */
export const SEVERITIES = ['info', 'warning', 'critical'] as const
export type Severity = (typeof SEVERITIES)[number]

interface KindOfEvent {
  readonly severity: Severity
  /** A name in braces is replaced by the field with this name. */
  readonly text: LocalizedText
}

/** All kinds of events. The kinds and the names of their fields are part of the API. */
const EVENTS = {
  'login.failures': {
    severity: 'warning',
    text: {
      en: '{failures} logins as “{username}” failed within {minutes} minutes, the last one from {address}.',
      zh: '{minutes} 分钟内以“{username}”登录失败 {failures} 次，最后一次来自 {address}。',
    },
  },
  'login.account-blocked': {
    severity: 'warning',
    text: {
      en: 'Logins as “{username}” from {network} have to wait after {failures} failures.',
      zh: '“{username}”从 {network} 登录失败 {failures} 次，须等待后再试。',
    },
  },
  'login.network-blocked': {
    severity: 'warning',
    text: {
      en: 'Logins from {network} have to wait after {failures} failures.',
      zh: '从 {network} 登录失败 {failures} 次，该网络须等待后再试。',
    },
  },
  'login.second-factor-failures': {
    severity: 'warning',
    text: {
      en: 'The first factor of a login as “{username}” was right, but {failures} codes of the second factor were wrong, the last one from {address}.',
      zh: '以“{username}”登录的第一步正确，但双重验证的动态码错误 {failures} 次，最后一次来自 {address}。',
    },
  },
  'login.new-network': {
    severity: 'info',
    text: {
      en: '“{username}” has logged in from {network}, where this user had not logged in before.',
      zh: '“{username}”首次从 {network} 登录。',
    },
  },
  'login.suppressed': {
    severity: 'warning',
    text: {
      en: '{limit} login events within an hour. Further ones are not recorded until {until}.',
      zh: '一小时内已有 {limit} 个登录事件，{until} 之前不再记录。',
    },
  },
  'admin.granted': {
    severity: 'critical',
    text: {
      en: '“{username}” has admin rights now ({change}), by “{operator}”.',
      zh: '“{username}”现在拥有管理员权限（{change}），操作者：“{operator}”。',
    },
  },
  'admin.password-reset': {
    severity: 'critical',
    text: {
      en: '“{operator}” has set the password of the admin “{username}”.',
      zh: '“{operator}”重设了管理员“{username}”的密码。',
    },
  },
  'admin.second-factor-reset': {
    severity: 'critical',
    text: {
      en: '“{operator}” has removed the second factor of the admin “{username}”.',
      zh: '“{operator}”移除了管理员“{username}”的双重验证。',
    },
  },
  'admin.suspended': {
    severity: 'critical',
    text: {
      en: '“{operator}” has suspended the admin “{username}”: both are disabled until another admin or a command decides about each.',
      zh: '“{operator}”暂停了管理员“{username}”：在其他管理员或命令分别处理之前，二人均被停用。',
    },
  },
  'admin.suspension-decided': {
    severity: 'critical',
    text: {
      en: '“{operator}” has decided about the suspended admin “{username}”: {change}.',
      zh: '“{operator}”已处理被暂停的管理员“{username}”：{change}。',
    },
  },
  'administration.mapped': {
    severity: 'critical',
    text: {
      en: 'A mapping of groups or claims gives “{username}” administration rights: role “{roleKey}” ({change}).',
      zh: '组或声明的映射赋予“{username}”管理权限：角色“{roleKey}”（{change}）。',
    },
  },
  'passkey.copied': {
    severity: 'critical',
    text: {
      en: 'Passkey “{passkey}” of “{username}” may have been copied: a login from {address} with an old signature counter was refused.',
      zh: '“{username}”的通行密钥“{passkey}”可能已被复制：来自 {address} 的一次登录因签名计数器过旧而被拒绝。',
    },
  },
  'password.change-required': {
    severity: 'critical',
    text: {
      en: 'Somebody who knows the password of “{username}” has sent {failures} wrong codes of the second factor, the last one from {address}. The user has to set a new password at the next login.',
      zh: '知道“{username}”密码的人发送了 {failures} 次错误的双重验证动态码，最后一次来自 {address}。该用户下次登录时须设置新密码。',
    },
  },
  'role.ending': {
    severity: 'info',
    text: {
      en: 'The role “{roleKey}” of “{username}” ends at {until}. The role “{formerRoleKey}” returns then.',
      zh: '“{username}”的角色“{roleKey}”将于 {until} 到期，届时恢复角色“{formerRoleKey}”。',
    },
  },
  'access.requested': {
    severity: 'info',
    text: {
      en: '“{username}” requests the role “{roleKey}” for {hours} hours: {reason}',
      zh: '“{username}”申请角色“{roleKey}”，{hours} 小时：{reason}',
    },
  },
  'access.decided': {
    severity: 'info',
    text: {
      en: '“{operator}” has decided about the request of “{username}” for the role “{roleKey}” for {hours} hours: {decision}.',
      zh: '“{operator}”已审批“{username}”对角色“{roleKey}”的申请（{hours} 小时）：{decision}。',
    },
  },
  'role.full-access': {
    severity: 'critical',
    text: {
      en: 'The role “{roleKey}” may call every endpoint under /api/v1 now (rule {method} {path}), by “{operator}”.',
      zh: '角色“{roleKey}”现在可以调用 /api/v1 下的所有接口（规则 {method} {path}），操作者：“{operator}”。',
    },
  },
  'confirmation.asked': {
    severity: 'warning',
    text: {
      en: '“{operator}” asks a second administrator to confirm a change ({kinds}): confirmation {confirmationId}.',
      zh: '“{operator}”请求第二位管理员确认更改（{kinds}）：确认单 {confirmationId}。',
    },
  },
  'four-eyes.bypassed': {
    severity: 'critical',
    text: {
      en: '“{operator}” has made a change on the machine that requires a second administrator over HTTP ({kinds}).',
      zh: '“{operator}”在本机执行了通常须由第二位管理员确认的更改（{kinds}）。',
    },
  },
  'four-eyes.too-few-confirmers': {
    severity: 'critical',
    text: {
      en: 'Changes that a second administrator has to confirm are refused: they require two enabled administrators whose role has no end, and the service has {count}.',
      zh: '须由第二位管理员确认的更改将被拒绝：至少需要两名角色无期限且启用的管理员，目前有 {count} 名。',
    },
  },
  'key.added': {
    severity: 'warning',
    text: {
      en: 'Key “{kid}” ({algorithm}) was added: its tokens are accepted.',
      zh: '添加了密钥“{kid}”（{algorithm}），其令牌将被接受。',
    },
  },
  'key.signing': {
    severity: 'warning',
    text: {
      en: 'Key “{kid}” ({algorithm}) signs new tokens now.',
      zh: '现在由密钥“{kid}”（{algorithm}）签发新令牌。',
    },
  },
  'key.removed': {
    severity: 'warning',
    text: {
      en: 'Key “{kid}” was removed: its tokens are refused.',
      zh: '密钥“{kid}”已移除，其令牌将被拒绝。',
    },
  },
  'log.tampered': {
    severity: 'critical',
    text: { en: 'Entry {position} of the {log} {problem}.', zh: '{log}第 {position} 条：{finding}' },
  },
  test: {
    severity: 'info',
    text: {
      en: 'A test event. It is sent on request and is not stored.',
      zh: '测试事件，按要求发送，不会被存储。',
    },
  },
} as const satisfies Readonly<Record<string, KindOfEvent>>

export type EventKind = keyof typeof EVENTS

/** The kinds that are stored, listed and sent to webhooks: a test event is only sent on request. */
export const EVENT_KINDS = (Object.keys(EVENTS) as readonly EventKind[]).filter((kind) => kind !== 'test')

type Value = string | number

/** The names of all fields of events. */
export const EVENT_FIELDS = [
  'username',
  'userId',
  'failures',
  'minutes',
  'address',
  'network',
  'limit',
  'until',
  'change',
  'operator',
  'operatorId',
  'operatorAddress',
  'source',
  'requestId',
  'passkey',
  'passkeyId',
  'roleKey',
  'formerRoleKey',
  'accessRequestId',
  'hours',
  'reason',
  'decision',
  'method',
  'path',
  'kid',
  'algorithm',
  'position',
  'log',
  'finding',
  'problem',
  'further',
  'count',
  'confirmationId',
  'kinds',
] as const

/** The fields of a stored event. An event of another version may have others. */
export type EventFields = Readonly<Record<string, Value>>

/** The fields of an event to be stored. */
export type NewEventFields = Readonly<Partial<Record<(typeof EVENT_FIELDS)[number], Value>>>

type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never

/** An event to be stored. It has at least the fields that its text names, and never contains secrets. */
export type NewEvent = {
  [Kind in EventKind]: {
    readonly kind: Kind
    /** Replaces the severity of the kind. */
    readonly severity?: Severity
    readonly fields: NewEventFields & Readonly<Record<NamesIn<(typeof EVENTS)[Kind]['text']['en']>, Value>>
  }
}[EventKind]

/** An event as the API and webhooks return it. */
export interface Event {
  /** Increases by one with each event. */
  readonly id: number
  readonly kind: string
  readonly severity: string
  readonly time: string
  /** In English, except in lists of the API. */
  readonly text: string
  readonly fields: EventFields
}

/** The kinds that are caused by logins. Their number has limits of its own. */
export const ANONYMOUS_KINDS = EVENT_KINDS.filter((kind) => kind.startsWith('login.'))

export function severityOf(kind: EventKind): Severity {
  return EVENTS[kind].severity
}

function isEventKind(kind: string): kind is EventKind {
  return Object.hasOwn(EVENTS, kind)
}

const FURTHER: LocalizedText = { en: ' Further findings: {further}.', zh: '另有 {further} 处问题。' }

/** Returns the text of an event with the names of fields in braces. A kind of another version has no text. */
export function eventTemplate(kind: string, fields: EventFields, language: Language): string {
  if (!isEventKind(kind)) return ''
  return `${EVENTS[kind].text[language]}${fields.further === undefined ? '' : FURTHER[language]}`
}

/** Returns the text of an event. */
export function eventText(kind: string, fields: EventFields, language: Language = 'en'): string {
  return eventTemplate(kind, fields, language).replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    String(fields[name] ?? ''),
  )
}
