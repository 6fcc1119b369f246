import './server/http/protect.ts'
import './server/http/steps/request-identity.ts'

export type { Account } from './accounts/user/account.store.ts'
export type { AppLogin, AppLoginClient, AppLoginMethod } from './authentication/app/app-login-method.ts'
export type { CodeMessage, CodeSender } from './authentication/message/message-sender.ts'
export type {
  AccountDirectory,
  CredentialVerifier,
  LoginRequest,
} from './authentication/password/credential-verifier.ts'
export type { DataScope } from './authorization/data-scope/data-scope.ts'
export type { NoScopeReason, ResolvedScope } from './authorization/data-scope/resolve-scope.ts'
export type { ScopeColumns } from './authorization/data-scope/scope-columns.ts'
export type { SqlFilter, SqlFilterOptions } from './authorization/data-scope/sql-filter.ts'
export type { Allowed, CheckOptions, CheckResult, Refused } from './authorization/guard/guard.ts'
export type { CallHeaders, IncomingCall } from './authorization/guard/incoming-call.ts'
export type { RefusalResponse } from './authorization/guard/refusal-response.ts'
export type { ClassedRoute, RouteClass } from './authorization/guard/route-classes.ts'
export type { AppRoute } from './authorization/guard/route-registry.ts'
export {
  compareRoutesLock,
  formatRoutesLock,
  type RouteDifference,
} from './authorization/guard/routes-lock.ts'
export type { ShortLivedStore } from './cluster/short-lived/short-lived-store.ts'
export type { Identity } from './foundation/identity/identity.ts'
export { Refusal, type RefusalReason } from './foundation/refusal/refusal.ts'
export type { MetricsText } from './observability/metrics/metrics.ts'
export { loadSettings, type SettingsOptions } from './service/app-settings.ts'
export type { Replacements } from './service/replacements.ts'
export { createService, type Service } from './service/service.ts'
export type { Settings, SettingsInput } from './settings/declarations/declarations.ts'
export { SettingsError } from './settings/settings-error.ts'
