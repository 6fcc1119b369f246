import { AUDIT_LOG_WORDS } from '../core/audit-log/audit-log-words.ts'
import type { AuditedAction } from '../core/audit-log/audited-action.ts'
import { CHECK_WORDS } from '../core/check/check-words.ts'
import { DEPARTMENT_WORDS } from '../core/department/department-words.ts'
import type { KindOfEvent } from '../core/events/kind-of-event.ts'
import { LOGIN_WORDS } from '../core/login/login-words.ts'
import { LOGIN_LOG_WORDS } from '../core/login-log/login-log-words.ts'
import { OPERATION_WORDS } from '../core/operations/operation-words.ts'
import { POLICY_WORDS } from '../core/permission/rules/policy-words.ts'
import { ROLE_WORDS } from '../core/role/role-words.ts'
import type { Advice, Words } from '../core/service/words.ts'
import { SESSION_WORDS } from '../core/session/session-words.ts'
import { USER_WORDS } from '../core/user/user-words.ts'
import type { TablesOf } from '../platform/database/migrations/table.ts'
import { PLATFORM_REFUSALS } from '../platform/refusal/platform-refusals.ts'
import type { ReasonResponse } from '../platform/refusal/reason-response.ts'
import {
  ACCESS_REQUEST_ROWS,
  ACCESS_REQUEST_TABLES,
} from './approval/access-requests/access-request-tables.ts'
import { ACCESS_REQUEST_WORDS } from './approval/access-requests/words.ts'
import { CONFIRMATION_TABLES } from './approval/four-eyes/confirmation-tables.ts'
import { FOUR_EYES_WORDS } from './approval/four-eyes/words.ts'
import { EXTERNAL_ACCOUNT_WORDS } from './login/external-accounts/words.ts'
import { PASSKEY_ROWS, PASSKEY_TABLES } from './login/passkeys/passkey-tables.ts'
import { PASSKEY_WORDS } from './login/passkeys/words.ts'
import { PASSWORD_LINK_ROWS, PASSWORD_LINK_TABLES } from './login/password-links/password-link-tables.ts'
import { PASSWORD_LINK_WORDS } from './login/password-links/words.ts'
import { SECOND_FACTOR_WORDS } from './login/second-factor/words.ts'
import {
  SERVICE_CREDENTIAL_ROWS,
  SERVICE_CREDENTIAL_TABLES,
} from './login/service-accounts/service-credential-tables.ts'
import { SERVICE_ACCOUNT_WORDS } from './login/service-accounts/words.ts'
import { EVENT_READ_ROWS, EVENT_READ_TABLES } from './monitoring/events/event-read-tables.ts'
import { WEBHOOK_TABLES } from './monitoring/events/webhook-tables.ts'
import { EVENT_WORDS } from './monitoring/events/words.ts'
import { LOG_VERIFICATION_WORDS } from './monitoring/log-verification/words.ts'
import { BACKUP_WORDS } from './operation/backup/words.ts'
import { CLUSTER_STATE_WORDS } from './operation/cluster-state/words.ts'
import { SYSTEM_IMPORT_WORDS } from './operation/system-import/words.ts'
import { REFUSAL_TABLES } from './policy/explain/refusal-tables.ts'
import { EXPLAIN_WORDS } from './policy/explain/words.ts'
import { REPORT_WORDS } from './policy/reports/words.ts'
import { USAGE_TABLES } from './policy/usage/usage-tables.ts'
import { USER_IMPORT_WORDS } from './policy/user-import/words.ts'
import { API_DOCS_WORDS } from './web/api-docs/words.ts'
import { FORWARD_AUTH_WORDS } from './web/forward-auth/words.ts'
import { GATEWAY_WORDS } from './web/gateway/words.ts'
import { GO_ADMIN_FRONT_END_WORDS } from './web/go-admin-front-end/words.ts'
import { MENU_WORDS } from './web/menus/words.ts'
import { OVERVIEW_WORDS } from './web/overview/words.ts'

