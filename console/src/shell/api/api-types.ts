import type { Schemas } from '../../../../packages/client/src/index.ts'

export type Access = Schemas['Access']
export type AccessRequest = Schemas['AccessRequest']
export type AuditLogEntry = Schemas['AuditLogEntry']
export type Confirmation = Schemas['Confirmation']
export type BlockedLogin = Schemas['Throttle']
export type Event = Schemas['Event']
export type ChangedRules = Schemas['ChangedRules']
export type CoveredRule = Schemas['CoveredRule']
export type Exclusion = Schemas['Exclusion']
export type Endpoint = Pick<Exclusion, 'method' | 'path'>
export type IdleUser = Schemas['IdleUser']
export type ListedUser = Schemas['User']
export type ListedRole = Schemas['ListedRole']
export type LoginLogEntry = Schemas['LoginLogEntry']
export type Overview = Schemas['Overview']
/** The logged-in user and the calls that the role permits. */
export type OwnInfo = Schemas['Info']
/** A login method that is enabled. A later version of the service may have others. */
export type OfferedMethod = Omit<Schemas['OfferedLogin'], 'method'> & { readonly method: string }
/** The answer to a captcha. */
export interface CaptchaAnswer {
  readonly uuid?: string
  readonly code?: string
}
export type SecondFactorState = Schemas['SecondFactorState']
export type Passkey = Schemas['Passkey']
export type LinkedAccount = Schemas['UserLink']
export type PolicyChange = Schemas['PolicyChange']
export type PolicyPreview = Schemas['PolicyPreview']
export type PolicyRule = Schemas['Rule']
export type RequestableRole = Schemas['RequestableRole']
export type RefusedRequest = Schemas['Refusal']
export type RefusalGroup = Schemas['RefusalGroup']
export type RefusalFacets = Schemas['RefusalFacets']
export type Department = Schemas['Department']
export type DepartmentTree = Schemas['DepartmentTree']
export type Reach = Schemas['Reach']
export type Role = Schemas['Role']
/** The rules of one side of a comparison of roles. */
export interface ComparedRules {
  readonly count: number
  readonly rules: readonly (Endpoint & { readonly isCovered?: boolean })[]
}
export type Route = Schemas['Route']
export type RoutePreview = Schemas['RoutePreview']
export type ServiceAccount = Schemas['ServiceAccount']
export type SameRights = Schemas['SameRights']
export type ScopeCheck = Schemas['ScopeCheck']
export type EmptyScope = Schemas['EmptyScope']
export type SuspendedUser = Schemas['SuspendedUser']
export type System = Schemas['System']
export type Session = Schemas['Session']
export type SessionsToEnd = Schemas['SessionsToEnd']
export type Status = Schemas['StatusChange']['status']
export type UnusedRule = Schemas['UnusedRule']
export type User = Schemas['Profile']
export type Verification = Schemas['Verification']

/** What a clean-up applies to: some entries of a report, or all of them. */
export type Selection<T> = 'all' | readonly T[]

export interface Page<T> {
  readonly list: readonly T[]
  readonly count: number
  readonly countCapped?: boolean
  readonly pageIndex: number
  readonly pageSize: number
  /** The position of the next page, in lists that can continue at a position. Null on the last page. */
  readonly next?: string | null
}

/** The values of a form, which the service checks, or of an entry of the audit log. */
export type Fields = Readonly<Record<string, unknown>>
/** A change of one of them, with its id and the fields that change. */
export type ScopeChange = { readonly [Kind in 'user' | 'role' | 'department']?: Fields }
export type Log = 'sys-login-log' | 'audit-log'
