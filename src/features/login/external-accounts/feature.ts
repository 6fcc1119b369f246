import type { Operations } from '../../../core/operations/operations.ts'
import type { UserAdministration } from '../../../core/user/users.ts'
import { codeAddressesOf } from '../messages/login-code.ts'
import { grantsOfIssuer } from './issuer-grants.ts'
import { createMappedUserAdministration } from './mapped-users.ts'
import { createUserLinkAdministration } from './user-links.ts'

interface AdministrationParts {
  readonly operations: Operations
  readonly userAdministration: UserAdministration
  readonly settings: {
    readonly login: Parameters<typeof grantsOfIssuer>[0] & Parameters<typeof codeAddressesOf>[0]
  }
}

export const externalAccountsFeature = {
  administration: ({ operations, userAdministration, settings }: AdministrationParts) => ({
    userLinkAdministration: createUserLinkAdministration(operations, (issuer) =>
      grantsOfIssuer(settings.login, issuer),
    ),
    mappedUserAdministration: createMappedUserAdministration({
      operations,
      userAdministration,
      codeAddresses: codeAddressesOf(settings.login),
    }),
  }),
}
