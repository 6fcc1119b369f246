import type { JsonRecord, JsonValue } from '../list-types.ts'
import { type Outcome, quotedValue } from '../setting.ts'
import { readClaimPath, readRequiredClaims, readRoleMappings } from './oidc-claims.ts'
import {
  githubApiUrl,
  OIDC_PRESET_NAMES,
  OIDC_PRESETS,
  type OidcPreset,
  type OidcPresetName,
  type OidcProtocol,
  SERVICE_URLS,
} from './oidc-presets.ts'
import type { OidcProviderSetting } from './oidc-provider.ts'
import { problemOfOidcProvider } from './oidc-provider-checks.ts'

const KEYS = [
  'name',
  'preset',
  'label',
  'issuer',
  'clientId',
  'clientSecret',
  'agentId',
  'loginUrl',
  'apiUrl',
  'scopes',
  'userInfo',
  'redirectUri',
  'usernameClaim',
  'requiredClaims',
  'roles',
  'defaultRole',
  'createUsers',
  'checksSecondFactor',
  'assumeVerified',
]
const MAX_TEXT_LENGTH = 2000
const MAX_SCOPES = 50

/** Reads an entry of `login.oidc.providers`. Messages do not quote the client secret. */
export function readOidcProvider(record: JsonRecord): Outcome<OidcProviderSetting> {
  const unknown = Object.keys(record).find((key) => !KEYS.includes(key))
  if (unknown !== undefined)
    return { problem: `has the key ${quotedValue(unknown)}; allowed are ${KEYS.join(', ')}` }
  const { name = null, preset: presetName = 'oidc' } = record
  if (typeof name !== 'string' || !/^[a-z\d][a-z\d-]{0,31}$/.test(name)) {
    return { problem: 'needs a name of at most 32 lower-case letters, digits and "-", such as company' }
  }
  const known = OIDC_PRESET_NAMES.find((one) => one === presetName)
  if (known === undefined) {
    return { problem: `(${name}) has a preset that is not one of ${OIDC_PRESET_NAMES.join(', ')}` }
  }
  const outcome = readEntry(name, known, record)
  return 'problem' in outcome ? { problem: `(${name}) ${outcome.problem}` } : outcome
}

function readEntry(
  name: string,
  presetName: OidcPresetName,
  record: JsonRecord,
): Outcome<OidcProviderSetting> {
  const preset: OidcPreset = OIDC_PRESETS[presetName]
  const texts = readTexts(record, {
    label: preset.label || name,
    issuer: preset.issuer,
    clientId: '',
    clientSecret: '',
    agentId: '',
    redirectUri: '',
    defaultRole: '',
    ...(preset.protocol === 'wecom' || preset.protocol === 'dingtalk'
      ? SERVICE_URLS[preset.protocol]
      : { loginUrl: '', apiUrl: '' }),
  })
  if ('problem' in texts) return texts
  const flags = readFlags(record, {
    userInfo: preset.userInfo,
    createUsers: true,
    checksSecondFactor: false,
    assumeVerified: false,
  })
  if ('problem' in flags) return flags
  const scopes = readScopes(record.scopes ?? [...preset.scopes], preset)
  if ('problem' in scopes) return scopes
  const usernameClaim = readClaimPath(record.usernameClaim ?? preset.usernameClaim)
  if ('problem' in usernameClaim) return usernameClaim
  const requiredClaims = readRequiredClaims(record.requiredClaims ?? [])
  if ('problem' in requiredClaims) return requiredClaims
  const roles = readRoleMappings(record.roles ?? [])
  if ('problem' in roles) return roles

  const entry: OidcProviderSetting = {
    name,
    preset: presetName,
    protocol: preset.protocol,
    ...texts.value,
    ...addressesOf(preset.protocol, texts.value),
    ...flags.value,
    scopes: scopes.value,
    usernameClaim: usernameClaim.value,
    requiredClaims: requiredClaims.value,
    roles: roles.value,
  }
  const problem = problemOfOidcProvider(entry, record, preset)
  return problem === undefined ? { value: entry } : { problem }
}

type Texts = Pick<
  OidcProviderSetting,
  | 'label'
  | 'issuer'
  | 'clientId'
  | 'clientSecret'
  | 'agentId'
  | 'loginUrl'
  | 'apiUrl'
  | 'redirectUri'
  | 'defaultRole'
>

function readTexts(record: JsonRecord, defaults: Texts): Outcome<Texts> {
  const texts: Record<string, string> = {}
  for (const [key, fallback] of Object.entries(defaults)) {
    const given = record[key] ?? fallback
    if (typeof given !== 'string' || given.length > MAX_TEXT_LENGTH || /\p{Cc}/u.test(given)) {
      return { problem: `has a ${key} that is not a text in one line` }
    }
    texts[key] = given
  }
  return { value: { ...defaults, ...texts } }
}

function readFlags<Name extends string>(
  record: JsonRecord,
  defaults: Readonly<Record<Name, boolean>>,
): Outcome<Readonly<Record<Name, boolean>>> {
  const flags: Record<Name, boolean> = { ...defaults }
  for (const key of Object.keys(defaults) as Name[]) {
    const given = record[key] ?? defaults[key]
    if (typeof given !== 'boolean') return { problem: `has a ${key} that is not true or false` }
    flags[key] = given
  }
  return { value: flags }
}

function readScopes(given: JsonValue, { protocol }: OidcPreset): Outcome<readonly string[]> {
  const isScope = (scope: JsonValue): scope is string =>
    typeof scope === 'string' && /^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/.test(scope)
  if (!Array.isArray(given) || given.length > MAX_SCOPES || !given.every(isScope)) {
    return { problem: 'has scopes that are not a list of texts without spaces' }
  }
  if (protocol === 'oidc' && !given.includes('openid')) {
    return { problem: 'has scopes without openid, which OpenID Connect requires' }
  }
  return { value: given }
}

/** The issuer of WeCom and DingTalk is derived from the API that identifies the user, so that a link means one service. */
function addressesOf(protocol: OidcProtocol, { issuer, loginUrl, apiUrl, clientId }: Texts) {
  if (protocol === 'github') return { issuer, loginUrl: issuer, apiUrl: apiUrl || githubApiUrl(issuer) }
  // The ids of WeCom's users are unique only within their corporation.
  if (protocol === 'wecom') return { issuer: `${apiUrl}/${clientId}`, loginUrl, apiUrl }
  if (protocol === 'dingtalk') return { issuer: apiUrl, loginUrl, apiUrl }
  return { issuer, loginUrl, apiUrl }
}
