import { LOGIN_SERVICE } from '../../../core/audit-log/operator.ts'
import { createDepartmentStore } from '../../../core/department/department.store.ts'
import { type Department, NO_DEPARTMENT } from '../../../core/department/department.ts'
import { requireKnownDepartments } from '../../../core/department/departments.ts'
import { isEmpty, whatDiffers } from '../../../core/operations/differences.ts'
import type { Operation, Operations } from '../../../core/operations/operations.ts'
import { createOwnerAccessStore } from '../../../core/operations/owner-access.store.ts'
import { createRoleStore } from '../../../core/role/role.store.ts'
import { createSessionStore } from '../../../core/session/session.store.ts'
import { createAccountStore, pickAccount } from '../../../core/user/account.store.ts'
import { ALL_USERS } from '../../../core/user/list/user-scope.ts'
import { problemOfUsername } from '../../../core/user/name/username.ts'
import { ENABLED } from '../../../core/user/status.ts'
import { permanentRoleOf } from '../../../core/user/temporary-role.ts'
import { createUserStore } from '../../../core/user/user.store.ts'
import { mayUseMethod, problemOfDetails, type User } from '../../../core/user/user.ts'
import { createUserLinkStore, type FoundLink } from '../../../core/user/user-link.store.ts'
import {
  emitAdminGranted,
  endTokens,
  existingUser,
  foreignNames,
  isAdmin,
  lockCredentials,
  noteUser,
  requireFreeName,
  withRoleKey,
} from '../../../core/user/user-operation.ts'
import type { RootDatabase } from '../../../platform/database/database.ts'
import { isUniqueViolation } from '../../../platform/database/database-error.ts'
import { Refusal } from '../../../platform/refusal/refusal.ts'
import type { ExternalAccount, ExternalAccounts } from './external-account.ts'
import { emitMappedUser, type MappedUserAdministration } from './mapped-users.ts'
import type { UserLinkAdministration } from './user-links.ts'

/** What can be done with accounts of an issuer. */
export interface ExternalAccountAdministration {
  readonly operations: Operations
  readonly userLinkAdministration: UserLinkAdministration
  readonly mappedUserAdministration: MappedUserAdministration
}

interface ExternalAccountsOptions {
  readonly database: RootDatabase
  readonly administration: ExternalAccountAdministration
  /** Called with why a user whom the issuer has authenticated cannot log in. */
  readonly onProblem: (problem: string) => void
  readonly now: () => number
}

