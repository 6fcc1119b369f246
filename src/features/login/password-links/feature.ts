import type { Operator } from '../../../core/audit-log/operator.ts'
import { type Route, type RouteLimits, route } from '../../../core/check/http/route.ts'
import type { Operations } from '../../../core/operations/operations.ts'
import type { ServiceContext } from '../../../core/service/context.ts'
import type { UserAdministration, UserToAdd } from '../../../core/user/users.ts'
import type { RootDatabase } from '../../../platform/database/database.ts'
import type { Language } from '../../../platform/refusal/refusal.ts'
import { invitationRoute } from './invitation-endpoint.ts'
import type { Invitations } from './invitations.ts'
import { createPasswordLinkStore } from './password-link.store.ts'
import { passwordLinkRoutes } from './password-link-endpoints.ts'
import { createPasswordLinkParts } from './password-link-parts.ts'
import { problemOfPasswordLinks } from './password-link-settings.ts'

type RouteParts = RouteLimits &
  Parameters<typeof invitationRoute>[0] &
  Parameters<typeof passwordLinkRoutes>[0]

interface CommandParts extends Pick<ServiceContext, 'settings'> {
  readonly operations: Operations
  readonly userAdministration: UserAdministration
  readonly operator: Operator
}

export const passwordLinksFeature = {
  stores: (database: RootDatabase) => ({ passwordLinks: createPasswordLinkStore(database) }),
  deleteExpired: (database: RootDatabase, daysAgo: (days: number) => number) =>
    createPasswordLinkStore(database).deleteExpired(daysAgo(1)),
  login: createPasswordLinkParts,
  commandParts({ settings, operations, userAdministration, operator }: CommandParts) {
    const invited = async <Result>(work: (invitations: Invitations) => Promise<Result>): Promise<Result> => {
      // Loaded here: the other commands start faster without it.
      const { withInvitations } = await import('./with-invitations.ts')
      const problem = problemOfPasswordLinks(settings)
      return withInvitations({ operations, userAdministration, settings, problem }, work)
    }
    return {
      /** Adds a user without a password, and sends the user a link to set it. */
      addInvited: (user: Omit<UserToAdd, 'password'>, language: Language) =>
        invited(({ add }) => add(operator, user, language)),
      /** Sends a user a link to set the password. */
      invite: (userId: number, language: Language) =>
        invited(({ invite }) => invite(operator, userId, language)),
    }
  },
  loginPageFields({ invitations, forgottenPassword }: Pick<RouteParts, 'invitations' | 'forgottenPassword'>) {
    const invitation = invitations ? (['invitation'] as const) : []
    const forgotten = forgottenPassword ? (['forgotten'] as const) : []
    return { passwordLinks: [...invitation, ...forgotten] }
  },
  routes(parts: RouteParts): Route[] {
    const { usual, strict } = parts.limits
    const link = passwordLinkRoutes(parts)
    return [
      route('POST', '/forgotten-password', 'none', link.request, strict),
      route('POST', '/password-link', 'none', link.set, strict),
      route('POST', '/sys-user/:id/invitation', 'scoped', invitationRoute(parts), usual),
    ]
  },
}
