import type { BuiltInMethodName, LoginMethodName } from '../../features/login-methods.ts'
import type { LoginMethod } from './login-method.ts'

/** A login method as login pages offer it. Methods with several providers are offered once per provider. */
export interface OfferedLogin {
  readonly method: LoginMethodName
  readonly captchaRequired: boolean
  /** Where one-time codes are sent to. */
  readonly channels?: readonly string[]
  /** The name of an identity provider. */
  readonly provider?: string
  /** The name of an identity provider, or of a method of the app, for people. */
  readonly label?: string
}

/** What login pages are told of a method, once for each way to log in with it. */
type Offer = Pick<OfferedLogin, 'channels' | 'provider' | 'label'>

/** The login methods that have been created, and what login pages offer of them. A method is offered once unless `offers` says otherwise. */
export interface LoginMethods {
  readonly methods: readonly LoginMethod[]
  readonly offers: Partial<Readonly<Record<BuiltInMethodName, readonly Offer[]>>>
}
