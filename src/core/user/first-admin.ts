import { randomBytes } from 'node:crypto'
import type { RootDatabase } from '../../platform/database/database.ts'
import { SettingsError } from '../../platform/settings/settings-error.ts'
import { appendToAuditLog } from '../audit-log/audit-log.store.ts'
import { SERVICE } from '../audit-log/operator.ts'
import { appendEvent } from '../events/event.store.ts'
import { operatorFields } from '../operations/operator-event.ts'
import type { PasswordHashes } from '../password/password-hash.ts'
import { type PasswordRules, problemOfPassword } from '../password/password-rules.ts'
import { createRoleStore, type RoleStore } from '../role/role.store.ts'
import { ADMIN_ROLE_KEY } from '../role/role.ts'
import { createRoleHolderStore, type RoleHolderStore } from '../role/role-holder.store.ts'
import type { ServiceContext } from '../service/context.ts'
import { ENABLED } from './status.ts'
import { createUserStore } from './user.store.ts'

const ADMIN_USERNAME = 'admin'

interface Parts extends Pick<ServiceContext, 'behaviour' | 'now' | 'reporter'> {
  readonly hashes: PasswordHashes
  readonly passwordRules: PasswordRules
  readonly storage: {
    readonly database: RootDatabase
    readonly roles: RoleStore
    readonly roleHolders: RoleHolderStore
  }
}

/**
 * Creates the user `admin` if no user has the admin role. Returns its password if it was generated: the password is
 * stored nowhere. `adminPassword` is the value of `CASTELLAN_ADMIN_PASSWORD`.
 */
export async function createFirstAdmin(
  parts: Parts,
  adminPassword: string | undefined,
): Promise<string | undefined> {
  const { storage, behaviour, hashes, now } = parts
  const { database } = storage
  const role = await storage.roles.findByKey(ADMIN_ROLE_KEY)
  if (!role || (await storage.roleHolders.isRoleHeld(role.roleId))) return undefined
  const given = adminPassword || undefined
  if (given !== undefined) checkPassword(given, parts)
  const password = given ?? randomBytes(15).toString('base64url')
  const passwordHash = await hashes.hash(password)

  const isCreated = await database.transaction().execute(async (transaction) => {
    const users = createUserStore(transaction)
    // If several processes start together, one creates the admin while the others wait for the lock.
    await createRoleStore(transaction).lock(role.roleId)
    if (await createRoleHolderStore(transaction).isRoleHeld(role.roleId)) return false
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
        pwdChangeDue: given === undefined && behaviour.strongFirstPasswordRequired,
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
function checkPassword(password: string, { passwordRules, behaviour, reporter }: Parts): void {
  const problem = passwordRules.problemOf(password, { username: ADMIN_USERNAME })
  if (problem === undefined) return
  const text = `CASTELLAN_ADMIN_PASSWORD: ${problem.en}`
  if (behaviour.strongFirstPasswordRequired || problemOfPassword(password) !== undefined) {
    throw new SettingsError(`${text} Fix: set another password, or remove the variable to have one generated`)
  }
  reporter.warn(`${text} Change it soon.`)
}
