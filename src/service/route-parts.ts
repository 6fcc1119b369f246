import type { Health } from '../core/check/http/health.ts'
import type { Route } from '../core/check/http/route.ts'
import type { RouteRegistry } from '../core/check/routes/route-registry.ts'
import type { Departments } from '../core/data-scope/departments.ts'
import type { ScopeOf } from '../core/data-scope/scope-of.ts'
import type { Captcha } from '../core/login/captcha/captcha.ts'
import type { AppMethodFields } from '../core/login/endpoints/login-body.ts'
import type { Login } from '../core/login/login.ts'
import type { LoginLog } from '../core/login-log/login-log.ts'
import type { RoleAuthorityOf } from '../core/operations/role-authority.ts'
import type { OwnPassword } from '../core/password/own-password.ts'
import type { ExclusionList } from '../core/permission/exclusion-list.ts'
import type { Permission } from '../core/permission/permission.ts'
import type { Sessions } from '../core/session/session.ts'
import type { Behaviour } from '../core/settings/mode.ts'
import type { Keys } from '../core/token/keys/keys.ts'
import type { OidcLogin } from '../features/login/oidc/oidc-login.ts'
import type { LoginCodes } from '../features/login/one-time-codes/login-codes.ts'
import type { OwnPasskeys } from '../features/login/passkeys/own-passkeys.ts'
import type { PasskeyLogin } from '../features/login/passkeys/passkey-login.ts'
import type { ForgottenPassword } from '../features/login/password-links/forgotten-password.ts'
import type { Invitations } from '../features/login/password-links/invitations.ts'
import type { PasswordByLink } from '../features/login/password-links/password-by-link.ts'
import type { OwnSecondFactor } from '../features/login/second-factor/own-second-factor.ts'
import type { SecondFactors } from '../features/login/second-factor/second-factor.ts'
import type { LoginMethodName } from '../features/login-methods.ts'
import type { EventStreams } from '../features/monitoring/events/event-streams.ts'
import type { RefusalRecorder } from '../features/policy/explain/refusal-recorder.ts'
import type { PreviewPolicy } from '../features/policy/preview/policy-preview.ts'
import type { PreviewScope } from '../features/policy/preview/scope-preview.ts'
import type { Reports } from '../features/policy/reports/reports.ts'
import type { Settings } from '../features/settings.ts'
import type { DatabaseServer } from '../platform/database/engine.ts'
import type { Identity } from '../platform/http/call/identity.ts'
import type { RateLimit } from '../platform/http/call/rate-limit.ts'
import type { Administration } from './administration.ts'
import type { Stores } from './stores.ts'

/** A login method as login pages offer it. Methods with several providers are offered once per provider. */
export interface OfferedLogin {
  readonly method: LoginMethodName
  readonly captchaRequired: boolean
  /** Where one-time codes are sent to. */
  readonly channels?: readonly string[]
  /** The name of an identity provider. */
  readonly provider?: string
  /** The name of an identity provider, or of a method of the app, for people. */
  readonly label?: string
}

/** What the endpoints use. The function of a resource names its parts in its parameter. */
export interface RouteParts extends Stores, Administration {
  readonly settings: Settings
  readonly behaviour: Behaviour
  readonly reports: Reports
  readonly ownPassword: OwnPassword
  readonly secondFactors: SecondFactors
  readonly ownSecondFactor: OwnSecondFactor
  readonly ownPasskeys: OwnPasskeys
  readonly previewPolicy: PreviewPolicy
  readonly previewScope: PreviewScope
  readonly roleAuthorityOf: RoleAuthorityOf
  readonly registry: RouteRegistry
  readonly rateLimit: RateLimit
  readonly loginRateLimit: RateLimit
  readonly captcha: Captcha
  readonly login: Login
  /** Undefined if the method is not enabled. */
  readonly loginCodes: LoginCodes | undefined
  readonly oidcLogin: OidcLogin | undefined
  readonly passkeyLogin: PasskeyLogin | undefined
  /** Each is undefined if the settings do not enable it. */
  readonly invitations: Invitations | undefined
  readonly forgottenPassword: ForgottenPassword | undefined
  readonly passwordByLink: PasswordByLink | undefined
  /** The enabled login methods of the app. */
  readonly appMethods: readonly AppMethodFields[]
  readonly offeredLogins: readonly OfferedLogin[]
  readonly sessions: Sessions
  readonly loginLog: LoginLog
  readonly eventStreams: EventStreams
  readonly exclusionList: ExclusionList
  readonly permission: Permission
  readonly scopeOf: ScopeOf
  /** The departments that data scopes are resolved with. */
  readonly departmentsInForce: Pick<Departments, 'current'>
  /** Reads the department of the caller, unless it is known. */
  readonly readDepartment: (identity: Identity) => Promise<void> | undefined
  /** Returns the version of the last change that this node has applied. */
  readonly changeVersion: () => number
  readonly refusalRecorder: Pick<RefusalRecorder, 'flush'>
  readonly keys: Keys
  readonly health: () => Health
  /** Reads which database server this is. */
  readonly readDatabaseServer: () => Promise<DatabaseServer>
  /** The routes of the OpenAPI document, which is created after the start. */
  readonly documentedRoutes: () => readonly Route[]
  readonly now: () => number
  /** The time of the database, by which roles end and requests expire. */
  readonly databaseNow: () => number
}
