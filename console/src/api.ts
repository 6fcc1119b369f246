import type { Access } from '../../src/administration/access-check.ts'
import type { AuditLogEntry } from '../../src/audit-log/audit-log.store.ts'
import type { ClusterState } from '../../src/cluster/cluster.ts'
import type { Verification } from '../../src/hash-chain/verify.ts'
import type { RegisteredRoute } from '../../src/http/route-registry.ts'
import type { BlockedLogin } from '../../src/login/blocked-login.store.ts'
import type { Endpoint } from '../../src/permission/exclusion-list.ts'
import type { PolicyRule } from '../../src/permission/policy-rule.ts'
import type { Role } from '../../src/role/role.ts'
import type { LiveSession } from '../../src/session/session.store.ts'
import type { UserActivity } from '../../src/session/user-activity.store.ts'
import type { User } from '../../src/user/user.ts'
import { currentTexts } from './language/texts.ts'
import { ApiError, addressOf, NO_RESPONSE, type Page, type Query, readResponse } from './response.ts'

export type { Access, AuditLogEntry, BlockedLogin, Endpoint, PolicyRule, Role, User, Verification }
export type Route = RegisteredRoute
export type ListedUser = User & UserActivity
export type Session = LiveSession & { readonly current: boolean }

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

export interface LoginRequest {
  readonly username: string
  readonly password: string
  readonly uuid?: string
  readonly code?: string
}

export type Fields = Readonly<Record<string, unknown>>
export type Log = 'sys-login-log' | 'audit-log'

const PREFIX = '/api/v1'

/** Sends a request to the service. The token is in an HttpOnly cookie that scripts cannot read. */
async function send<T extends object>(method: string, path: string, body?: Fields): Promise<T> {
  const texts = currentTexts()
  const headers = new Headers({ Accept: 'application/json', 'Accept-Language': texts.tag })
  if (body !== undefined) headers.set('Content-Type', 'application/json')
  const response = await fetch(`${PREFIX}${path}`, {
    method,
    headers,
    credentials: 'same-origin',
    cache: 'no-store',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch((cause: unknown) => {
    throw Object.assign(new ApiError(NO_RESPONSE, texts.noResponse), { cause })
  })
  return readResponse<T>(response, texts.noResponse)
}

async function get<T>(path: string, query?: Query): Promise<T> {
  return (await send<{ data: T }>('GET', addressOf(path, query))).data
}

async function change<T = unknown>(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: Fields,
): Promise<T> {
  return (await send<{ data: T }>(method, path, body)).data
}

export const api = {
  appConfig: () => get<AppConfig>('/app-config'),
  captcha: () => send<{ uuid: string; data: string }>('GET', '/getCaptcha'),
  login: (request: LoginRequest) => send<{ expire: string }>('POST', '/login', { ...request }),
  logout: () => change('POST', '/logout'),
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
