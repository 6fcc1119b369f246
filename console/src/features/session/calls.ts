import type { Query } from '../../shell/api/address.ts'
import { client, find, type Schemas } from '../../shell/api/client.ts'

export const sessionCalls = {
  roleSessions: (id: number) => client.get('/api/v1/role/{id}/sessions', { parameters: { id } }),
  sessions: (query: Query) => find('/api/v1/session', query),
  ownSessions: () => client.get('/api/v1/user/session'),
  endOwnSession: (id: number) => client.delete('/api/v1/user/session/{id}', { parameters: { id } }),
  endOtherOwnSessions: () => client.delete('/api/v1/user/session'),
  endSession: (id: number) => client.delete('/api/v1/session/{id}', { parameters: { id } }),
  endSessions: (body: Schemas['SessionsToEnd']) => client.delete('/api/v1/session', { body }),
  endSessionsOf: (userId: number) => client.delete('/api/v1/session', { body: { userId } }),
  endSessionsOfUsers: (userIds: readonly number[]) => client.delete('/api/v1/session', { body: { userIds } }),
  endSessionsOfRole: (roleId: number) => client.delete('/api/v1/session', { body: { roleId } }),
}
