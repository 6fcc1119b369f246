import type { BoundedFetch } from '../bounded-fetch.ts'
import type { Provider, ProviderOptions } from './provider.ts'
import { ProviderOutage, ProviderRefusal } from './provider-error.ts'
import { type Json, requestJson, textIn } from './provider-response.ts'

/** The access token of the application is invalid or has expired. */
const TOKEN_ERRORS = [40014, 42001]
/** The service is busy or limits the calls, or the application may not call it from this address or at all. No login is at fault. */
const SERVICE_ERRORS = [-1, 45009, 45033, 48002, 60020]
const ACTIVE_MEMBER = 1
const MARGIN_SECONDS = 60

/**
 * Creates the provider for WeCom (企业微信), for an application of one's own corporation. It is not OpenID Connect: the
 * application has one access token, with which it exchanges the code for the id of the member. There is no PKCE.
 */
export function createWecomProvider(options: ProviderOptions & { readonly now: () => number }): Provider {
  const { setting, redirectUri, boundedFetch, now } = options
  const { issuer, loginUrl, apiUrl, clientId: corpId, clientSecret, agentId } = setting
  // WeCom limits how often the token is requested, and asks to reuse it until it expires.
  let token: { readonly value: string; readonly expiresAt: number } | undefined

  async function accessToken(): Promise<string> {
    if (token !== undefined && now() < token.expiresAt) return token.value
    const response = await call(boundedFetch, `${apiUrl}/cgi-bin/gettoken`, {
      corpid: corpId,
      corpsecret: clientSecret,
    })
    const value = textIn(response, 'access_token')
    const lifetimeSeconds = Number(response.expires_in)
    // This request has nothing of the user, so that an error is not one of the login.
    if (value === '' || errorCodeOf(response) !== 0) throw new ProviderOutage(failureOf('gettoken', response))
    token = { value, expiresAt: now() + Math.max(0, lifetimeSeconds - MARGIN_SECONDS) * 1000 }
    return value
  }

  async function callWithToken(path: string, parameters: Readonly<Record<string, string>>): Promise<Json> {
    const request = async () =>
      call(boundedFetch, apiUrl + path, { access_token: await accessToken(), ...parameters })
    let response = await request()
    if (TOKEN_ERRORS.includes(errorCodeOf(response))) {
      token = undefined
      response = await request()
    }
    const errorCode = errorCodeOf(response)
    if (errorCode === 0) return response
    const isServiceError = [...SERVICE_ERRORS, ...TOKEN_ERRORS].includes(errorCode)
    throw new (isServiceError ? ProviderOutage : ProviderRefusal)(failureOf(path, response))
  }

  return {
    async authorizationUrl({ state }) {
      const url = new URL(`${loginUrl}/wwlogin/sso/login`)
      url.search = new URLSearchParams({
        login_type: 'CorpApp',
        appid: corpId,
        agentid: agentId,
        redirect_uri: redirectUri,
        state,
      }).toString()
      return url
    },

    async identityOf({ code, iss }) {
      if (iss !== '' && iss !== issuer) throw new ProviderRefusal('another issuer')
      const userId = textIn(await callWithToken('/cgi-bin/auth/getuserinfo', { code }), 'userid')
      // Empty: not a member of the corporation. With a slash: a member of a linked corporation.
      if (userId === '' || userId.includes('/')) throw new ProviderRefusal('not a member of the corporation')
      const member = await callWithToken('/cgi-bin/user/get', { userid: userId })
      if (textIn(member, 'userid') !== userId || member.status !== ACTIVE_MEMBER) {
        throw new ProviderRefusal('not an active member of the corporation')
      }
      return {
        issuer,
        subject: userId,
        claims: {
          ...member,
          email: textIn(member, 'email') || textIn(member, 'biz_mail'),
          phone_number: textIn(member, 'mobile'),
        },
      }
    },
  }
}

function call(boundedFetch: BoundedFetch, address: string, parameters: Readonly<Record<string, string>>) {
  const url = new URL(address)
  url.search = new URLSearchParams(parameters).toString()
  return requestJson(boundedFetch, url)
}

/** WeCom reports errors with HTTP status 200. */
function errorCodeOf(response: Json): number {
  return typeof response.errcode === 'number' ? response.errcode : Number.NaN
}

function failureOf(what: string, response: Json): string {
  return `${what} failed with errcode ${errorCodeOf(response)}`
}
