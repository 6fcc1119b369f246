import { client, type Fields } from '../../shell/api/client.ts'

export const externalAccountCalls = {
  addLink: (id: number, body: Fields) =>
    client.send('POST', '/api/v1/sys-user/{id}/link', { parameters: { id }, body }),
  removeLink: (id: number, linkId: number) =>
    client.send('DELETE', '/api/v1/sys-user/{id}/link/{linkId}', { parameters: { id, linkId } }),
}
