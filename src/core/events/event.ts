/** How urgent an event is. */
export const SEVERITIES = ['info', 'warning', 'critical'] as const
export type Severity = (typeof SEVERITIES)[number]

interface KindOfEvent {
  readonly severity: Severity
  /** In English. A name in braces is replaced by the field with this name. */
  readonly text: string
}

/** All kinds of events. The kinds and the names of their fields are part of the API. */
const EVENTS = {
  'login.failures': {
    severity: 'warning',
    text: '{failures} logins as “{username}” failed within {minutes} minutes, the last one from {address}.',
  },
  'login.account-blocked': {
    severity: 'warning',
    text: 'Logins as “{username}” from {network} have to wait after {failures} failures.',
  },
  'login.network-blocked': {
    severity: 'warning',
    text: 'Logins from {network} have to wait after {failures} failures.',
  },
  'login.second-factor-failures': {
    severity: 'warning',
    text: 'The first factor of a login as “{username}” was right, but {failures} codes of the second factor were wrong, the last one from {address}.',
  },
  'login.new-network': {
    severity: 'info',
    text: '“{username}” has logged in from {network}, where this user had not logged in before.',
  },
  'login.suppressed': {
    severity: 'warning',
    text: '{limit} login events within an hour. Further ones are not recorded until {until}.',
  },
  'admin.granted': {
    severity: 'critical',
    text: '“{username}” has admin rights now ({change}), by “{operator}”.',
  },
  'admin.password-reset': {
    severity: 'critical',
    text: '“{operator}” has set the password of the admin “{username}”.',
  },
  'admin.second-factor-reset': {
    severity: 'critical',
    text: '“{operator}” has removed the second factor of the admin “{username}”.',
  },
  'admin.suspended': {
    severity: 'critical',
    text: '“{operator}” has suspended the admin “{username}”: both are disabled until another admin or a command decides about each.',
  },
  'admin.suspension-decided': {
    severity: 'critical',
    text: '“{operator}” has decided about the suspended admin “{username}”: {change}.',
  },
  'administration.mapped': {
    severity: 'critical',
    text: 'A mapping of groups or claims gives “{username}” administration rights: role “{roleKey}” ({change}).',
  },
  'passkey.copied': {
    severity: 'critical',
    text: 'Passkey “{passkey}” of “{username}” may have been copied: a login from {address} with an old signature counter was refused.',
  },
  'password.change-required': {
    severity: 'critical',
    text: 'Somebody who knows the password of “{username}” has sent {failures} wrong codes of the second factor, the last one from {address}. The user has to set a new password at the next login.',
  },
  'role.ending': {
    severity: 'info',
    text: 'The role “{roleKey}” of “{username}” ends at {until}. The role “{formerRoleKey}” returns then.',
  },
  'access.requested': {
    severity: 'info',
    text: '“{username}” requests the role “{roleKey}” for {hours} hours: {reason}',
  },
  'access.decided': {
    severity: 'info',
    text: '“{operator}” has decided about the request of “{username}” for the role “{roleKey}” for {hours} hours: {decision}.',
  },
  'role.full-access': {
    severity: 'critical',
    text: 'The role “{roleKey}” may call every endpoint under /api/v1 now (rule {method} {path}), by “{operator}”.',
  },
  'confirmation.asked': {
    severity: 'warning',
    text: '“{operator}” asks a second administrator to confirm a change ({kinds}): confirmation {confirmationId}.',
  },
  'four-eyes.bypassed': {
    severity: 'critical',
    text: '“{operator}” has made a change on the machine that requires a second administrator over HTTP ({kinds}).',
  },
  'four-eyes.too-few-confirmers': {
    severity: 'critical',
    text: 'Changes that a second administrator has to confirm are refused: they require two enabled administrators whose role has no end, and the service has {count}.',
  },
  'key.added': { severity: 'warning', text: 'Key “{kid}” ({algorithm}) was added: its tokens are accepted.' },
  'key.signing': { severity: 'warning', text: 'Key “{kid}” ({algorithm}) signs new tokens now.' },
  'key.removed': { severity: 'warning', text: 'Key “{kid}” was removed: its tokens are refused.' },
  'log.tampered': { severity: 'critical', text: 'Entry {position} of the {log} {problem}.' },
  test: { severity: 'info', text: 'A test event. It is sent on request and is not stored.' },
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
    readonly fields: NewEventFields & Readonly<Record<NamesIn<(typeof EVENTS)[Kind]['text']>, Value>>
  }
}[EventKind]

/** An event as the API and webhooks return it. */
export interface Event {
  /** Increases by one with each event. */
  readonly id: number
  readonly kind: string
  readonly severity: string
  readonly time: string
  /** In English. */
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

/** Returns the English text of an event. A kind of another version has no text. */
export function eventText(kind: string, fields: EventFields): string {
  if (!isEventKind(kind)) return ''
  const text = EVENTS[kind].text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(fields[name] ?? ''))
  return fields.further === undefined ? text : `${text} Further findings: ${fields.further}.`
}
