import { randomBytes } from 'node:crypto'
import { SERVICE } from './administration/operator.ts'
import { operatorFields } from './administration/operator-event.ts'
import { appendToAuditLog } from './audit-log/audit-log.store.ts'
import type { RootDatabase } from './database/database.ts'
import { appendEvent } from './events/event.store.ts'
import type { PasswordHashes } from './login/password-hash.ts'
import { createRoleStore } from './role/role.store.ts'
import { ADMIN_ROLE_KEY } from './role/role.ts'
import { type PasswordRules, problemOfPassword } from './user/password-rules.ts'
import { createUserStore } from './user/user.store.ts'
import { ENABLED } from './user/user.ts'

const ADMIN_USERNAME = 'admin'

export interface FirstAdminOptions {
  readonly database: RootDatabase
  readonly hashes: PasswordHashes
  readonly now: () => number
  readonly passwordRules: PasswordRules
  /** The value of `CASTELLAN_ADMIN_PASSWORD`. */
  readonly adminPassword: string | undefined
  /** Called with a warning if the password breaks the password rules. */
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
  const problem = given === undefined ? undefined : problemOfPassword(given)
  if (problem !== undefined) throw new Error(`CASTELLAN_ADMIN_PASSWORD: ${problem.en}`)
  const weakness = given === undefined ? undefined : options.passwordRules.problemOf(given)
  if (weakness !== undefined)
    options.onWeakPassword(`CASTELLAN_ADMIN_PASSWORD: ${weakness.en} Change it soon.`)
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
    const user = { username: ADMIN_USERNAME, passwordHash, roleId: role.roleId, status: ENABLED } as const
    const targetId = await users.insert(user, now())
    const change = { action: 'user.create', targetId, target: ADMIN_USERNAME } as const
    await appendToAuditLog(transaction, SERVICE, [change], now())
    const fields = { username: ADMIN_USERNAME, userId: targetId, change: 'first-admin' }
    await appendEvent(
      transaction,
      { kind: 'admin.granted', fields: { ...fields, ...operatorFields(SERVICE) } },
      now(),
    )
    return true
  })
  return isCreated && given === undefined ? password : undefined
}
