import { randomBytes } from 'node:crypto'
import { createRoleStore } from '../accounts/role/role.store.ts'
import { ADMIN_ROLE_KEY } from '../accounts/role/role.ts'
import { ENABLED } from '../accounts/status.ts'
import { createUserStore } from '../accounts/user/user.store.ts'
import { operatorFields } from '../administration/operator-event.ts'
import type { PasswordHashes } from '../authentication/password/password-hash.ts'
import { type PasswordRules, problemOfPassword } from '../authentication/password/password-rules.ts'
import type { RootDatabase } from '../database/database.ts'
import { appendToAuditLog } from '../logs/audit-log/audit-log.store.ts'
import { SERVICE } from '../logs/audit-log/operator.ts'
import { appendEvent } from '../observability/events/event.store.ts'
import { SettingsError } from '../settings/settings-error.ts'

const ADMIN_USERNAME = 'admin'

export interface FirstAdminOptions {
  readonly database: RootDatabase
  readonly hashes: PasswordHashes
  readonly now: () => number
  readonly passwordRules: PasswordRules
  /** The value of `CASTELLAN_ADMIN_PASSWORD`. */
  readonly adminPassword: string | undefined
  /** Whether the password must obey the rules, and a generated one is due for change at the first login. */
  readonly strongPasswordRequired: boolean
  /** Called with a warning if the password breaks the rules and they are not required. */
  readonly onWeakPassword: (warning: string) => void
}

/**
 * Creates the user `admin` if no user has the admin role. Returns its password if it was generated: the password is
 * stored nowhere.
 */
export async function createFirstAdmin(options: FirstAdminOptions): Promise<string | undefined> {
  const { database, hashes, now } = options
  const role = await createRoleStore(database).findByKey(ADMIN_ROLE_KEY)
  if (!role || (await createUserStore(database).isRoleHeld(role.roleId))) return undefined
  const given = options.adminPassword || undefined
  if (given !== undefined) checkPassword(given, options)
  const password = given ?? randomBytes(15).toString('base64url')
  const passwordHash = await hashes.hash(password)

  const isCreated = await database.transaction().execute(async (transaction) => {
    const users = createUserStore(transaction)
    // If several processes start together, one creates the admin while the others wait for the lock.
    await createRoleStore(transaction).lock(role.roleId)
    if (await users.isRoleHeld(role.roleId)) return false
    if ((await users.holdersOf([ADMIN_USERNAME])).size > 0) {
      throw new Error(
        `no user has the role "${ADMIN_ROLE_KEY}", and the user "${ADMIN_USERNAME}" has another role: create an admin with "castellan user add NAME --role ${ADMIN_ROLE_KEY}"`,
      )
    }
    const targetId = await users.insert(
      {
        username: ADMIN_USERNAME,
        passwordHash,
        roleId: role.roleId,
        status: ENABLED,
        // A printed password may be in the log of a container or a service manager.
        pwdChangeDue: given === undefined && options.strongPasswordRequired,
      },
      now(),
    )
    const change = { action: 'user.create', targetId, target: ADMIN_USERNAME } as const
    await appendToAuditLog(transaction, SERVICE, [change], now())
    const fields = { username: ADMIN_USERNAME, userId: targetId, change: 'first-admin' }
    await appendEvent(
      transaction,
      // Expected at the first start, so it is not an alarm.
      { kind: 'admin.granted', severity: 'info', fields: { ...fields, ...operatorFields(SERVICE) } },
      now(),
    )
    return true
  })
  return isCreated && given === undefined ? password : undefined
}

/** Throws if the password cannot be used, or breaks rules that are required. */
function checkPassword(password: string, options: FirstAdminOptions): void {
  const { passwordRules, strongPasswordRequired, onWeakPassword } = options
  const problem = passwordRules.problemOf(password, { username: ADMIN_USERNAME })
  if (problem === undefined) return
  const text = `CASTELLAN_ADMIN_PASSWORD: ${problem.en}`
  if (strongPasswordRequired || problemOfPassword(password) !== undefined) {
    throw new SettingsError(`${text} Fix: set another password, or remove the variable to have one generated`)
  }
  onWeakPassword(`${text} Change it soon.`)
}