/** Accounts of an issuer and accounts of this service are linked by issuer and subject only, never by an e-mail address. */
export function createExternalAccounts(options: ExternalAccountsOptions): ExternalAccounts {
  const { database, administration, onProblem, now } = options
  const { operations, userLinkAdministration, mappedUserAdministration } = administration
  const links = createUserLinkStore(database)
  const users = createUserStore(database)

  const roleIdOf = createRoleLookup(database, onProblem)
  const existingDepartmentOf = createDepartmentLookup(database, onProblem)

  /** Returns whether the user is up to date. */
  async function update(user: User, external: ExternalAccount, roleId: number): Promise<boolean> {
    const { nickName, email, phone } = external
    const deptId = await existingDepartmentOf(external.deptId)
    const differing = whatDiffers(user, { nickName, email, phone, deptId })
    // The directory decides about the role without an end. An operator has given the other one until a time.
    const isSameRole = permanentRoleOf(user) === roleId
    if (isSameRole && isEmpty(differing)) return true
    try {
      const change = isSameRole ? differing : { ...differing, permanentRoleId: roleId }
      await mappedUserAdministration.change(user.userId, change, external)
      return true
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      onProblem(`user ${user.username} cannot be updated from ${external.issuer}: ${error.text('en')}`)
      return false
    }
  }

  /** Returns the id of the new user, or undefined if it cannot be created. */
  async function create(external: ExternalAccount, roleId: number): Promise<number | undefined> {
    const { issuer, subject, username, nickName, email, phone } = external
    const problem = problemOfUsername(username) ?? problemOfDetails({ nickName, email, phone })
    if (problem) {
      onProblem(`the account ${subject} of ${issuer} cannot be created: ${problem.en}`)
      return undefined
    }
    const deptId = await existingDepartmentOf(external.deptId)
    try {
      const { userId } = await operations.run(LOGIN_SERVICE, (operation) =>
        insertLinkedUser(operation, { ...external, deptId }, roleId),
      )
      return userId
    } catch (error) {
      if (!(error instanceof Refusal) && !isUniqueViolation(error)) throw error
      // Another login of the same user may have created it in the meantime.
      const link = await links.find(issuer, subject)
      if (link) return link.userId
      if (!(error instanceof Refusal)) throw error
      onProblem(
        `the account ${subject} of ${issuer} cannot be created: ${error.text('en')} Link them with: castellan user link`,
      )
      return undefined
    }
  }

  /** Returns the id of the local user with the same name, after linking it. */
  async function linkToExisting(external: ExternalAccount): Promise<number | undefined> {
    const { issuer, subject, username } = external
    const user = await users.findByName(username)
    if (!user || !mayLogIn(user, external)) return undefined
    const link = (await links.ofUser(user.userId)).find((one) => one.issuer === issuer)
    // The name may have been given to somebody else: another person must not get the account.
    if (link) return link.subject === subject ? user.userId : undefined
    try {
      await userLinkAdministration.link(LOGIN_SERVICE, user.userId, { issuer, subject })
      return user.userId
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      // Another login of the same user may have linked it in the meantime.
      return (await links.find(issuer, subject))?.userId
    }
  }

  /**
   * Records that the issuer gives a user no access, and ends the sessions of the user. The user stays enabled here, but the service
   * accounts of the user are refused from now on.
   */
  async function refuse({ id, userId, refusedAt }: FoundLink): Promise<void> {
    // First, so that a login under way either is refused or has a session that is found here.
    await users.outdateCredentials(userId)
    const user = await users.find(userId)
    const sessions = await createSessionStore(database).ofUser(userId, now())
    if (!user || (refusedAt !== 0 && sessions.length === 0)) return
    await operations.run(LOGIN_SERVICE, async (operation) => {
      const { transaction, at } = operation
      await lockCredentials(operation, userId)
      if (refusedAt === 0) await createUserLinkStore(transaction).setRefused(id, at)
      await endTokens(operation, userId)
      const stopped = await createOwnerAccessStore(transaction).stoppedWith(ALL_USERS, [userId])
      const stoppedAccounts = stopped.map(({ username }) => username)
      // The accounts can be in other departments.
      const userIds = [userId, ...stopped.map((account) => account.userId)]
      const details = stopped.length === 0 ? {} : { userIds, after: { stoppedAccounts } }
      if (sessions.length + stopped.length > 0) await noteUser(operation, 'user.end-sessions', user, details)
      return {}
    })
  }

  /** Records that the issuer gives a user access again. */
  async function admit({ id, refusedAt }: FoundLink): Promise<void> {
    if (refusedAt === 0) return
    await operations.run(LOGIN_SERVICE, async ({ transaction }) => {
      await createUserLinkStore(transaction).setRefused(id, 0)
      return {}
    })
  }

  return {
    async login(external, { createUser, linkExisting }) {
      const { issuer, subject } = external
      const known = await links.find(issuer, subject)
      const roleId = await roleIdOf(external.roleKey)
      if (roleId === undefined) {
        if (known) await refuse(known)
        return undefined
      }
      const userId =
        known?.userId ??
        (linkExisting ? await linkToExisting(external) : undefined) ??
        (createUser ? await create(external, roleId) : undefined)
      const user = userId === undefined ? undefined : await users.find(userId)
      if (!user || !mayLogIn(user, external)) return undefined
      if (!(await update(user, external, roleId))) return undefined
      if (known) await admit(known)
      const account = await createAccountStore(database).find(user.userId)
      // Read after the account: if the link is removed from now on, the version of the credentials is outdated.
      const link = await links.find(issuer, subject)
      if (!account?.enabled || link?.userId !== account.userId) return undefined
      return { ...pickAccount(account), linkId: link.id }
    },

    async refresh(external) {
      const link = await links.find(external.issuer, external.subject)
      if (!link) return
      const roleId = await roleIdOf(external.roleKey)
      if (roleId === undefined) return refuse(link)
      const user = await users.find(link.userId)
      if (user && (await update(user, external, roleId))) await admit(link)
    },

    async endSessions(issuer, subject) {
      const link = await links.find(issuer, subject)
      if (link) await refuse(link)
    },
  }
}

