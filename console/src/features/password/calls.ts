import { change, client, type Fields } from '../../shell/api/client.ts'

export const passwordCalls = {
  setOwnPassword: client.changePassword,
  setUserPassword: (id: number, body: Fields) => change('/api/v1/sys-user/{id}/password', body, { id }),
}
