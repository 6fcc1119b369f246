import type { BoundedFetch } from '../bounded-fetch.ts'
import type { OidcProviderSetting } from '../settings/oidc-provider.ts'
import type { Json } from './provider-response.ts'

/** What the service keeps between the two requests of a login. */
export interface LoginSecrets {
  /** Also the value that the provider returns to the browser. */
  readonly state: string
  readonly nonce: string
  /** The code verifier of PKCE. */
  readonly verifier: string
}

/** What the provider has sent through the browser. */
interface AuthorizationResponse {
  readonly code: string
  /** The issuer (RFC 9207); empty if there is none. */
  readonly iss: string
}

/** Who has logged in at the provider. Issuer and subject together identify the user. */
export interface ProviderIdentity {
  readonly issuer: string
  readonly subject: string
  /** With the standard names `name`, `email` and `phone_number`, besides those of the provider. */
  readonly claims: Json
}

/** One identity provider. Both functions throw a `ProviderOutage` if it is not available. */
export interface Provider {
  /** Returns where the browser logs in. */
  authorizationUrl(secrets: LoginSecrets): Promise<URL>
  /** Exchanges the code for the identity of the user. Throws if anything about the response is wrong. */
  identityOf(response: AuthorizationResponse, secrets: LoginSecrets): Promise<ProviderIdentity>
}

export interface ProviderOptions {
  readonly setting: OidcProviderSetting
  readonly redirectUri: string
  readonly boundedFetch: BoundedFetch
}
