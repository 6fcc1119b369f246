import { type CaptchaAnswer, client } from '../../shell/api/client.ts'

export const passkeyCalls = {
  startPasskeyLogin: (answer: CaptchaAnswer) =>
    client.send<{ uuid: string; options: unknown }>('POST', '/api/v1/login/passkey', { body: answer }),
  beginPasskey: () => client.send<{ uuid: string; options: unknown }>('POST', '/api/v1/user/passkey/options'),
  addPasskey: (body: { uuid: string; name: string; credential: unknown; secondFactorCode?: string }) =>
    client.send('POST', '/api/v1/user/passkey', { body }),
  renamePasskey: (id: number, name: string) =>
    client.send('PUT', '/api/v1/user/passkey/{id}', { parameters: { id }, body: { name } }),
  removePasskey: (id: number) => client.send('DELETE', '/api/v1/user/passkey/{id}', { parameters: { id } }),
  removePasskeyOf: (id: number, passkeyId: number) =>
    client.send('DELETE', '/api/v1/sys-user/{id}/passkey/{passkeyId}', { parameters: { id, passkeyId } }),
}
