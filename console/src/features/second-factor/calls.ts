import { client } from '../../shell/api/client.ts'

export const secondFactorCalls = {
  beginSecondFactor: () => client.send<{ secret: string; uri: string }>('POST', '/api/v1/user/second-factor'),
  confirmSecondFactor: client.confirmSecondFactor,
  newRecoveryCodes: (code: string) =>
    client.send<{ recoveryCodes: string[] }>('POST', '/api/v1/user/second-factor/recovery-codes', {
      body: { code },
    }),
  turnOffSecondFactor: (code: string) =>
    client.send('DELETE', '/api/v1/user/second-factor', { body: { code } }),
  resetSecondFactor: (id: number) =>
    client.send('DELETE', '/api/v1/sys-user/{id}/second-factor', { parameters: { id } }),
  roleSecondFactors: (id: number) => client.get('/api/v1/role/{id}/second-factor', { parameters: { id } }),
}
