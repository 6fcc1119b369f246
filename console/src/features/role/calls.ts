import type { Query } from '../../shell/api/address.ts'
import { add, change, client, type Fields, find, type Schemas } from '../../shell/api/client.ts'

export const roleCalls = {
  roles: (query: Query) => find('/api/v1/role', query),
  role: (id: number) => client.get('/api/v1/role/{id}', { parameters: { id } }),
  copyRole: (id: number, body: Schemas['RoleCopy']) =>
    client.post('/api/v1/role/{id}/copy', { parameters: { id }, body }),
  addRole: (role: Fields) => add('/api/v1/role', role),
  changeRole: (id: number, role: Fields) => change('/api/v1/role/{id}', role, { id }),
  removeRole: (id: number) => client.delete('/api/v1/role/{id}', { parameters: { id } }),
}
