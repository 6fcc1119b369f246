import type { ClaimCondition, ClaimPath, RoleMapping } from './oidc-claims.ts'
import type { OidcPresetName, OidcProtocol } from './oidc-presets.ts'

/** How long the issuer of a linked account may be. */
export const MAX_ISSUER_LENGTH = 255

/** An entry of `login.oidc.providers`, with the defaults of its preset. */
export interface OidcProviderSetting {
  /** Identifies the provider in URLs. */
  readonly name: string
  readonly preset: OidcPresetName
  readonly protocol: OidcProtocol
  readonly label: string
  /** With the subject, it identifies a user. */
  readonly issuer: string
  /** Where WeCom and DingTalk have their login pages. */
  readonly loginUrl: string
  /** Where GitHub, WeCom and DingTalk have their API. */
  readonly apiUrl: string
  readonly clientId: string
  readonly clientSecret: string
  /** The application in WeCom. */
  readonly agentId: string
  readonly scopes: readonly string[]
  readonly userInfo: boolean
  /** Empty: `application.publicUrl` and `/login/oidc/` and the name. */
  readonly redirectUri: string
  readonly usernameClaim: ClaimPath
  readonly requiredClaims: readonly ClaimCondition[]
  /** The first one that applies decides. */
  readonly roles: readonly RoleMapping[]
  /** The role of users to whom none of `roles` applies. Empty: they cannot log in. */
  readonly defaultRole: string
  readonly createUsers: boolean
  readonly checksSecondFactor: boolean
  /** Whether e-mail addresses and phone numbers count although the provider does not say that it has verified them. */
  readonly assumeVerified: boolean
}

type Derived = 'protocol' | 'usernameClaim' | 'requiredClaims' | 'roles'

/** An entry as it is written: with the keys that differ from the preset, and paths as texts such as `realm_access.roles`. */
export interface OidcProviderInput extends Partial<Omit<OidcProviderSetting, Derived>> {
  readonly name: string
  readonly clientId: string
  readonly usernameClaim?: string | ClaimPath
  readonly requiredClaims?: readonly WithPath<ClaimCondition>[]
  readonly roles?: readonly WithPath<RoleMapping>[]
}

type WithPath<Condition> = Omit<Condition, 'claim'> & { readonly claim: string | ClaimPath }

/** Returns where the provider sends the browser after the login. */
export function redirectUriOf({ redirectUri, name }: OidcProviderSetting, publicUrl: string): string {
  return redirectUri || `${publicUrl.replace(/\/$/, '')}/login/oidc/${name}`
}
