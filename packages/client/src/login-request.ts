import type { ServiceLogin } from './service-login.ts'

/** A login by one of the enabled methods, or its second step with a second factor. */
export type LoginRequest =
  | PasswordLogin
  | OneTimeCodeLogin
  | OidcLogin
  | PasskeyLogin
  | AppLogin
  | ServiceLogin
  | SecondFactorLogin

interface FirstFactor {
  /** The code of the second factor, if the user enters it together with the first one. */
  readonly secondFactorCode?: string
}

export interface PasswordLogin extends FirstFactor {
  /** Default: `password`. */
  readonly method?: 'password' | 'ldap'
  readonly username: string
  readonly password: string
  /** Of the captcha. */
  readonly uuid?: string
  /** The text of the captcha. */
  readonly code?: string
}

export interface OneTimeCodeLogin extends FirstFactor {
  readonly method: 'code'
  readonly username: string
  /** Of the sent code. */
  readonly uuid: string
  readonly code: string
}

export interface OidcLogin extends FirstFactor {
  readonly method: 'oidc'
  /** The parameters of the callback address. */
  readonly code: string
  readonly state: string
  readonly iss?: string
}

export interface PasskeyLogin {
  readonly method: 'passkey'
  /** Of the challenge. */
  readonly uuid: string
  readonly credential: unknown
}

/** A login with a method that an embedding app adds. */
export interface AppLogin extends FirstFactor {
  readonly method: `app:${string}`
  readonly fields: unknown
  /** Of the captcha. */
  readonly uuid?: string
  /** The text of the captcha. */
  readonly code?: string
}

export interface SecondFactorLogin {
  /** Of the step `enter-second-factor`. */
  readonly ticket: string
  /** A code of the authenticator app, or a recovery code. */
  readonly secondFactorCode: string
}
