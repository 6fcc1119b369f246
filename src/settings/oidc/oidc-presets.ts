/** How a provider is spoken to: by OpenID Connect, or by its own variant of OAuth 2. */
export type OidcProtocol = 'oidc' | 'github' | 'wecom' | 'dingtalk'

/** The defaults of an entry of `login.oidc.providers`. */
export interface OidcPreset {
  readonly protocol: OidcProtocol
  readonly label: string
  /** Empty: the entry must set it. */
  readonly issuer: string
  readonly scopes: readonly string[]
  /** Whether the claims of the user info endpoint are added to those of the ID token. */
  readonly userInfo: boolean
  readonly usernameClaim: string
  /** Whether everybody can have an account there, and not only the people of one organization. */
  readonly isPublic: boolean
}

const OPENID_SCOPES = ['openid', 'profile', 'email']

export const OIDC_PRESETS = {
  oidc: {
    protocol: 'oidc',
    label: '',
    issuer: '',
    scopes: OPENID_SCOPES,
    userInfo: true,
    usernameClaim: 'preferred_username',
    isPublic: false,
  },
  keycloak: {
    protocol: 'oidc',
    label: 'Keycloak',
    issuer: '',
    scopes: OPENID_SCOPES,
    userInfo: true,
    usernameClaim: 'preferred_username',
    isPublic: false,
  },
  entra: {
    protocol: 'oidc',
    label: 'Microsoft',
    issuer: '',
    scopes: OPENID_SCOPES,
    // Its user info endpoint returns fewer claims than the ID token has.
    userInfo: false,
    usernameClaim: 'preferred_username',
    isPublic: false,
  },
  google: {
    protocol: 'oidc',
    label: 'Google',
    issuer: 'https://accounts.google.com',
    scopes: OPENID_SCOPES,
    userInfo: false,
    usernameClaim: 'email',
    isPublic: true,
  },
  github: {
    protocol: 'github',
    label: 'GitHub',
    issuer: 'https://github.com',
    scopes: ['read:user'],
    userInfo: true,
    usernameClaim: 'login',
    isPublic: true,
  },
  wecom: {
    protocol: 'wecom',
    label: '企业微信',
    issuer: '',
    scopes: [],
    userInfo: true,
    usernameClaim: 'userid',
    isPublic: false,
  },
  dingtalk: {
    protocol: 'dingtalk',
    label: '钉钉',
    issuer: '',
    // With `corpid`, the user selects an organization, whose id becomes the claim `corpId`.
    scopes: ['openid', 'corpid'],
    userInfo: true,
    // Users choose their nickname themselves, and the other fields may be missing.
    usernameClaim: 'unionId',
    isPublic: true,
  },
} as const satisfies Readonly<Record<string, OidcPreset>>

export type OidcPresetName = keyof typeof OIDC_PRESETS
export const OIDC_PRESET_NAMES = Object.keys(OIDC_PRESETS) as readonly OidcPresetName[]

/** The addresses of WeCom and DingTalk, which an entry can replace. */
export const SERVICE_URLS = {
  wecom: { loginUrl: 'https://login.work.weixin.qq.com', apiUrl: 'https://qyapi.weixin.qq.com' },
  dingtalk: { loginUrl: 'https://login.dingtalk.com', apiUrl: 'https://api.dingtalk.com' },
} as const

/** Returns where GitHub, or a GitHub Enterprise Server, has its API. */
export function githubApiUrl(issuer: string): string {
  return issuer === OIDC_PRESETS.github.issuer ? 'https://api.github.com' : `${issuer}/api/v3`
}
