import { isPasswordHash, isTooExpensive } from '../../../core/password/hash-function.ts'
import { ADMIN_ROLE_KEY } from '../../../core/role/role.ts'
import { problemOfUsername, usernameKey } from '../../../core/user/name/username.ts'
import type { Status } from '../../../core/user/status.ts'
import { problemOfDetails } from '../../../core/user/user.ts'
import type { DepartmentPath, DepartmentPlan } from './department-plan.ts'
import type { Finding, Report } from './import-report.ts'
import type { createNameSet } from './name-set.ts'
import type { OldSystem, OldUser } from './old-system.ts'
import type { RolePlan } from './role-plan.ts'

export interface PlannedUser {
  readonly username: string
  readonly roleKey: string
  /** Empty: the user has no password and has to set one. */
  readonly passwordHash: string
  readonly pwdChangeDue: boolean
  readonly nickName: string
  readonly email: string
  readonly phone: string
  readonly remark: string
  /** Empty: no department. */
  readonly deptPath: DepartmentPath | ''
  readonly status: Status
}

/** The names of all users, found before the plan of the first one. */
export interface UserNames {
  readonly usernames: ReturnType<typeof createNameSet>
  /** Those that several users have. */
  readonly repeated: ReturnType<typeof createNameSet>
  readonly count: number
}

export interface UserOptions {
  /** The names of the users who get the role `admin`. */
  readonly admins: readonly string[]
  /** For users with several roles: the first of these that they have. */
  readonly preferredRoles: readonly string[]
}

interface Parts {
  readonly departments: DepartmentPlan
  readonly roles: RolePlan
  readonly names: UserNames
  readonly options: UserOptions
  readonly report: Report
}

/** Below this cost of bcrypt, a stolen hash is found out quickly. */
const MIN_BCRYPT_COST = 10
const SET_PASSWORD =
  'castellan user invite NAME sends a link, castellan user passwd NAME --must-change sets one'

/** A user that cannot be imported. The caller reports it unless the user exists here. */
export interface LeftOut {
  readonly username: string
  readonly finding: Finding
}

/** Creates the function that decides what becomes of a user of the other system. */
export function createUserPlanner({ departments, roles, names, options, report }: Parts) {
  return (old: OldUser): PlannedUser | LeftOut => {
    const { username } = old
    const about = `user "${username.slice(0, 64)}" (id ${old.id})`
    const leftOut = (reason: string, fix: string): LeftOut => ({
      username,
      finding: { kind: 'left-out', reason, about, fix },
    })
    const adapted = (reason: string, fix: string): void => report.add({ kind: 'adapted', reason, about, fix })

    const problem = problemOfUsername(username)
    if (problem !== undefined) return leftOut(problem.en, 'rename the user')
    if (names.repeated.has(usernameKey(username)))
      return leftOut('several users have this name, or one that looks the same', 'rename all but one of them')
    const roleKey = roleOf(old)
    if (typeof roleKey !== 'string') return leftOut(roleKey.reason, roleKey.fix)
    if (old.otherRoleIds.length > 0) {
      const others = old.otherRoleIds.map((id) => roles.keys.get(id) ?? id).join(', ')
      const reason = 'the user has further roles, and only the one in force is taken'
      report.add({
        kind: 'adapted',
        reason,
        about: `${about}: ${others}`,
        fix: 'a user has one role here: change it if needed',
      })
    }
    const deptPath = departments.paths.get(old.deptId) ?? ''
    if (old.deptId !== '' && deptPath === '')
      adapted(
        'the department cannot be taken, and the user is in none',
        'castellan user change NAME --department ID',
      )
    return {
      username,
      roleKey,
      ...passwordOf(old.passwordHash, about),
      ...detailsOf(old, adapted),
      deptPath,
      status: old.status,
    }
  }

  function roleOf(old: OldUser): string | { readonly reason: string; readonly fix: string } {
    if (options.admins.includes(old.username)) return ADMIN_ROLE_KEY
    const keys = old.roleIds.flatMap((id) => roles.keys.get(id) ?? [])
    if (old.isAdmin || keys.includes(ADMIN_ROLE_KEY)) {
      const fix = `add --admin NAME for each one who is to have all rights here, or give the user another role there`
      return { reason: 'the user has all rights there, which nobody gets without --admin', fix }
    }
    const distinct = [...new Set(keys)]
    const [only] = distinct
    if (only !== undefined && distinct.length === 1 && old.roleIds.length === keys.length) return only
    if (old.roleIds.length === 0) return { reason: 'the user has no role', fix: 'give the user a role there' }
    if (old.roleIds.length === 1)
      return {
        reason: 'the role does not exist, or cannot be taken',
        fix: 'give the user another role there',
      }
    const preferred = options.preferredRoles.find((key) => distinct.includes(key))
    if (preferred !== undefined) return preferred
    const fix = 'name the roles to choose from, the first one first: --prefer-roles KEY,KEY'
    return { reason: 'the user has several roles, and one here', fix }
  }

  function passwordOf(hash: string, about: string) {
    const cost = Number(/^\$2[aby]\$(\d\d)\$/.exec(hash)?.[1] ?? MIN_BCRYPT_COST)
    if (isPasswordHash(hash)) {
      if (cost < MIN_BCRYPT_COST) {
        const reason = `the password hash is bcrypt with a cost of ${cost}, below ${MIN_BCRYPT_COST}`
        report.add({ kind: 'note', reason, about, fix: 'nothing: the next login replaces it' })
      }
      return { passwordHash: hash, pwdChangeDue: false }
    }
    const reason = isTooExpensive(hash)
      ? 'the password hash takes too long to verify'
      : hash === ''
        ? 'the user has no password'
        : 'the password hash is not bcrypt, for example MD5, and is no login here'
    report.add({
      kind: 'adapted',
      reason: `${reason}: the user has to set a new password`,
      about,
      fix: SET_PASSWORD,
    })
    return { passwordHash: '', pwdChangeDue: true }
  }

  function detailsOf(old: OldUser, adapted: (reason: string, fix: string) => void) {
    const { nickName, phone, email } = old
    const details = { nickName, phone, email, remark: old.remark.replaceAll(/\s+/g, ' ').trim() }
    const kept = { ...details }
    for (const name of ['nickName', 'phone', 'email', 'remark'] as const) {
      if (problemOfDetails({ [name]: details[name] }) !== undefined) {
        kept[name] = ''
        adapted(
          `${name} is too long or has control characters, and is left empty`,
          'castellan user change NAME',
        )
      }
    }
    for (const name of ['email', 'phone'] as const) {
      const key = usernameKey(kept[name])
      if (key === '' || key === usernameKey(old.username) || !names.usernames.has(key)) continue
      kept[name] = ''
      adapted(`${name} is the username of another user, and is left empty`, 'castellan user change NAME')
    }
    return kept
  }
}

/** Reads the names of all users, so that those that several users have are known before the first one is imported. */
export async function readUserNames(
  old: OldSystem,
  {
    quiet,
    createSet,
    onProgress,
  }: {
    /** Its findings are not shown: the users are read again. */
    readonly quiet: Report
    readonly createSet: typeof createNameSet
    readonly onProgress: (done: number) => void
  },
): Promise<UserNames> {
  const expected = await old.countUsers()
  const usernames = createSet(expected)
  const repeated = createSet(0)
  let count = 0
  for await (const batch of old.users(quiet)) {
    for (const { username } of batch) {
      const key = usernameKey(username)
      if (usernames.add(key)) repeated.add(key)
    }
    count += batch.length
    onProgress(count)
  }
  return { usernames, repeated, count }
}
