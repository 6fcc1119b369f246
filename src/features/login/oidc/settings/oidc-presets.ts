/** How a provider is spoken to: by OpenID Connect, or by its own variant of OAuth 2. */
export type OidcProtocol = 'oidc' | 'github' | 'wecom' | 'dingtalk'

/** The defaults of an entry of `login.oidc.providers`. */
export interface OidcPreset {
  readonly protocol: OidcProtocol
  readonly label: string
  /** Empty: the entry must set it. */
  readonly issuer: string
  /** Where WeCom and DingTalk have their login pages. */
  readonly loginUrl: string
  /** Where GitHub, WeCom and DingTalk have their API. */
  readonly apiUrl: string
  readonly scopes: readonly string[]
  /** Whether the claims of the user info endpoint are added to those of the ID token. */
  readonly userInfo: boolean
  readonly usernameClaim: string
  /** Whether everybody can have an account there, and not only the people of one organization. */
  readonly isPublic: boolean
}

const OPENID_CONNECT = {
  protocol: 'oidc',
  label: '',
  issuer: '',
  loginUrl: '',
  apiUrl: '',
  scopes: ['openid', 'profile', 'email'],
  userInfo: true,
  usernameClaim: 'preferred_username',
  isPublic: false,
} as const satisfies OidcPreset

export const OIDC_PRESETS = {
  oidc: OPENID_CONNECT,
  keycloak: { ...OPENID_CONNECT, label: 'Keycloak' },
  // Its user info endpoint returns fewer claims than the ID token has.
  entra: { ...OPENID_CONNECT, label: 'Microsoft', userInfo: false },
  google: {
    ...OPENID_CONNECT,
    label: 'Google',
    issuer: 'https://accounts.google.com',
    userInfo: false,
    usernameClaim: 'email',
    isPublic: true,
  },
  github: {
    ...OPENID_CONNECT,
    protocol: 'github',
    label: 'GitHub',
    issuer: 'https://github.com',
    scopes: ['read:user'],
    usernameClaim: 'login',
    isPublic: true,
  },
  wecom: {
    ...OPENID_CONNECT,
    protocol: 'wecom',
    label: '企业微信',
    loginUrl: 'https://login.work.weixin.qq.com',
    apiUrl: 'https://qyapi.weixin.qq.com',
    scopes: [],
    usernameClaim: 'userid',
  },
  dingtalk: {
    ...OPENID_CONNECT,
    protocol: 'dingtalk',
    label: '钉钉',
    loginUrl: 'https://login.dingtalk.com',
    apiUrl: 'https://api.dingtalk.com',
    // With `corpid`, the user selects an organization, whose id becomes the claim `corpId`.
    scopes: ['openid', 'corpid'],
    // Users choose their nickname themselves, and the other fields may be missing.
    usernameClaim: 'unionId',
    isPublic: true,
  },
} as const satisfies Readonly<Record<string, OidcPreset>>

type OidcPresetName = keyof typeof OIDC_PRESETS
export const OIDC_PRESET_NAMES = Object.keys(OIDC_PRESETS) as readonly OidcPresetName[]

/** Returns where GitHub, or a GitHub Enterprise Server, has its API. */
export function githubApiUrl(issuer: string): string {
  return issuer === OIDC_PRESETS.github.issuer ? 'https://api.github.com' : `${issuer}/api/v3`
}
