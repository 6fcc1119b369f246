import type { Query } from '../../shell/api/address.ts'
import { add, change, client, type Fields, find } from '../../shell/api/client.ts'

export const serviceAccountCalls = {
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
}
