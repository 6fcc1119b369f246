import type {
  ApiError,
  Client,
  RefusalReason as ClientReason,
  RequestBody,
  ResponseData,
  Schemas,
} from '../../packages/client/src/index.ts'
import type { AuditLogEntry } from '../../src/core/audit-log/audit-log.store.ts'
import type { ClassedRoute } from '../../src/core/check/routes/route-classes.ts'
import type { BlockedLogin } from '../../src/core/login/blocked-login.store.ts'
import type { Exclusion } from '../../src/core/permission/exclusion-list.ts'
import type { PolicyRule } from '../../src/core/permission/policy-rule.ts'
import type { Role } from '../../src/core/role/role.ts'
import type { LiveSession } from '../../src/core/session/session.store.ts'
import type { UserActivity } from '../../src/core/session/user-activity.store.ts'
import type { User } from '../../src/core/user/user.ts'
import type { Verification } from '../../src/features/monitoring/log-verification/verify.ts'
import type { Access } from '../../src/features/policy/explain/access-check.ts'
import type { ClusterState } from '../../src/platform/cluster/nodes/cluster.ts'
import type { FieldError, RefusalReason } from '../../src/platform/refusal/refusal.ts'

// The compiler checks this file: the client's types, which come from the OpenAPI document, must be those of the service.

/** True if each type can be used as the other. */
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false

/** True if the members are the same. The document lists the values of some texts. */
type Specifies<A, B> = [A] extends [B] ? Same<keyof A, keyof B> : false

function isTrue<T extends true>(): T | undefined {
  return undefined
}

isTrue<
  Specifies<
    Schemas['User'],
    User &
      UserActivity &
      Pick<Role, 'roleName' | 'roleKey'> & {
        readonly mayChange: boolean
        readonly similarNames: readonly string[]
      }
  >
>()
// Whoever is suspended has no session.
isTrue<Specifies<Schemas['Profile'], Omit<User, 'suspension'>>>()
isTrue<Specifies<Schemas['Role'], Role>>()
isTrue<Same<Schemas['Rule'], PolicyRule>>()
isTrue<Same<Schemas['Exclusion'], Exclusion>>()
isTrue<Same<Schemas['Route'], ClassedRoute>>()
isTrue<Same<Schemas['Access'], Access>>()
isTrue<Same<Schemas['Session'], LiveSession & { readonly current: boolean; readonly mayEnd: boolean }>>()
isTrue<Same<Schemas['Throttle'], BlockedLogin>>()
isTrue<Same<Schemas['AuditLogEntry'], AuditLogEntry>>()
isTrue<Same<Schemas['Verification'], Verification>>()
isTrue<Same<Schemas['Cluster'], ClusterState>>()
isTrue<Same<Schemas['FieldError'], FieldError>>()
isTrue<Same<ClientReason, RefusalReason>>()

isTrue<Same<ResponseData<'get', '/api/v1/sys-user'>, Schemas['UserPage']>>()
isTrue<Same<ResponseData<'post', '/api/v1/permission/check'>, readonly boolean[]>>()
isTrue<Same<RequestBody<'post', '/api/v1/sys-user'>, Schemas['NewUser']>>()

/** Never called: the compiler checks that wrong requests are errors. */
export async function wrongRequests(client: Client, error: ApiError): Promise<void> {
  // @ts-expect-error There is no such endpoint.
  await client.get('/api/v1/nothing')
  // @ts-expect-error The endpoint has no such method.
  await client.put('/api/v1/getinfo')
  // @ts-expect-error The parameter is missing.
  await client.get('/api/v1/sys-user/{id}')
  // @ts-expect-error The query has no such member.
  await client.get('/api/v1/sys-user', { query: { nickname: 'x' } })
  // @ts-expect-error The body is missing.
  await client.post('/api/v1/sys-user')
  // @ts-expect-error A required member of the body is missing.
  await client.post('/api/v1/sys-user', { body: { username: 'alice' } })
  // @ts-expect-error This is a file.
  await client.get('/api/v1/audit-log/export')
  const { list } = await client.get('/api/v1/sys-user', { query: { pageIndex: 1, status: undefined } })
  // @ts-expect-error The result has no such member.
  list[0]?.password
  if (error.reason === 'token-expired') await client.delete('/api/v1/role/{id}', { parameters: { id: 7 } })
}
