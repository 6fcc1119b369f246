import {
  createClient,
  type PathOf,
  type PathParameters,
  type ResponseData,
  type Schemas,
} from '../../../../packages/client/src/index.ts'
import { currentTexts } from '../language/texts.ts'
import { addressOf, type Query, withoutEmptyValues } from './address.ts'
import type {
  CaptchaAnswer,
  Fields,
  IdleUser,
  Log,
  PolicyChange,
  PolicyRule,
  Role,
  SameRights,
  ScopeChange,
  Selection,
  Status,
} from './api-types.ts'
import { OWN_INFO, OWN_PROFILE } from './own-info.ts'
import { sendWithConfirmation } from './pending-changes.ts'
import { queryClient } from './query-client.ts'

export {
  ApiError,
  type FieldError,
  type LoginRequest,
  NO_RESPONSE,
  oidcLoginOf,
  UNAUTHORIZED,
} from '../../../../packages/client/src/index.ts'
export type * from './api-types.ts'

const ALL = { all: true } as const

/** The token is in an HttpOnly cookie that scripts cannot read. */
const client = createClient({
  token: 'cookie',
  language: () => currentTexts().tag,
  noResponseText: () => currentTexts().noResponse,
  fetch: (input, init) => sendWithConfirmation(() => fetch(input, init)),
  // The gates of the pages show what is due: the one for the login by the own info, the other one by the own profile.
  onStep({ next }) {
    const queryKey = next === 'log-in' ? OWN_INFO : OWN_PROFILE
    void queryClient.refetchQueries({ queryKey, type: 'active' }, { cancelRefetch: false })
  },
})

/** Sends a query from the address of the page. It is text that the service checks; what is empty is not sent. */
function find<P extends PathOf<'get'>>(path: P, query: Query): Promise<ResponseData<'get', P>> {
  return client.send('GET', path, { query: withoutEmptyValues(query) })
}

/** Does the same for a list that can continue at a position, which the query has in `after`. The response has the next one. */
function findFrom<P extends PathOf<'get'>>(path: P, query: Query): Promise<ResponseData<'get', P>> {
  return client.send('GET', path, { query: { after: '', ...withoutEmptyValues(query) } })
}

/** Sends the values of a form. */
function add<P extends PathOf<'post'>>(path: P, body: Fields): Promise<ResponseData<'post', P>> {
  return client.send('POST', path, { body })
}

function change<P extends PathOf<'put'>>(
  path: P,
  body: Fields,
  parameters: PathParameters = {},
): Promise<ResponseData<'put', P>> {
  return client.send('PUT', path, { body, parameters })
}

