import type { Query } from '../../shell/api/address.ts'
import { add, change, client, type Fields, findFrom, type Schemas } from '../../shell/api/client.ts'

export const userCalls = {
  changeOwnProfile: (profile: Fields) => change('/api/v1/user/profile', profile),
  users: (query: Query) => findFrom('/api/v1/sys-user', query),
  user: (id: number) => client.get('/api/v1/sys-user/{id}', { parameters: { id } }),
  addUser: (user: Fields) => add('/api/v1/sys-user', user),
  changeUser: (id: number, user: Fields) => change('/api/v1/sys-user/{id}', user, { id }),
  setUserStatus: (id: number, status: Schemas['StatusChange']['status']) =>
    client.put('/api/v1/sys-user/{id}/status', { parameters: { id }, body: { status } }),
  setUserStatuses: (ids: readonly number[], status: Schemas['StatusChange']['status']) =>
    client.put('/api/v1/sys-user/status', { body: { ids, status } }),
  setUserRoles: (ids: readonly number[], role: { roleId: number; roleUntil: string | null }) =>
    client.put('/api/v1/sys-user/role', { body: { ids, ...role } }),
  removeUser: (id: number) => client.delete('/api/v1/sys-user/{id}', { parameters: { id } }),
}
