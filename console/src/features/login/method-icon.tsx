import type { ReactNode } from 'react'
import type { LoginOption } from './login-options.ts'

/** Simple drawings, 24 pixels wide. A provider is recognized by its name or label. */
const PROVIDERS: readonly (readonly [name: RegExp, drawing: ReactNode])[] = [
  [/microsoft|azure|entra/i, <path key="i" d="M3 3h8v8H3zM13 3h8v8h-8zM3 13h8v8H3zM13 13h8v8h-8z" />],
  [/google/i, <path key="i" className="stroke" d="M19 6.5A9 9 0 1 0 21 12h-9" />],
  [
    /github/i,
    <path
      key="i"
      className="stroke"
      d="M7 7a2 2 0 1 0 0-4 2 2 0 0 0 0 4Zm0 0v10m0 0a2 2 0 1 0 0 4 2 2 0 0 0 0-4ZM17 7a2 2 0 1 0 0-4 2 2 0 0 0 0 4Zm0 0c0 5-10 3-10 8"
    />,
  ],
  [/gitlab/i, <path key="i" d="m12 21 9-8-3-10-3 7H9L6 3 3 13z" />],
  [
    /apple/i,
    <path
      key="i"
      d="M16 7c-2 0-2.500 1-4 1s-2-1-4-1c-3 0-4 3-4 6 0 4 3 9 5 9 1.200 0 1.700-.800 3-.800s1.800.800 3 .800c2 0 4-3 5-6-4-1.500-3.500-6-.500-7-1-1.500-2.500-2-3.500-2ZM12 6c0-2.500 1.500-4 3.500-4 0 2.500-1.500 4-3.500 4Z"
    />,
  ],
  [/okta|auth0/i, <circle key="i" className="stroke" cx="12" cy="12" r="8" />],
  [/keycloak/i, <path key="i" className="stroke" d="M7 3h10l5 9-5 9H7l-5-9zM9 12h8m-3 0v3" />],
  [
    /wechat|weixin|wecom|微信/i,
    <path
      key="i"
      className="stroke"
      d="M9 4c-4 0-7 2.500-7 6 0 2 1 3.500 2.500 4.500L4 17l3-1.500m4-.500c0-3 2.500-5 5.500-5s5.500 2 5.500 5-2.500 5-5.500 5l-3 1 .500-2c-2-1-3-2.500-3-4Z"
    />,
  ],
  [/dingtalk|钉钉/i, <path key="i" d="M4 3c5 4 10 5 16 6-1 3-3 5-5 6h3l-8 7 2-5H9l2-3c-3-1-6-5-7-11Z" />],
]

const KINDS: Readonly<Record<LoginOption['kind'], ReactNode>> = {
  credentials: <path className="stroke" d="M5 11h14v10H5zM8 11V7a4 4 0 0 1 8 0v4" />,
  code: <path className="stroke" d="M3 5h18v14H3zm0 1 9 7 9-7" />,
  oidc: (
    <path
      className="stroke"
      d="M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM3 12h18M12 3c-5 6-5 12 0 18 5-6 5-12 0-18"
    />
  ),
  passkey: <path className="stroke" d="M8 4a5 5 0 1 0 0 10A5 5 0 0 0 8 4Zm5 5h9v4m-4-4v3" />,
}

/** Draws the icon of a way to log in. Its label says the same. */
export function MethodIcon({ option }: { readonly option: LoginOption }) {
  return (
    <svg className="method-icon" viewBox="0 0 24 24" width={18} height={18} aria-hidden="true">
      {(option.kind === 'oidc' && drawingOf(`${option.provider} ${option.label}`)) || KINDS[option.kind]}
    </svg>
  )
}

function drawingOf(provider: string): ReactNode {
  return PROVIDERS.find(([name]) => name.test(provider))?.[1]
}