/** Creates a function that reports a problem of a role or a department once, until it has none or another one. */
function createProblemReports(onProblem: (problem: string) => void) {
  const reported = new Map<string | number, string>()
  return (key: string | number, problem: string | undefined): void => {
    if (problem === undefined) reported.delete(key)
    else if (reported.get(key) !== problem) {
      reported.set(key, problem)
      onProblem(problem)
    }
  }
}

/** Creates a function that returns the id of a role, and reports a missing one once: a sync asks for the role of every account. */
function createRoleLookup(database: RootDatabase, onProblem: (problem: string) => void) {
  const report = createProblemReports(onProblem)
  return async (roleKey: string | undefined): Promise<number | undefined> => {
    if (roleKey === undefined) return undefined
    const role = await createRoleStore(database).findByKey(roleKey)
    const missing = `there is no role with the key ${roleKey}, to which a group or claim is mapped`
    report(roleKey, role ? undefined : missing)
    return role?.roleId
  }
}

/**
 * Creates a function that returns the department of a mapping, or none if it does not exist. A disabled department stays: it
 * gives its members no data, whatever their scope, which no department would not do. Each problem is reported once.
 */
function createDepartmentLookup(database: RootDatabase, onProblem: (problem: string) => void) {
  const report = createProblemReports(onProblem)
  return async (deptId: number | undefined): Promise<number | undefined> => {
    if (deptId === undefined || deptId === NO_DEPARTMENT) return deptId
    const department = await createDepartmentStore(database).find(ALL_USERS, deptId)
    const problem = problemOf(department)
    report(deptId, problem && `the department ${deptId}, to which a group or claim is mapped, ${problem}`)
    return department ? deptId : NO_DEPARTMENT
  }
}

function problemOf(department: Department | undefined): string | undefined {
  if (!department) return 'does not exist: its users are in no department'
  return department.status === ENABLED ? undefined : 'is disabled: its users see no rows'
}

async function insertLinkedUser(operation: Operation, external: ExternalAccount, roleId: number) {
  const { method, issuer, subject, username, nickName, email, phone, deptId } = external
  const { transaction, at } = operation
  const users = createUserStore(transaction)
  if (deptId !== undefined) await requireKnownDepartments(operation, [deptId])
  await requireFreeName(operation, username)
  // The login is not refused for an address.
  const refused = await foreignNames(operation, { email, phone })
  const addresses = {
    email: refused.email === undefined ? email : undefined,
    phone: refused.phone === undefined ? phone : undefined,
  }
  const details = { username, roleId, deptId, nickName, ...addresses, loginMethods: [method] }
  // Without a password hash, no password matches.
  const userId = await users.insert({ ...details, status: ENABLED, passwordHash: '' }, at)
  await createUserLinkStore(transaction).insert({ issuer, subject, userId }, at)
  const added = await existingUser(operation, userId)
  const after = { ...(await withRoleKey(operation, added)), issuer, subject }
  await noteUser(operation, 'user.create', added, { after })
  if (await isAdmin(operation, added)) await emitAdminGranted(operation, added, 'created')
  await emitMappedUser(operation, added)
  return added
}

function mayLogIn(user: User, { method }: ExternalAccount): boolean {
  return user.status === ENABLED && mayUseMethod(user, method)
}
