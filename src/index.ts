import './core/check/http/protect.ts'
import './core/check/http/request-identity.ts'

export type { Allowed, CheckOptions, CheckResult, Refused } from './core/check/guard.ts'
export type { ClassedRoute, RouteClass } from './core/check/routes/route-classes.ts'
export type { AppRoute } from './core/check/routes/route-registry.ts'
export {
  compareRoutesLock,
  formatRoutesLock,
  type RouteDifference,
} from './core/check/routes/routes-lock.ts'
export type { DataScope } from './core/data-scope/data-scope.ts'
export type { NoScopeReason, ResolvedScope } from './core/data-scope/resolve-scope.ts'
export type { ScopeColumns } from './core/data-scope/scope-columns.ts'
export type { SqlFilter, SqlFilterOptions } from './core/data-scope/sql-filter.ts'
export type { AppLogin, AppLoginClient, AppLoginMethod } from './core/login/app/app-login-method.ts'
export type {
  AccountDirectory,
  CredentialVerifier,
  LoginRequest,
} from './core/password/credential-verifier.ts'
export type { Account } from './core/user/account.store.ts'
export type { CodeMessage, CodeSender } from './features/login/messages/message-sender.ts'
export type { Settings, SettingsInput } from './features/settings.ts'
export type { ShortLivedStore } from './platform/cluster/short-lived/short-lived-store.ts'
export type { Identity } from './platform/http/call/identity.ts'
export type { CallHeaders, IncomingCall } from './platform/http/call/incoming-call.ts'
export type { RefusalResponse } from './platform/http/call/refusal-response.ts'
export type { MetricsText } from './platform/observability/metrics.ts'
export { Refusal, type RefusalReason } from './platform/refusal/refusal.ts'
export { SettingsError } from './platform/settings/settings-error.ts'
export { loadSettings, type SettingsOptions } from './service/app-settings.ts'
export type { Replacements } from './service/replacements.ts'
export { createService, type Service } from './service/service.ts'
