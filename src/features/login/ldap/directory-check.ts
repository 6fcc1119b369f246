import { NO_DEPARTMENT } from '../../../core/department/department.ts'
import type { DirectoryUser } from './directory.ts'
import { EVERY_USER, mappedByGroups } from './directory-account.ts'
import { DirectoryUnavailable, UnusableResult } from './directory-errors.ts'
import type { LdapSession } from './ldap-session.ts'
import type { LdapSettings, OpenDirectory } from './open-directory.ts'

/** One step of a login as the directory sees it. */
export interface DirectoryStep {
  readonly step:
    | 'connection'
    | 'bind'
    | 'search'
    | 'entry'
    | 'enabled'
    | 'password'
    | 'groups'
    | 'department'
    | 'role'
  readonly ok: boolean
  readonly detail: string
}

interface DirectoryCheckOptions extends OpenDirectory {
  readonly settings: LdapSettings
  readonly username: string
  /** Undefined: the password is not verified. */
  readonly password?: string | undefined
  /** Returns why a login cannot get this role, or undefined. */
  readonly problemOfRole: (roleKey: string) => Promise<string | undefined>
  /** Returns what is wrong with this department, or undefined. It does not prevent the login. */
  readonly problemOfDepartment: (deptId: number) => Promise<string | undefined>
}

/**
 * Performs the steps of a login, without an account or a session. Returns what the directory responds to each, and whether a
 * login with this name would get a role.
 */
export async function checkDirectory(options: DirectoryCheckOptions) {
  const { servers, settings } = options
  const steps: DirectoryStep[] = []
  const note: Note = (step, ok, detail) => void steps.push({ step, ok, detail })
  /** The step that fails if the server fails now. */
  let current: 'connection' | 'bind' | 'search' = 'connection'
  try {
    const ok = await servers.use((session) => checkUser(session, options, note), {
      onStep: (server) => {
        const { url } = server
        if (server.step === 'failed') {
          note(current, false, `${url}: ${server.problem}`)
          current = 'connection'
        } else if (server.step === 'connected') {
          note('connection', true, `${url}, ${protectionOf(url, settings)}`)
          current = 'bind'
        } else {
          note('bind', true, settings.bindDn || 'anonymous')
          current = 'search'
        }
      },
    })
    return { ok, steps }
  } catch (error) {
    if (error instanceof UnusableResult) note('search', false, error.message)
    else if (!(error instanceof DirectoryUnavailable)) throw error
    return { ok: false, steps }
  }
}

function protectionOf(url: string, { startTls }: LdapSettings): string {
  if (url.startsWith('ldaps:')) return 'TLS, certificate valid'
  return startTls ? 'StartTLS, certificate valid' : 'without encryption'
}

type Note = (step: DirectoryStep['step'], ok: boolean, detail: string) => void

async function checkUser(session: LdapSession, options: DirectoryCheckOptions, note: Note): Promise<boolean> {
  const { directory, settings, username, password } = options
  const user = await directory.findByName(session, username)
  if (!user) {
    note('entry', false, `no entry below ${settings.baseDn} matches ${settings.userFilter}`)
    return false
  }
  note('entry', true, describeUser(user))
  note('enabled', !user.isDisabled, user.isDisabled ? 'the entry is disabled' : 'yes')
  const isRight = password === undefined || (await session.verifyPassword(user.dn, password))
  if (password !== undefined) note('password', isRight, isRight ? 'right' : 'the directory refuses it')
  const groups = await directory.groupsOf(session, user)
  note('groups', true, groups.length === 0 ? 'none' : groups.join('; '))
  const { roleKey, deptId } = mappedByGroups(settings, groups)
  if (deptId !== undefined) {
    const unusable = deptId === NO_DEPARTMENT ? undefined : await options.problemOfDepartment(deptId)
    note('department', unusable === undefined, unusable ?? (deptId === NO_DEPARTMENT ? 'none' : `${deptId}`))
  }
  const problem = roleKey === undefined ? notMapped(settings) : await options.problemOfRole(roleKey)
  note('role', problem === undefined, problem ?? roleKey ?? '')
  return problem === undefined && isRight && !user.isDisabled
}

function notMapped({ roles }: LdapSettings): string {
  const everybody = roles.some(({ group }) => group === EVERY_USER)
  return `no group is in login.ldap.roles${everybody ? '' : ', which has no entry "*"'}`
}

function describeUser({ dn, subject, username, nickName, email, phone }: DirectoryUser): string {
  const fields = { id: subject, username, nickName, email, phone }
  const texts = Object.entries(fields).map(([name, value]) => `${name} ${value === '' ? '-' : value}`)
  return `${dn} (${texts.join(', ')})`
}
