import type { Query } from '../../shell/api/address.ts'
import { client, find } from '../../shell/api/client.ts'

export const fourEyesCalls = {
  suspendUser: (id: number) => client.post('/api/v1/sys-user/{id}/suspension', { parameters: { id } }),
  decideSuspension: (id: number, decision: 'restore' | 'keep') =>
    client.put('/api/v1/sys-user/{id}/suspension', { parameters: { id }, body: { decision } }),
  ownConfirmations: () => client.get('/api/v1/user/confirmation'),
  confirmations: (query: Query) => find('/api/v1/confirmation', query),
  withdrawConfirmation: (id: number) =>
    client.delete('/api/v1/user/confirmation/{id}', { parameters: { id } }),
  decideConfirmation: (id: number, decision: 'confirm' | 'refuse') =>
    client.put('/api/v1/confirmation/{id}', { parameters: { id }, body: { decision } }),
}
