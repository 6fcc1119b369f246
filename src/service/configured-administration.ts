import { type Administration, createAdministration } from '../administration/administration.ts'
import { grantsOfIssuer } from '../administration/mapping/issuer-grants.ts'
import { requiresSecondFactor } from '../authentication/second-factor/second-factor.ts'
import type { ChangeWriter } from '../cluster/change-feed/change-writer.ts'
import type { Settings } from '../settings/declarations/declarations.ts'
import { codeAddressesOf } from '../settings/login-code.ts'

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
