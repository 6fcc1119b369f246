import type { JsonRecord } from '../list-types.ts'
import { isLoopbackUrl } from '../loopback.ts'
import { CONFIRMED_CLAIMS } from './oidc-claims.ts'
import type { OidcPreset, OidcProtocol } from './oidc-presets.ts'
import { MAX_ISSUER_LENGTH, type OidcProviderSetting, redirectUriOf } from './oidc-provider.ts'

/** Returns what is wrong with an entry whose keys have the right types. */
export function problemOfOidcProvider(
  entry: OidcProviderSetting,
  record: JsonRecord,
  preset: OidcPreset,
): string | undefined {
  const { protocol, clientId, clientSecret, agentId, redirectUri, roles, defaultRole } = entry
  if (clientId === '') return 'has no clientId, which the provider assigns'
  if (clientSecret === '' && protocol !== 'oidc') return 'has no clientSecret, which the provider assigns'
  if (protocol === 'wecom' && agentId === '') return 'has no agentId, the id of the application in WeCom'
  return (
    problemOfForeignKeys(protocol, record) ??
    problemOfIssuer(entry) ??
    problemOfAddress('loginUrl', entry.loginUrl) ??
    problemOfAddress('apiUrl', entry.apiUrl) ??
    (redirectUri === '' ? undefined : problemOfSecureUrl('redirectUri', redirectUri)) ??
    (roles.length === 0 && defaultRole === ''
      ? 'has neither roles nor a defaultRole, so that nobody could log in'
      : undefined) ??
    problemOfPublicProvider(entry, preset) ??
    problemOfUnconfirmedClaim(entry, preset)
  )
}

function problemOfForeignKeys(protocol: OidcProtocol, record: JsonRecord): string | undefined {
  const foreign: Readonly<Record<OidcProtocol, readonly string[]>> = {
    oidc: ['agentId', 'loginUrl', 'apiUrl'],
    github: ['agentId', 'loginUrl'],
    wecom: ['issuer', 'scopes'],
    dingtalk: ['issuer', 'agentId'],
  }
  const key = foreign[protocol].find((one) => record[one] !== undefined)
  return key === undefined ? undefined : `has the key ${key}, which its preset does not use`
}

function problemOfIssuer({ preset, protocol, issuer }: OidcProviderSetting): string | undefined {
  if (issuer === '') return 'has no issuer, such as https://sso.example.com/realms/staff'
  const problem = problemOfSecureUrl('issuer', issuer)
  if (problem !== undefined) return problem
  if (issuer.length > MAX_ISSUER_LENGTH)
    return `has an issuer with more than ${MAX_ISSUER_LENGTH} characters, which cannot be stored`
  if (protocol === 'github' && new URL(issuer).origin !== issuer) {
    return 'has an issuer that is not an origin such as https://github.example.com'
  }
  if (preset === 'entra' && /\/(?:common|organizations|consumers)(?:\/|$)/i.test(issuer)) {
    return 'has an issuer for accounts of every organization. Write your tenant: https://login.microsoftonline.com/TENANT-ID/v2.0'
  }
  return undefined
}

function problemOfAddress(key: string, url: string): string | undefined {
  if (url === '') return undefined
  const problem = problemOfSecureUrl(key, url)
  return problem ?? (url.endsWith('/') ? `has a slash at the end of its ${key}` : undefined)
}

/** Returns what is wrong with a URL that must be protected by TLS. Does not quote it. */
export function problemOfSecureUrl(key: string, url: string): string | undefined {
  if (!URL.canParse(url)) return `needs a URL such as https://example.com in its ${key}`
  const { protocol, username, password, search, hash, port } = new URL(url)
  if (username !== '' || password !== '' || search !== '' || hash !== '' || port === '0') {
    return `has more than scheme, host, port and path in its ${key}`
  }
  if (protocol === 'https:' || (protocol === 'http:' && isLoopbackUrl(url))) return undefined
  return `needs https in its ${key}; only addresses of this machine may lack it`
}

function problemOfPublicProvider(
  entry: OidcProviderSetting,
  { isPublic, label }: OidcPreset,
): string | undefined {
  const { createUsers, defaultRole, requiredClaims } = entry
  if (!isPublic || !createUsers || defaultRole === '' || requiredClaims.length > 0) return undefined
  return `gives a role to everybody who has an account at ${label}: set requiredClaims, or createUsers: false`
}

/** GitHub, WeCom and DingTalk never say that an e-mail address or a phone number is verified. */
function problemOfUnconfirmedClaim(
  { protocol, assumeVerified, usernameClaim, requiredClaims, roles }: OidcProviderSetting,
  { label }: OidcPreset,
): string | undefined {
  if (protocol === 'oidc' || assumeVerified) return undefined
  const used = [usernameClaim, ...[...requiredClaims, ...roles].map(({ claim }) => claim)]
  const name = used.map(([first = '']) => first).find((first) => CONFIRMED_CLAIMS.has(first))
  return name === undefined
    ? undefined
    : `uses the claim ${name}, which ${label} does not confirm as verified: use another claim, or set assumeVerified: true`
}

/** Returns what is wrong with the entries together, or without `application.publicUrl`. */
export function problemOfOidcProviders(
  providers: readonly OidcProviderSetting[],
  isEnabled: boolean,
  publicUrl: string,
): string | undefined {
  const names = providers.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) return `has two entries with the name ${twice}. Fix: rename one of them`
  if (!isEnabled) return undefined
  if (providers.length === 0) {
    return 'is empty, but login.methods contains oidc. Fix: add a provider, or remove oidc from login.methods'
  }
  const withoutAddress = providers.find(({ redirectUri }) => redirectUri === '')
  if (withoutAddress === undefined) return undefined
  if (publicUrl === '') {
    return `has the entry ${withoutAddress.name} without a redirectUri. Fix: set application.publicUrl to the address of the console, such as https://admin.example.com`
  }
  return problemOfSecureUrl('redirectUri', redirectUriOf(withoutAddress, publicUrl)) === undefined
    ? undefined
    : 'requires an application.publicUrl with https, which only localhost may lack. Fix: write https://'
}
