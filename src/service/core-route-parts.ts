import type { Health } from '../core/check/http/health.ts'
import type { Route, RouteLimits } from '../core/check/http/route.ts'
import type { AppMethodFields, LoginBodies } from '../core/login/endpoints/login-body.ts'
import type { Login } from '../core/login/login.ts'
import type { OfferedLogin } from '../core/login/offered-login.ts'
import type { RoleAuthorityOf } from '../core/operations/role-authority.ts'
import type { MyPassword } from '../core/password/my-password.ts'
import type { DatabaseServer } from '../platform/database/engine.ts'

/** What only endpoints use, features aside. */
export interface CoreRouteParts extends RouteLimits {
  readonly myPassword: MyPassword
  readonly roleAuthorityOf: RoleAuthorityOf
  readonly login: Login
  readonly loginBodies: LoginBodies
  /** The enabled login methods of the app. */
  readonly appMethods: readonly AppMethodFields[]
  readonly offeredLogins: readonly OfferedLogin[]
  /** Called before the app closes, which waits for open requests. */
  readonly beforeClose: readonly (() => void)[]
  readonly databaseNow: () => number
  /** Returns the version of the last change that this node has applied. */
  readonly changeVersion: () => number
  readonly health: () => Health
  /** Reads which database server this is. */
  readonly readDatabaseServer: () => Promise<DatabaseServer>
  /** The routes of the OpenAPI document, which is created after the start. */
  readonly documentedRoutes: () => readonly Route[]
}