export const api = {
  appConfig: () => client.get('/api/v1/app-config'),
  captcha: client.captcha,
  login: client.login,
  startOidcLogin: (provider: string, answer: CaptchaAnswer) =>
    client.send<{ url: string }>('GET', '/api/v1/login/oidc/{provider}', {
      parameters: { provider },
      query: { ...answer },
    }),
  startPasskeyLogin: (answer: CaptchaAnswer) =>
    client.send<{ uuid: string; options: unknown }>('POST', '/api/v1/login/passkey', { body: answer }),
  sendLoginCode: (request: CaptchaAnswer & { readonly username: string }) =>
    client.send<{ uuid: string }>('POST', '/api/v1/login/code', { body: request }),
  requestPasswordLink: (request: CaptchaAnswer & { readonly account: string }) =>
    client.send<null>('POST', '/api/v1/forgotten-password', { body: request }),
  setPasswordByLink: (body: Schemas['PasswordByLink']) => client.post('/api/v1/password-link', { body }),
  logout: client.logout,
  ownInfo: () => client.get('/api/v1/getinfo'),
  ownProfile: () => client.get('/api/v1/user/profile'),
  changeOwnProfile: (profile: Fields) => change('/api/v1/user/profile', profile),
  setOwnPassword: client.changePassword,

  ownLoginMethods: () => client.get('/api/v1/user/login-methods'),
  beginSecondFactor: () => client.send<{ secret: string; uri: string }>('POST', '/api/v1/user/second-factor'),
  confirmSecondFactor: client.confirmSecondFactor,
  newRecoveryCodes: (code: string) =>
    client.send<{ recoveryCodes: string[] }>('POST', '/api/v1/user/second-factor/recovery-codes', {
      body: { code },
    }),
  turnOffSecondFactor: (code: string) =>
    client.send('DELETE', '/api/v1/user/second-factor', { body: { code } }),
  beginPasskey: () => client.send<{ uuid: string; options: unknown }>('POST', '/api/v1/user/passkey/options'),
  addPasskey: (body: { uuid: string; name: string; credential: unknown; secondFactorCode?: string }) =>
    client.send('POST', '/api/v1/user/passkey', { body }),
  renamePasskey: (id: number, name: string) =>
    client.send('PUT', '/api/v1/user/passkey/{id}', { parameters: { id }, body: { name } }),
  removePasskey: (id: number) => client.send('DELETE', '/api/v1/user/passkey/{id}', { parameters: { id } }),

  overview: (hours: number) => client.get('/api/v1/overview', { query: { hours } }),
  health: () => client.get('/api/v1/health'),
  cluster: () => client.get('/api/v1/cluster'),
  system: () => client.get('/api/v1/system'),

  users: (query: Query) => findFrom('/api/v1/sys-user', query),
  user: (id: number) => client.get('/api/v1/sys-user/{id}', { parameters: { id } }),
  addUser: (user: Fields) => add('/api/v1/sys-user', user),
  changeUser: (id: number, user: Fields) => change('/api/v1/sys-user/{id}', user, { id }),
  setUserStatus: (id: number, status: Status) =>
    client.put('/api/v1/sys-user/{id}/status', { parameters: { id }, body: { status } }),
  suspendUser: (id: number) => client.post('/api/v1/sys-user/{id}/suspension', { parameters: { id } }),
  decideSuspension: (id: number, decision: 'restore' | 'keep') =>
    client.put('/api/v1/sys-user/{id}/suspension', { parameters: { id }, body: { decision } }),
  setUserStatuses: (ids: readonly number[], status: Status) =>
    client.put('/api/v1/sys-user/status', { body: { ids, status } }),
  setUserRoles: (ids: readonly number[], role: { roleId: number; roleUntil: string | null }) =>
    client.put('/api/v1/sys-user/role', { body: { ids, ...role } }),
  setUserPassword: (id: number, body: Fields) => change('/api/v1/sys-user/{id}/password', body, { id }),
  inviteUser: (id: number) => client.post('/api/v1/sys-user/{id}/invitation', { parameters: { id } }),
  loginMethodsOf: (id: number) => client.get('/api/v1/sys-user/{id}/login-methods', { parameters: { id } }),
  resetSecondFactor: (id: number) =>
    client.send('DELETE', '/api/v1/sys-user/{id}/second-factor', { parameters: { id } }),
  removePasskeyOf: (id: number, passkeyId: number) =>
    client.send('DELETE', '/api/v1/sys-user/{id}/passkey/{passkeyId}', { parameters: { id, passkeyId } }),
  addLink: (id: number, body: Fields) =>
    client.send('POST', '/api/v1/sys-user/{id}/link', { parameters: { id }, body }),
  removeLink: (id: number, linkId: number) =>
    client.send('DELETE', '/api/v1/sys-user/{id}/link/{linkId}', { parameters: { id, linkId } }),
  removeUser: (id: number) => client.delete('/api/v1/sys-user/{id}', { parameters: { id } }),

  serviceAccounts: (query: Query) => find('/api/v1/service-account', query),
  serviceAccount: (id: number) => client.get('/api/v1/service-account/{id}', { parameters: { id } }),
  waitingServiceAccounts: () => client.get('/api/v1/user/service-account'),
  acceptServiceAccount: (id: number) =>
    client.post('/api/v1/user/service-account/{id}/accept', { parameters: { id } }),
  addServiceAccount: (account: Fields) => add('/api/v1/service-account', account),
  changeServiceAccount: (id: number, account: Fields) =>
    change('/api/v1/service-account/{id}', account, { id }),
  addServiceSecret: (id: number) =>
    client.send<{ secret: string }>('POST', '/api/v1/service-account/{id}/secret', { parameters: { id } }),
  removeServiceSecret: (id: number, secretId: number) =>
    client.send('DELETE', '/api/v1/service-account/{id}/secret/{secretId}', { parameters: { id, secretId } }),
  addServiceKey: (id: number, publicKey: string) =>
    client.post('/api/v1/service-account/{id}/key', { parameters: { id }, body: { publicKey } }),
  removeServiceKey: (id: number, keyId: number) =>
    client.send('DELETE', '/api/v1/service-account/{id}/key/{keyId}', { parameters: { id, keyId } }),

  ownAccessRequests: () => client.get('/api/v1/user/access-request'),
  requestAccess: (request: Fields) => add('/api/v1/user/access-request', request),
  withdrawAccessRequest: (id: number) =>
    client.delete('/api/v1/user/access-request/{id}', { parameters: { id } }),
  accessRequests: (query: Query) => find('/api/v1/access-request', query),
  decideAccessRequest: (id: number, body: { decision: 'approve' | 'refuse'; note: string }) =>
    client.put('/api/v1/access-request/{id}', { parameters: { id }, body }),
  ownConfirmations: () => client.get('/api/v1/user/confirmation'),
  confirmations: (query: Query) => find('/api/v1/confirmation', query),
  withdrawConfirmation: (id: number) =>
    client.delete('/api/v1/user/confirmation/{id}', { parameters: { id } }),
  decideConfirmation: (id: number, decision: 'confirm' | 'refuse') =>
    client.put('/api/v1/confirmation/{id}', { parameters: { id }, body: { decision } }),

  roles: (query: Query) => find('/api/v1/role', query),
  role: (id: number) => client.get('/api/v1/role/{id}', { parameters: { id } }),
  copyRole: (id: number, body: Schemas['RoleCopy']) =>
    client.post('/api/v1/role/{id}/copy', { parameters: { id }, body }),
  addRole: (role: Fields) => add('/api/v1/role', role),
  changeRole: (id: number, role: Fields) => change('/api/v1/role/{id}', role, { id }),
  roleSessions: (id: number) => client.get('/api/v1/role/{id}/sessions', { parameters: { id } }),
  roleSecondFactors: (id: number) => client.get('/api/v1/role/{id}/second-factor', { parameters: { id } }),
  rulesWithUse: (query: Query) => find('/api/v1/policy/usage', query),
  compareRoles: (query: { first: string; second: string }) => find('/api/v1/policy/compare', query),
  removeRole: (id: number) => client.delete('/api/v1/role/{id}', { parameters: { id } }),

  departmentTree: () => client.get('/api/v1/deptTree'),
  department: (id: number) => client.get('/api/v1/dept/{id}', { parameters: { id } }),
  addDepartment: (department: Fields) => add('/api/v1/dept', department),
  changeDepartment: (id: number, department: Fields) => change('/api/v1/dept/{id}', department, { id }),
  removeDepartment: (id: number) => client.delete('/api/v1/dept/{id}', { parameters: { id } }),

  previewScope: (change: ScopeChange) => add('/api/v1/data-scope/preview', { ...change }),
  explainScope: (query: { username: string; deptId: string; owner?: string }) =>
    find('/api/v1/data-scope/explain', query),

  rules: (query: Query) => find('/api/v1/policy', query),
  addRules: (rules: readonly PolicyRule[]) => client.post('/api/v1/policy', { body: { rules } }),
  removeRules: (rules: readonly PolicyRule[]) =>
    client.delete('/api/v1/policy', { body: { rules: rules.map(ruleOf) } }),
  changeRules: ({ add, remove }: { add: readonly PolicyRule[]; remove: readonly PolicyRule[] }) =>
    client.post('/api/v1/policy/change', { body: { add: add.map(ruleOf), remove: remove.map(ruleOf) } }),
  previewPolicy: (change: PolicyChange) => client.post('/api/v1/policy/preview', { body: change }),
  importRules: (csv: string) => client.post('/api/v1/policy/import', { body: { csv } }),
  explain: (query: { roleKey?: string; username?: string; path: string; method: string }) =>
    find('/api/v1/policy/explain', query),
  refusals: (query: { requestId: string }) => find('/api/v1/refusal', query),
  refusalGroups: (query: Query) => find('/api/v1/refusal/group', query),
  refusedRequests: (query: Query) => find('/api/v1/refusal/request', query),
  exclusions: () => client.get('/api/v1/exclusion'),
  routes: () => client.get('/api/v1/route'),

  unusedRules: (query: Query) => find('/api/v1/report/unused-rules', query),
  removeUnusedRules: (days: number, rules: Selection<PolicyRule>) =>
    client.post('/api/v1/report/unused-rules/clean-up', {
      body: { days, ...(rules === 'all' ? ALL : { rules: rules.map(ruleOf) }) },
    }),
  coveredRules: (query: Query) => find('/api/v1/report/covered-rules', query),
  removeCoveredRules: (rules: Selection<PolicyRule>) =>
    client.post('/api/v1/report/covered-rules/clean-up', {
      body: rules === 'all' ? ALL : { rules: rules.map(ruleOf) },
    }),
  sameRights: (query: Query) => find('/api/v1/report/same-rights', query),
  mergeRoles: (groups: Selection<SameRights>) =>
    client.post('/api/v1/report/same-rights/clean-up', {
      body: groups === 'all' ? ALL : { merges: groups.map(mergeOf) },
    }),
  unusedRoles: (query: Query) => find('/api/v1/report/unused-roles', query),
  deleteUnusedRoles: (days: number, roles: Selection<Role>) =>
    client.post('/api/v1/report/unused-roles/clean-up', {
      body: { days, ...(roles === 'all' ? ALL : { roleIds: roles.map(({ roleId }) => roleId) }) },
    }),
  idleUsers: (query: Query) => find('/api/v1/report/idle-users', query),
  disableIdleUsers: (days: number, users: Selection<IdleUser>) =>
    client.post('/api/v1/report/idle-users/clean-up', {
      body: { days, ...(users === 'all' ? ALL : { userIds: users.map(({ userId }) => userId) }) },
    }),

  emptyScopes: (query: Query) => find('/api/v1/report/empty-scopes', query),

  throttles: (query: Query) => find('/api/v1/throttle', query),
  releaseThrottle: (id: string) => client.delete('/api/v1/throttle/{id}', { parameters: { id } }),

  sessions: (query: Query) => find('/api/v1/session', query),
  ownSessions: () => client.get('/api/v1/user/session'),
  endOwnSession: (id: number) => client.delete('/api/v1/user/session/{id}', { parameters: { id } }),
  endOtherOwnSessions: () => client.delete('/api/v1/user/session'),
  endSession: (id: number) => client.delete('/api/v1/session/{id}', { parameters: { id } }),
  endSessions: (body: Schemas['SessionsToEnd']) => client.delete('/api/v1/session', { body }),
  endSessionsOf: (userId: number) => client.delete('/api/v1/session', { body: { userId } }),
  endSessionsOfUsers: (userIds: readonly number[]) => client.delete('/api/v1/session', { body: { userIds } }),
  endSessionsOfRole: (roleId: number) => client.delete('/api/v1/session', { body: { roleId } }),

  loginLog: (query: Query) => findFrom('/api/v1/sys-login-log', query),
  removeLoginLogEntries: (ids: readonly number[]) =>
    client.delete('/api/v1/sys-login-log', { body: { ids } }),
  loginLogEntry: (id: number) => client.get('/api/v1/sys-login-log/{id}', { parameters: { id } }),
  auditLogEntry: (id: number) => client.get('/api/v1/audit-log/{id}', { parameters: { id } }),
  auditLog: (query: Query) => findFrom('/api/v1/audit-log', query),
  events: (query: Query) => find('/api/v1/event', query),
  event: async (id: number) => (await find('/api/v1/event', { id })).list[0],
  verifyLog: (log: Log) => client.get(`/api/v1/${log}/verify`),
} as const

function ruleOf({ roleKey, path, method }: PolicyRule): PolicyRule {
  return { roleKey, path, method }
}

function mergeOf({ keep, remove }: SameRights) {
  return { keep: keep.roleId, remove: remove.map(({ roleId }) => roleId) }
}

/** Returns the URL of an export. The browser downloads it, so its size does not matter. */
export function exportAddress(of: Log | 'policy', query: Query = {}): string {
  return addressOf(`/api/v1/${of}/export`, query)
}

/** Opens the stream of new events. The browser sends the cookie. */
export function openEventStream(): EventSource {
  return new EventSource('/api/v1/event/stream')
}
