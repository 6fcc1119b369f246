import type { Provider, ProviderOptions } from './provider.ts'
import { ProviderRefusal } from './provider-error.ts'
import { requestJson, textIn } from './provider-response.ts'

/**
 * Creates the provider for DingTalk (钉钉). It is OAuth 2 with JSON bodies and no PKCE. Browsers return with `authCode`, which
 * front ends send as `code`.
 */
export function createDingtalkProvider({ setting, redirectUri, boundedFetch }: ProviderOptions): Provider {
  const { issuer, loginUrl, apiUrl, clientId, clientSecret, scopes } = setting
  return {
    async authorizationUrl({ state }) {
      const url = new URL(`${loginUrl}/oauth2/auth`)
      url.search = new URLSearchParams({
        redirect_uri: redirectUri,
        response_type: 'code',
        client_id: clientId,
        scope: scopes.join(' '),
        state,
        prompt: 'consent',
      }).toString()
      return url
    },

    async identityOf({ code, iss }) {
      if (iss !== '' && iss !== issuer) throw new ProviderRefusal('another issuer')
      const tokens = await requestJson(boundedFetch, new URL(`${apiUrl}/v1.0/oauth2/userAccessToken`), {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ clientId, clientSecret, code, grantType: 'authorization_code' }),
      })
      const accessToken = textIn(tokens, 'accessToken')
      if (accessToken === '') throw new ProviderRefusal('no access token')
      const user = await requestJson(boundedFetch, new URL(`${apiUrl}/v1.0/contact/users/me`), {
        headers: { 'x-acs-dingtalk-access-token': accessToken },
      })
      const subject = textIn(user, 'unionId')
      if (subject === '') throw new ProviderRefusal('the user API returned no unionId')
      return {
        issuer,
        subject,
        claims: {
          ...user,
          // The organization that the user has selected, with the scope `corpid`.
          corpId: textIn(tokens, 'corpId'),
          name: textIn(user, 'nick'),
          phone_number: textIn(user, 'mobile'),
        },
      }
    },
  }
}
