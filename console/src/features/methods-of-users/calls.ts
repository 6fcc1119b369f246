import { client } from '../../shell/api/client.ts'

export const methodCalls = {
  ownLoginMethods: () => client.get('/api/v1/user/login-methods'),
  loginMethodsOf: (id: number) => client.get('/api/v1/sys-user/{id}/login-methods', { parameters: { id } }),
}
