import { type Route, type RouteLimits, route } from '../../../core/check/http/route.ts'
import type { ChangeReview, Operations } from '../../../core/operations/operations.ts'
import type { ServiceContext } from '../../../core/service/context.ts'
import type { RootDatabase } from '../../../platform/database/database.ts'
import { inTransaction } from '../../../platform/database/query/transaction.ts'
import { compressed } from '../../../platform/http/responses/compressed.ts'
import { grantsOfIssuer } from '../../login/external-accounts/issuer-grants.ts'
import { createConfirmationStore } from './confirmation.store.ts'
import { createConfirmationAdministration } from './confirmations.ts'
import { confirmationRoutes } from './confirmations-endpoints.ts'
import { problemOfConfirmers, reportTooFewConfirmers } from './confirmers.ts'
import { createFourEyes, type FourEyesOptions } from './four-eyes.ts'
import { assertNoChangeOfSuspended } from './suspended-users.ts'
import { createSuspensionStore } from './suspension.store.ts'
import { createSuspensionAdministration } from './suspensions.ts'
import { suspensionRoutes } from './suspensions-endpoints.ts'

const KEPT_DAYS = 90

type RouteParts = RouteLimits &
  Parameters<typeof confirmationRoutes>[0] &
  Parameters<typeof suspensionRoutes>[0]

interface Settings {
  readonly login: Parameters<typeof grantsOfIssuer>[0]
  readonly administration: { readonly fourEyes: Pick<FourEyesOptions, 'operations' | 'minutes'> }
}

interface ReviewParts extends Pick<FourEyesOptions, 'rolesInSettings' | 'onBypass'> {
  readonly settings: Settings
  /** True: nothing is carried out, so nothing needs a confirmation. */
  readonly isDryRun: boolean
}

interface AdministrationParts extends Pick<ReviewParts, 'settings' | 'isDryRun'> {
  readonly operations: Operations
}

interface StartParts extends Pick<ServiceContext, 'now' | 'reporter'> {
  readonly settings: Settings
  readonly storage: { readonly database: RootDatabase }
}

function isOn({ settings, isDryRun }: Pick<ReviewParts, 'settings' | 'isDryRun'>): boolean {
  return settings.administration.fourEyes.operations.length > 0 && !isDryRun
}

export const fourEyesFeature = {
  stores: (database: RootDatabase) => ({
    confirmations: createConfirmationStore(database),
    suspensions: createSuspensionStore(database),
  }),
  deleteExpired: (database: RootDatabase, daysAgo: (days: number) => number) =>
    createConfirmationStore(database).deleteExpired(daysAgo(KEPT_DAYS)),
  /** Returns the review of all changes. */
  review(parts: ReviewParts): ChangeReview {
    const { settings, rolesInSettings, onBypass } = parts
    const grantsOf = (issuer: string) => grantsOfIssuer(settings.login, issuer)
    const review = isOn(parts)
      ? createFourEyes({ ...settings.administration.fourEyes, rolesInSettings, grantsOf, onBypass })
      : async () => {}
    return async (operation, noted) => {
      await assertNoChangeOfSuspended(operation, noted)
      await review(operation, noted)
    }
  },
  administration: ({ operations, ...parts }: AdministrationParts) => ({
    confirmationAdministration: createConfirmationAdministration(operations),
    suspensionAdministration: createSuspensionAdministration(operations, { hasFourEyes: isOn(parts) }),
  }),
  /**
   * Reports that changes need a second administrator and there are not two. The service starts, so that a change of groups at a
   * directory does not end logins.
   */
  async afterStart({ settings, storage, reporter, now }: StartParts): Promise<void> {
    if (!isOn({ settings, isDryRun: false })) return
    try {
      const count = await inTransaction(storage.database, (transaction) =>
        reportTooFewConfirmers(transaction, now()),
      )
      const problem = problemOfConfirmers(count)
      if (problem) reporter.warn(`${problem.found}. Fix: ${problem.fix}`)
    } catch (error) {
      reporter.problem(error, 'the number of administrators who confirm changes cannot be read')
    }
  },
  loginPageFields: ({ settings }: Pick<ReviewParts, 'settings'>) => ({
    fourEyes: isOn({ settings, isDryRun: false }),
  }),
  routes(parts: RouteParts): Route[] {
    const { usual } = parts.limits
    const confirmation = confirmationRoutes(parts)
    const suspension = suspensionRoutes(parts)
    return [
      route('GET', '/user/confirmation', 'identity', confirmation.own, usual),
      route('DELETE', '/user/confirmation/:id', 'identity', confirmation.withdraw, usual),
      route('POST', '/sys-user/:id/suspension', 'scoped', suspension.suspend, usual),
      route('PUT', '/sys-user/:id/suspension', 'scoped', suspension.decide, usual),
      route('GET', '/confirmation', 'all-only', compressed(confirmation.list), usual),
      route('PUT', '/confirmation/:id', 'all-only', confirmation.decide, usual),
    ]
  },
}
