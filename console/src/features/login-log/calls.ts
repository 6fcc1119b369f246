import type { Query } from '../../shell/api/address.ts'
import { client, findFrom } from '../../shell/api/client.ts'

export const loginLogCalls = {
  loginLog: (query: Query) => findFrom('/api/v1/sys-login-log', query),
  removeLoginLogEntries: (ids: readonly number[]) =>
    client.delete('/api/v1/sys-login-log', { body: { ids } }),
  loginLogEntry: (id: number) => client.get('/api/v1/sys-login-log/{id}', { parameters: { id } }),
}
