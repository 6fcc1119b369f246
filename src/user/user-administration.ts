import { type Changed, type ChangeWriter, writeChange } from '../change-feed/change-writer.ts'
import type { Transaction } from '../database/database.ts'
import { isUniqueViolation } from '../database/database-error.ts'
import type { PasswordHashes } from '../login/password-hash.ts'
import { Refusal } from '../refusal.ts'
import { createRoleStore } from '../role/role.store.ts'
import { ADMIN_ROLE_KEY } from '../role/role.ts'
import { createRevocationStore } from '../token/revocation.store.ts'
import { problemOfPassword } from './password-rules.ts'
import { createUserStore } from './user.store.ts'
import { DISABLED, ENABLED, type Status, type User } from './user.ts'
import { problemOfDetails, problemOfUsername, type UserDetails } from './user-fields.ts'

export interface UserToAdd extends UserDetails {
  readonly username: string
  readonly password: string
  readonly roleKey: string
}

export interface UserAdministration {
  add(user: UserToAdd): Promise<Changed<User>>
  /** Every token of the user dies. */
  setPassword(username: string, password: string): Promise<Changed<User>>
  /** Disabling kills every token of the user. */
  setStatus(username: string, status: Status): Promise<Changed<User>>
}

export interface UserAdministrationOptions {
  readonly changes: ChangeWriter
  readonly hashes: PasswordHashes
  readonly now: () => number
}

export function createUserAdministration(options: UserAdministrationOptions): UserAdministration {
  const { changes, hashes, now } = options

  return {
    async add({ username, password, roleKey, ...rest }) {
      refuse(problemOfUsername(username) ?? problemOfPassword(password) ?? problemOfDetails(rest))
      const passwordHash = await hashes.hash(password)
      return writeChange(changes, [], async (transaction) => {
        const users = createUserStore(transaction)
        const role = await createRoleStore(transaction).findByKey(roleKey)
        if (!role) throw new Refusal('conflict', { problem: `There is no role with the key "${roleKey}".` })
        if (await users.isNameTaken(username)) throw nameTaken(username)
        const id = await users.insert(
          { username, passwordHash, roleId: role.roleId, status: ENABLED, ...rest },
          now(),
        )
        return present(await users.find(id), username)
      }).catch((error: unknown) => {
        // Two that come at once both find the name free; the database lets in one.
        throw isUniqueViolation(error) ? nameTaken(username) : error
      })
    },

    async setPassword(username, password) {
      refuse(problemOfPassword(password))
      const passwordHash = await hashes.hash(password)
      return writeChange(changes, ['revocation'], async (transaction) => {
        const users = createUserStore(transaction)
        const { userId } = await named(transaction, username)
        // A session that is being opened is written before its tokens are ended, or not at all.
        await users.lock(userId)
        await users.change(userId, { passwordHash }, now())
        await createRevocationStore(transaction).endAll('user', userId)
        return named(transaction, username)
      })
    },

    async setStatus(username, status) {
      return writeChange(changes, ['revocation'], async (transaction) => {
        const users = createUserStore(transaction)
        const user = await named(transaction, username)
        // Before the user is locked: this locks the other admins too, and always in the same order.
        if (status === DISABLED) await refuseForLastAdmin(transaction, user)
        await users.lock(user.userId)
        await users.change(user.userId, { status }, now())
        if (status === DISABLED) await createRevocationStore(transaction).endAll('user', user.userId)
        return named(transaction, username)
      })
    },
  }

  async function named(transaction: Transaction, username: string): Promise<User> {
    return present(await createUserStore(transaction).findByName(username), username)
  }
}

/** Nobody could undo it: the service would have no administrator left. */
async function refuseForLastAdmin(transaction: Transaction, user: User): Promise<void> {
  const role = await createRoleStore(transaction).find(user.roleId)
  if (role?.roleKey !== ADMIN_ROLE_KEY) return
  const others = await createUserStore(transaction).countOtherEnabledAdmins(user.userId)
  if (others === 0) {
    throw new Refusal('conflict', { problem: `"${user.username}" is the last enabled admin.` })
  }
}

function nameTaken(username: string): Refusal {
  return new Refusal('conflict', { problem: `There is a user of the name "${username}" already.` })
}

function refuse(problem: string | undefined): void {
  if (problem !== undefined) throw new Refusal('invalid-parameters', { problem })
}

function present(user: User | undefined, username: string): User {
  if (!user) throw new Refusal('conflict', { problem: `There is no user of the name "${username}".` })
  return user
}
