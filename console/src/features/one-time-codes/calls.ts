import { type CaptchaAnswer, client } from '../../shell/api/client.ts'

export const oneTimeCodeCalls = {
  sendLoginCode: (request: CaptchaAnswer & { readonly username: string }) =>
    client.send<{ uuid: string }>('POST', '/api/v1/login/code', { body: request }),
}
