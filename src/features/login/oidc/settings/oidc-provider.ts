import { problemOfSecureUrl } from '../../../../platform/settings/addresses.ts'
import { type RecordType, readField, record } from '../../../../platform/settings/list-types.ts'
import { isPlainObject, type Problem } from '../../../../platform/settings/setting.ts'
import {
  type ClaimPath,
  CONFIRMED_CLAIMS,
  type departmentMappings,
  type requiredClaims,
  type roleMappings,
} from './oidc-claims.ts'
import { fieldsOf, type ProviderFields, preset } from './oidc-fields.ts'
import { githubApiUrl, OIDC_PRESETS, type OidcPreset, type OidcProtocol } from './oidc-presets.ts'

/** How long the issuer of a linked account may be. */
export const MAX_ISSUER_LENGTH = 255

/** An entry of `login.oidc.providers`, with the defaults of its preset. The issuer and the subject identify a user. */
export interface OidcProviderSetting extends ProviderFields {
  readonly protocol: OidcProtocol
}

type Derived = 'protocol' | 'usernameClaim' | 'requiredClaims' | 'roles' | 'departments'

/** An entry as it is written: with the keys that differ from the preset, and paths as texts such as `realm_access.roles`. */
export interface OidcProviderInput extends Partial<Omit<OidcProviderSetting, Derived>> {
  readonly name: string
  readonly clientId: string
  readonly usernameClaim?: string | ClaimPath
  readonly requiredClaims?: NonNullable<(typeof requiredClaims)['input']>
  readonly roles?: NonNullable<(typeof roleMappings)['input']>
  readonly departments?: NonNullable<(typeof departmentMappings)['input']>
}

/** An entry of `login.oidc.providers`. */
export const oidcProvider: RecordType<OidcProviderSetting> = {
  fields: fieldsOf(OIDC_PRESETS.oidc),
  secret: true,
  read(given) {
    const reading = readField('preset', preset, isPlainObject(given) ? given.preset : undefined)
    if ('problems' in reading) return reading
    // What is wrong with the other keys depends on the preset.
    const chosen = OIDC_PRESETS[reading.value]
    return recordOf(chosen).read(withoutProtocol(given, chosen))
  },
}

/** Removes the protocol of the preset from an entry that was read before, such as one of `loadSettings`: it is not a key to write. */
function withoutProtocol(given: unknown, { protocol }: OidcPreset): unknown {
  if (!isPlainObject(given) || given.protocol !== protocol) return given
  const { protocol: _derived, ...written } = given
  return written
}

function recordOf(given: OidcPreset): RecordType<OidcProviderSetting> {
  return record({
    fields: fieldsOf(given),
    finish(values) {
      const { protocol } = given
      const value = {
        ...values,
        label: values.label || values.name,
        protocol,
        ...addressesOf(protocol, values),
      }
      const problems = problemsOfEntry(value, values, given)
      return problems.length > 0 ? { problems } : { value }
    },
  })
}

/** The issuer of WeCom and DingTalk is derived from the API that identifies the user, so that a link means one service. */
function addressesOf(protocol: OidcProtocol, { issuer, loginUrl, apiUrl, clientId }: ProviderFields) {
  if (protocol === 'github') return { issuer, loginUrl: issuer, apiUrl: apiUrl || githubApiUrl(issuer) }
  // The ids of WeCom's users are unique only within their corporation.
  if (protocol === 'wecom') return { issuer: `${apiUrl}/${clientId}`, loginUrl, apiUrl }
  if (protocol === 'dingtalk') return { issuer: apiUrl, loginUrl, apiUrl }
  return { issuer, loginUrl, apiUrl }
}

/** Returns where the provider sends the browser after the login. */
export function redirectUriOf(
  { redirectUri, name }: Pick<OidcProviderSetting, 'redirectUri' | 'name'>,
  publicUrl: string,
): string {
  return redirectUri || `${publicUrl.replace(/\/$/, '')}/login/oidc/${name}`
}

/** The keys that a protocol does not use. */
const UNUSED_KEYS = {
  oidc: ['agentId', 'loginUrl', 'apiUrl'],
  github: ['agentId'],
  wecom: ['scopes'],
  dingtalk: ['agentId'],
} as const satisfies Readonly<Record<OidcProtocol, readonly (keyof ProviderFields)[]>>

/** The keys that `addressesOf` derives from others. */
const DERIVED_KEYS = {
  oidc: [],
  github: ['loginUrl'],
  wecom: ['issuer'],
  dingtalk: ['issuer'],
} as const satisfies Readonly<Record<OidcProtocol, readonly ('issuer' | 'loginUrl')[]>>