/** The words of the platform, the core and the features. Documents list them in this order. */
const ALL = [
  LOGIN_WORDS,
  CHECK_WORDS,
  SESSION_WORDS,
  USER_WORDS,
  ROLE_WORDS,
  DEPARTMENT_WORDS,
  POLICY_WORDS,
  OPERATION_WORDS,
  LOGIN_LOG_WORDS,
  AUDIT_LOG_WORDS,
  LOG_VERIFICATION_WORDS,
  EVENT_WORDS,
  SECOND_FACTOR_WORDS,
  SERVICE_ACCOUNT_WORDS,
  PASSKEY_WORDS,
  PASSWORD_LINK_WORDS,
  EXTERNAL_ACCOUNT_WORDS,
  FOUR_EYES_WORDS,
  ACCESS_REQUEST_WORDS,
  EXPLAIN_WORDS,
  REPORT_WORDS,
  USER_IMPORT_WORDS,
  FORWARD_AUTH_WORDS,
  GATEWAY_WORDS,
  API_DOCS_WORDS,
  OVERVIEW_WORDS,
  MENU_WORDS,
  GO_ADMIN_FRONT_END_WORDS,
  BACKUP_WORDS,
  CLUSTER_STATE_WORDS,
  SYSTEM_IMPORT_WORDS,
  { refusals: PLATFORM_REFUSALS },
] as const satisfies readonly Words[]

export const WORDS: readonly Words[] = ALL

type Declared<Kind extends keyof Words, One = (typeof ALL)[number]> =
  One extends Readonly<Record<Kind, infer Value>> ? Value : never
type KeyOf<Value> = Value extends unknown ? keyof Value : never

export type RefusalReason = KeyOf<Declared<'refusals'>>
export type AuditAction = KeyOf<Declared<'auditActions'>>
export type EventKind = KeyOf<Declared<'events'>>
export type EventField = Declared<'eventFields'>[number]
export type Thing = KeyOf<Declared<'things'>>

/** The English text of a kind of event. */
export type EventTextOf<Kind extends EventKind, Events = Declared<'events'>> =
  Events extends Readonly<Record<Kind, { readonly text: { readonly en: infer Text } }>> ? Text : never

export const REFUSALS: Readonly<Record<RefusalReason, ReasonResponse>> = all('refusals')
export const ADVICE: Readonly<Record<string, Advice>> = all('advice')
export const ACTIONS: Readonly<Record<AuditAction, AuditedAction>> = all('auditActions')
export const EVENTS: Readonly<Record<EventKind, KindOfEvent>> = all('events')
export const THINGS: Readonly<Record<Thing, string>> = all('things')
export const TAGS: Readonly<Record<string, string>> = all('tags')

export const EVENT_FIELDS: readonly string[] = WORDS.flatMap(({ eventFields }) => eventFields ?? [])
export const PATHS = WORDS.flatMap(({ paths }) => Object.entries(paths ?? {}))

/** The reasons for which features refuse what the core does. */
export const CHANGE_REFUSALS = {
  ofAnything: changeRefusals('ofAnything'),
  ofUsers: changeRefusals('ofUsers'),
  ofNewUsers: changeRefusals('ofNewUsers'),
}

/** Returns all words of a kind. */
function all(kind: 'refusals' | 'advice' | 'auditActions' | 'events' | 'things' | 'tags') {
  return Object.assign({}, ...WORDS.map((words) => words[kind]))
}

function changeRefusals(of: 'ofAnything' | 'ofUsers' | 'ofNewUsers'): readonly RefusalReason[] {
  const isReason = (reason: string): reason is RefusalReason => Object.hasOwn(REFUSALS, reason)
  return WORDS.flatMap((words) => words.changeRefusals?.[of] ?? []).filter(isReason)
}

/** The tables of features. */
export const FEATURE_TABLES = {
  ...WEBHOOK_TABLES,
  ...EVENT_READ_TABLES,
  ...SERVICE_CREDENTIAL_TABLES,
  ...PASSKEY_TABLES,
  ...PASSWORD_LINK_TABLES,
  ...CONFIRMATION_TABLES,
  ...ACCESS_REQUEST_TABLES,
  ...USAGE_TABLES,
  ...REFUSAL_TABLES,
} as const

export type FeatureTables = TablesOf<typeof FEATURE_TABLES>

/** The tables with rows that are deleted with a user, and the column with the id of the user. */
export const ROWS_OF_FEATURES = {
  ...PASSKEY_ROWS,
  ...SERVICE_CREDENTIAL_ROWS,
  ...PASSWORD_LINK_ROWS,
  ...ACCESS_REQUEST_ROWS,
  ...EVENT_READ_ROWS,
} as const
