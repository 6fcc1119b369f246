import { grantsOfIssuer } from '../features/login/external-accounts/issuer-grants.ts'
import { codeAddressesOf } from '../features/login/messages/login-code.ts'
import { requiresSecondFactor } from '../features/login/second-factor/second-factor.ts'
import type { Settings } from '../features/settings.ts'
import type { ChangeWriter } from '../platform/cluster/change-feed/change-writer.ts'
import { type Administration, createAdministration } from './administration.ts'

type AdministrationOptions = Required<Parameters<typeof createAdministration>[0]>
type PartName = 'hashes' | 'passwordRules' | 'exclusionList' | 'rolesInSettings' | 'now' | 'databaseNow'

/** Creates the administration with the options that the settings name, for the service and for commands. */
export function createConfiguredAdministration(
  { settings, ...parts }: Pick<AdministrationOptions, PartName> & { readonly settings: Settings },
  changes: ChangeWriter,
  fourEyes?: AdministrationOptions['fourEyes'],
): Administration {
  const { login, usage, administration } = settings
  return createAdministration({
    changes,
    hashes: parts.hashes,
    passwordRules: parts.passwordRules,
    exclusionList: parts.exclusionList,
    codeAddresses: codeAddressesOf(login),
    usageKeepDays: usage.keepDays,
    rolesInSettings: parts.rolesInSettings,
    requestableRoles: administration.requests,
    grantsOf: (issuer) => grantsOfIssuer(login, issuer),
    requiresSecondFactor: (roleKey) => requiresSecondFactor(login.secondFactor.requiredRoles, roleKey),
    fourEyes,
    now: parts.now,
    databaseNow: parts.databaseNow,
  })
}