/** Returns what is wrong with the keys of an entry together. */
function problemsOfEntry(
  entry: OidcProviderSetting,
  written: ProviderFields,
  { label, isPublic }: OidcPreset,
): readonly Problem[] {
  const { protocol, preset, clientSecret, agentId, scopes, roles, defaultRole, requiredClaims } = entry
  const refused = [
    ...UNUSED_KEYS[protocol].filter((key) => written[key].length > 0),
    // An entry that was read before contains what was derived.
    ...DERIVED_KEYS[protocol].filter((key) => written[key] !== '' && written[key] !== entry[key]),
  ]
  const problems: Problem[] = refused.map((key) => ({
    path: [key],
    problem: `is not used by the preset ${preset}`,
    fix: 'remove it',
  }))
  const add = (key: string, problem: string, fix: string) => problems.push({ path: [key], problem, fix })
  if (clientSecret === '' && protocol !== 'oidc')
    add('clientSecret', 'is missing', 'write the secret that the provider has assigned')
  if (protocol === 'wecom' && agentId === '')
    add('agentId', 'is missing', 'write the id of the application in WeCom')
  if (protocol === 'oidc' && !scopes.includes('openid'))
    add('scopes', 'lacks openid, which OpenID Connect requires', 'add it')
  const issuer = problemOfIssuer(entry)
  if (issuer !== undefined) add('issuer', ...issuer)
  if (roles.length === 0 && defaultRole === '')
    add('roles', 'is empty, and so is defaultRole: nobody could log in', 'set one of them')
  if (isPublic && entry.createUsers && defaultRole !== '' && requiredClaims.length === 0) {
    const problem = `gives a role to everybody who has an account at ${label}`
    add('defaultRole', problem, 'set requiredClaims, or createUsers: false')
  }
  const claim = unconfirmedClaim(entry)
  if (claim !== undefined) {
    const problem = `is false, but the claim ${claim} is used, which ${label} does not confirm as verified`
    add('assumeVerified', problem, 'use another claim, or set assumeVerified: true')
  }
  return problems
}

function problemOfIssuer(entry: OidcProviderSetting): readonly [problem: string, fix: string] | undefined {
  const { preset, protocol, issuer } = entry
  if (issuer === '') return ['is missing', 'write for example https://sso.example.com/realms/staff']
  if (issuer.length > MAX_ISSUER_LENGTH)
    return [`has more than ${MAX_ISSUER_LENGTH} characters, which cannot be stored`, 'use a shorter one']
  if (protocol === 'github' && new URL(issuer).origin !== issuer)
    return ['is not an origin', 'write for example https://github.example.com']
  // The library accepts them for this host, whatever the preset.
  const isEntra = preset === 'entra' || /^https:\/\/login\.microsoftonline\.com[:/]/i.test(issuer)
  if (isEntra && /\/(?:common|organizations|consumers)(?:\/|$)/i.test(issuer)) {
    const fix = 'write your tenant: https://login.microsoftonline.com/TENANT-ID/v2.0'
    return ['is for accounts of every organization', fix]
  }
  return undefined
}

/** Returns a claim in use that is not verified: GitHub, WeCom and DingTalk never say that an address or a number is. */
function unconfirmedClaim(entry: OidcProviderSetting): string | undefined {
  const { protocol, assumeVerified, usernameClaim, requiredClaims, roles, departments } = entry
  if (protocol === 'oidc' || assumeVerified) return undefined
  const used = [usernameClaim, ...[...requiredClaims, ...roles, ...departments].map(({ claim }) => claim)]
  return used.map(([first = '']) => first).find((first) => CONFIRMED_CLAIMS.has(first))
}

/** Returns what is wrong with the entries together, or without `application.publicUrl`. */
export function problemOfOidcProviders(
  providers: readonly OidcProviderSetting[],
  publicUrl: string,
): string | undefined {
  if (providers.length === 0) {
    return 'is empty, but login.methods contains oidc. Fix: add a provider, or remove oidc from login.methods'
  }
  const withoutAddress = providers.find(({ redirectUri }) => redirectUri === '')
  if (withoutAddress === undefined) return undefined
  if (publicUrl === '') {
    return `has the entry ${withoutAddress.name} without a redirectUri. Fix: set application.publicUrl to the address of the console, such as https://admin.example.com`
  }
  return problemOfSecureUrl(redirectUriOf(withoutAddress, publicUrl)) === undefined
    ? undefined
    : 'requires an application.publicUrl with https, which only localhost may lack. Fix: write https://'
}
