import { type Route, type RouteLimits, route } from '../../../core/check/http/route.ts'
import type { Operations } from '../../../core/operations/operations.ts'
import type { RootDatabase } from '../../../platform/database/database.ts'
import { compressed } from '../../../platform/http/responses/compressed.ts'
import { requiresSecondFactor } from '../second-factor/second-factor.ts'
import { followOwners } from './owner-rights.ts'
import { createServiceAccountStore } from './service-account.store.ts'
import { createServiceAccountLogin } from './service-account-parts.ts'
import { createServiceAccountAdministration, createServiceAccountChangeCheck } from './service-accounts.ts'
import { serviceAccountRoutes } from './service-accounts-endpoints.ts'
import { createServiceCredentialStore } from './service-credential.store.ts'
import { assertionLoginBody, serviceLoginBody } from './service-login-bodies.ts'
import { createUsedAssertionStore } from './used-assertion.store.ts'

interface SettingsParts {
  readonly settings: {
    readonly login: { readonly secondFactor: { readonly requiredRoles: readonly string[] } }
  }
}

interface AdministrationParts extends SettingsParts {
  readonly operations: Operations
}

type RouteParts = RouteLimits & Parameters<typeof serviceAccountRoutes>[0]

export const serviceAccountsFeature = {
  stores: (database: RootDatabase) => ({
    serviceAccounts: createServiceAccountStore(database),
    serviceCredentials: createServiceCredentialStore(database),
  }),
  deleteExpired: (database: RootDatabase, daysAgo: (days: number) => number) =>
    createUsedAssertionStore(database).deleteExpired(daysAgo(1)),
  beforeCommit: followOwners,
  /** Refuses changes of users that a program may not get. */
  userCheck: (parts: SettingsParts) => createServiceAccountChangeCheck(secondFactorOf(parts)),
  administration: (parts: AdministrationParts) => ({
    serviceAccountAdministration: createServiceAccountAdministration(parts.operations, secondFactorOf(parts)),
  }),
  login: createServiceAccountLogin,
  loginBodies: { service: serviceLoginBody, assertion: assertionLoginBody },
  routes(parts: RouteParts): Route[] {
    const { usual } = parts.limits
    const account = serviceAccountRoutes(parts)
    return [
      route('GET', '/user/service-account', 'identity', account.waiting, usual),
      route('POST', '/user/service-account/:id/accept', 'identity', account.accept, usual),
      route('GET', '/service-account', 'scoped', compressed(account.list), usual),
      route('POST', '/service-account', 'scoped', account.add, usual),
      route('GET', '/service-account/:id', 'scoped', account.one, usual),
      route('PUT', '/service-account/:id', 'scoped', account.change, usual),
      route('POST', '/service-account/:id/secret', 'scoped', account.addSecret, usual),
      route('DELETE', '/service-account/:id/secret/:secretId', 'scoped', account.removeSecret, usual),
      route('POST', '/service-account/:id/key', 'scoped', account.addKey, usual),
      route('DELETE', '/service-account/:id/key/:keyId', 'scoped', account.removeKey, usual),
    ]
  },
}

/** Returns a function that returns whether a role requires a second factor, which programs do not have. */
function secondFactorOf({ settings }: SettingsParts) {
  return (roleKey: string) => requiresSecondFactor(settings.login.secondFactor.requiredRoles, roleKey)
}
