import { createRoleRights } from '../../administration/four-eyes/administration-rights.ts'
import { problemOfConfirmers } from '../../administration/four-eyes/confirmers.ts'
import type { Database } from '../../database/database.ts'
import type { NamedRole } from '../../settings/named-roles.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

/** The settings with which directories and identity providers grant roles. */
const MAPPINGS = /^login\.(?:ldap|oidc)\./

/** Reports too few administrators, and the mappings that grant administration rights without a second administrator. */
export async function checkFourEyes(
  database: Database,
  {
    operations,
    admins,
    named,
  }: {
    readonly operations: readonly string[]
    /** How many enabled users have the role `admin` without an end. */
    readonly admins: number
    readonly named: readonly NamedRole[]
  },
): Promise<readonly Finding[]> {
  if (operations.length === 0) return []
  const rightsOf = createRoleRights(database)
  const tooFew = problemOfConfirmers(admins)
  const findings = tooFew ? [problem(tooFew.found, tooFew.fix)] : [ok(`${admins} admins confirm changes`)]
  for (const { key, roleKey } of named) {
    if (!MAPPINGS.test(key) || (await rightsOf(roleKey)) === 'none') continue
    findings.push(
      warning(
        `${key} grants the role ${JSON.stringify(roleKey)} with administration rights, which no second administrator confirms`,
        'Make sure that two people decide about it at the directory or the identity provider, or map another role.',
      ),
    )
  }
  return findings
}
