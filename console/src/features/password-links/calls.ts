import { type CaptchaAnswer, client, type Schemas } from '../../shell/api/client.ts'

export const passwordLinkCalls = {
  requestPasswordLink: (request: CaptchaAnswer & { readonly account: string }) =>
    client.send<null>('POST', '/api/v1/forgotten-password', { body: request }),
  setPasswordByLink: (body: Schemas['PasswordByLink']) => client.post('/api/v1/password-link', { body }),
  inviteUser: (id: number) => client.post('/api/v1/sys-user/{id}/invitation', { parameters: { id } }),
}
