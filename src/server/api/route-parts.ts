import type { Administration } from '../../administration/administration.ts'
import type { OwnPasskeys } from '../../administration/own/own-passkeys.ts'
import type { OwnPassword } from '../../administration/own/own-password.ts'
import type { OwnSecondFactor } from '../../administration/own/own-second-factor.ts'
import type { ForgottenPassword } from '../../administration/password-link/forgotten-password.ts'
import type { Invitations } from '../../administration/password-link/invitations.ts'
import type { PasswordByLink } from '../../administration/password-link/password-by-link.ts'
import type { PreviewPolicy } from '../../administration/preview/policy-preview.ts'
import type { PreviewScope } from '../../administration/preview/scope-preview.ts'
import type { RoleAuthorityOf } from '../../administration/role-authority.ts'
import type { Stores } from '../../administration/stores.ts'
import type { Captcha } from '../../authentication/captcha/captcha.ts'
import type { LoginCodes } from '../../authentication/code/login-codes.ts'
import type { Login } from '../../authentication/login/login.ts'
import type { OidcLogin } from '../../authentication/oidc/oidc-login.ts'
import type { PasskeyLogin } from '../../authentication/passkey/passkey-login.ts'
import type { SecondFactors } from '../../authentication/second-factor/second-factor.ts'
import type { Sessions } from '../../authentication/session/session.ts'
import type { Keys } from '../../authentication/token/keys.ts'
import type { Departments } from '../../authorization/data-scope/departments.ts'
import type { ScopeOf } from '../../authorization/data-scope/scope-of.ts'
import type { RefusalRecorder } from '../../authorization/explain/refusal-recorder.ts'
import type { RateLimit } from '../../authorization/guard/rate-limit.ts'
import type { RouteRegistry } from '../../authorization/guard/route-registry.ts'
import type { ExclusionList } from '../../authorization/permission/exclusion-list.ts'
import type { Permission } from '../../authorization/permission/permission.ts'
import type { Reports } from '../../authorization/reports/reports.ts'
import type { DatabaseServer } from '../../database/engine.ts'
import type { Identity } from '../../foundation/identity/identity.ts'
import type { LoginLog } from '../../logs/login-log/login-log.ts'
import type { Settings } from '../../settings/declarations/declarations.ts'
import type { LoginMethodName } from '../../settings/login-methods.ts'
import type { Behaviour } from '../../settings/mode.ts'
import type { EventStreams } from './administration/event-streams.ts'
import type { AppMethodFields } from './login/login-body.ts'
import type { Route } from './route.ts'
import type { Health } from './system/health.ts'

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
