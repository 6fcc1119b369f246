import type * as openid from 'openid-client'
import { isLoopbackUrl } from '../../../../platform/settings/addresses.ts'
import { mergedClaims } from './claims.ts'
import { createDiscoveryCache } from './discovery-cache.ts'
import type { Provider, ProviderOptions } from './provider.ts'
import { isOutage, ProviderRefusal } from './provider-error.ts'

interface OpenIdProviderOptions extends ProviderOptions {
  /** The library, which is loaded only if a provider needs it. */
  readonly client: typeof openid
  readonly timeoutMs: number
  readonly now: () => number
}

/** Creates a provider with OpenID Connect: authorization code with PKCE. */
export function createOpenIdProvider(options: OpenIdProviderOptions): Provider {
  const { client, setting, redirectUri, boundedFetch, timeoutMs, now } = options
  const { issuer, clientId, clientSecret, scopes } = setting
  const isPlainHttp = issuer.startsWith('http:')

  const configuration = createDiscoveryCache({
    now,
    discover: () =>
      client.discovery(new URL(issuer), clientId, {}, clientAuthentication(client, clientSecret), {
        [client.customFetch]: boundedFetch,
        timeout: timeoutMs / 1000,
        execute: [
          // Otherwise the signature of the ID token is not verified, because it comes directly from the provider.
          client.enableNonRepudiationChecks,
          // The settings allow it on this machine only.
          ...(isPlainHttp ? [client.allowInsecureRequests] : []),
        ],
      }),
  })

  const provider: Provider = {
    async authorizationUrl({ state, nonce, verifier }) {
      const url = client.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: scopes.join(' '),
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      // A page navigates to it: a `javascript:` URL would run as a script of that page.
      if (url.protocol === 'https:' || (isPlainHttp && url.protocol === 'http:' && isLoopbackUrl(url.href)))
        return url
      throw new ProviderRefusal('the authorization endpoint has a URL without https')
    },

    async identityOf({ code, iss }, { state, nonce, verifier }) {
      const config = await configuration()
      const response = new URL(redirectUri)
      response.search = new URLSearchParams({ code, state, ...(iss === '' ? {} : { iss }) }).toString()
      const tokens = await client.authorizationCodeGrant(config, response, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      const idToken = tokens.claims()
      if (idToken === undefined) throw new ProviderRefusal('the response has no ID token')
      const userInfo =
        setting.userInfo && config.serverMetadata().userinfo_endpoint !== undefined
          ? await client.fetchUserInfo(config, tokens.access_token, idToken.sub)
          : {}
      return { issuer: idToken.iss, subject: idToken.sub, claims: mergedClaims(idToken, userInfo) }
    },
  }
  const refuse = (error: unknown): never => {
    throw isResponseError(client, error)
      ? new ProviderRefusal('the response is not acceptable', { cause: error })
      : error
  }
  return {
    authorizationUrl: (secrets) => provider.authorizationUrl(secrets).catch(refuse),
    identityOf: (response, secrets) => provider.identityOf(response, secrets).catch(refuse),
  }
}

/** Whether the library refused what the provider responded. Other errors are outages, or faults of the program. */
function isResponseError(client: typeof openid, error: unknown): boolean {
  if (isOutage(error)) return false
  // An endpoint in the metadata of the provider that is not a URL.
  if (error instanceof TypeError) return 'code' in error && error.code === 'ERR_INVALID_URL'
  return (
    error instanceof client.ClientError ||
    error instanceof client.ResponseBodyError ||
    error instanceof client.AuthorizationResponseError ||
    error instanceof client.WWWAuthenticateChallengeError
  )
}

/** Authenticates as the provider accepts it. Without a secret, only PKCE proves who began the login. */
function clientAuthentication(client: typeof openid, clientSecret: string): openid.ClientAuth {
  if (clientSecret === '') return client.None()
  const post = client.ClientSecretPost(clientSecret)
  const basic = client.ClientSecretBasic(clientSecret)
  return (server, ...rest) => {
    const isPostSupported =
      server.token_endpoint_auth_methods_supported?.includes('client_secret_post') === true
    return (isPostSupported ? post : basic)(server, ...rest)
  }
}
