import { type CaptchaAnswer, client } from '../../shell/api/client.ts'

export const oidcCalls = {
  startOidcLogin: (provider: string, answer: CaptchaAnswer) =>
    client.send<{ url: string }>('GET', '/api/v1/login/oidc/{provider}', {
      parameters: { provider },
      query: { ...answer },
    }),
}
