import type { Access } from '../../src/administration/access-check.ts'
import type { AuditLogEntry } from '../../src/audit-log/audit-log.store.ts'
import { createClient } from '../../src/client/index.ts'
import type { ClusterState } from '../../src/cluster/cluster.ts'
import type { RegisteredRoute } from '../../src/guard/route-registry.ts'
import type { Verification } from '../../src/hash-chain/verify.ts'
import type { BlockedLogin } from '../../src/login/blocked-login.store.ts'
import type { Endpoint } from '../../src/permission/exclusion-list.ts'
import type { PolicyRule } from '../../src/permission/policy-rule.ts'
import type { Role } from '../../src/role/role.ts'
import type { LiveSession } from '../../src/session/session.store.ts'
import type { UserActivity } from '../../src/session/user-activity.store.ts'
import type { User } from '../../src/user/user.ts'
import { addressOf, givenOf, type Query } from './address.ts'
import { currentTexts } from './language/texts.ts'
import { queryClient } from './query-client.ts'
import { OWN_INFO } from './session/own-info.ts'

export {
  ApiError,
  type FieldError,
  type LoginRequest,
  NO_RESPONSE,
  UNAUTHORIZED,
} from '../../src/client/index.ts'
export type { Access, AuditLogEntry, BlockedLogin, Endpoint, PolicyRule, Role, User, Verification }
export type Route = RegisteredRoute
export type ListedUser = User & UserActivity
export type Session = LiveSession & { readonly current: boolean }

export interface Page<T> {
  readonly list: readonly T[]
  readonly count: number
  readonly countCapped?: true
  readonly pageIndex: number
  readonly pageSize: number
}

export interface AppConfig {
  readonly sys_app_name: string
  readonly mode: string
  readonly captchaRequired: boolean
}

/** The logged-in user and the calls that the role permits. */
export interface OwnInfo {
  readonly userId: number
  readonly userName: string
  readonly name: string
  readonly roles: readonly string[]
  readonly permissions: readonly string[]
  readonly passwordMinLength: number
}

export interface LoginLogEntry {
  readonly id: number
  readonly username: string
  readonly status: string
  readonly ipaddr: string
  readonly browser: string
  readonly os: string
  readonly platform: string
  readonly loginTime: string
  readonly remark: string
  readonly msg: string
  readonly reason: string
}

export interface Overview {
  readonly from: string
  readonly to: string
  readonly hours: readonly { readonly time: string; readonly succeeded: number; readonly failed: number }[]
  readonly captchaFailures: number
  readonly captchaFailureShare: number
  readonly failingNames: readonly {
    readonly username: string
    readonly count: number
    readonly exists: boolean
  }[]
  readonly failingAddresses: readonly { readonly ipaddr: string; readonly count: number }[]
  readonly sessions: number
}

export type Fields = Readonly<Record<string, unknown>>
export type Log = 'sys-login-log' | 'audit-log'

const PREFIX = '/api/v1'

/** The token is in an HttpOnly cookie that scripts cannot read. */
const client = createClient({
  token: 'cookie',
  language: () => currentTexts().tag,
  noResponseText: () => currentTexts().noResponse,
  // The own info is refused too, and the gate of the pages shows the login page.
  onLoginDue: () =>
    void queryClient.refetchQueries({ queryKey: OWN_INFO, type: 'active' }, { cancelRefetch: false }),
})

function get<T>(path: string, query: Query = {}): Promise<T> {
  return client.send('GET', `${PREFIX}${path}`, { query: givenOf(query) })
}

function change<T = unknown>(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: Fields): Promise<T> {
  return client.send(method, `${PREFIX}${path}`, { body })
}

export const api = {
  appConfig: () => get<AppConfig>('/app-config'),
  captcha: client.captcha,
  login: client.login,
  logout: client.logout,
  ownInfo: () => get<OwnInfo>('/getinfo'),
  ownProfile: () => get<{ user: User; roles: readonly Role[] }>('/user/profile'),
  changeOwnProfile: (profile: Fields) => change<User>('PUT', '/user/profile', profile),
  setOwnPassword: (body: { oldPassword: string; newPassword: string }) =>
    change('PUT', '/user/pwd/set', body),

  overview: (hours: number) => get<Overview>('/overview', { hours }),
  health: () => get<{ status: 'up' | 'degraded' | 'down' }>('/health'),
  cluster: () => get<ClusterState>('/cluster'),

  users: (query: Query) => get<Page<ListedUser>>('/sys-user', query),
  user: (id: number) => get<ListedUser>(`/sys-user/${id}`),
  addUser: (user: Fields) => change<User>('POST', '/sys-user', user),
  changeUser: (id: number, user: Fields) => change<User>('PUT', `/sys-user/${id}`, user),
  setUserStatus: (id: number, status: string) => change<User>('PUT', `/sys-user/${id}/status`, { status }),
  setUserStatuses: (ids: readonly number[], status: string) =>
    change('PUT', '/sys-user/status', { ids, status }),
  setUserPassword: (id: number, body: Fields) => change('PUT', `/sys-user/${id}/password`, body),
  removeUser: (id: number) => change('DELETE', `/sys-user/${id}`),

  roles: (query: Query) => get<Page<Role>>('/role', query),
  addRole: (role: Fields) => change<Role>('POST', '/role', role),
  changeRole: (id: number, role: Fields) => change<Role>('PUT', `/role/${id}`, role),
  removeRole: (id: number) => change('DELETE', `/role/${id}`),

  rules: (query: Query) => get<Page<PolicyRule>>('/policy', query),
  addRules: (rules: readonly PolicyRule[]) => change('POST', '/policy', { rules }),
  removeRules: (rules: readonly PolicyRule[]) => change('DELETE', '/policy', { rules }),
  importRules: (csv: string) => change<{ added: number; read: number }>('POST', '/policy/import', { csv }),
  explain: (query: { roleKey?: string; username?: string; path: string; method: string }) =>
    get<Access>('/policy/explain', query),
  exclusions: () => get<readonly Endpoint[]>('/exclusion'),
  routes: () => get<readonly Route[]>('/route'),

  throttles: (query: Query) => get<Page<BlockedLogin>>('/throttle', query),
  releaseThrottle: (id: string) => change('DELETE', `/throttle/${id}`),

  sessions: (query: Query) => get<Page<Session>>('/session', query),
  endSession: (id: number) => change('DELETE', `/session/${id}`),
  endSessionsOf: (userId: number) => change('DELETE', '/session', { userId }),

  loginLog: (query: Query) => get<Page<LoginLogEntry>>('/sys-login-log', query),
  removeLoginLogEntries: (ids: readonly number[]) => change('DELETE', '/sys-login-log', { ids }),
  auditLog: (query: Query) => get<Page<AuditLogEntry>>('/audit-log', query),
  verifyLog: (log: Log) => get<Verification>(`/${log}/verify`),
} as const

/** Returns the URL of an export. The browser downloads it, so its size does not matter. */
export function exportAddress(of: Log | 'policy', query: Query = {}): string {
  return addressOf(`${PREFIX}/${of}/export`, query)
}
