export { ApiError, type FieldError, NO_RESPONSE, UNAUTHORIZED } from './api-error.ts'
export {
  type Captcha,
  type Client,
  type ClientOptions,
  createClient,
  type Method,
  type RequestOptions,
} from './client.ts'
export type { DataScope } from './data-scope.ts'
export type {
  AppLogin,
  LoginRequest,
  OidcLogin,
  OneTimeCodeLogin,
  PasskeyLogin,
  PasswordLogin,
  SecondFactorLogin,
} from './login-request.ts'
export type { DueStep, LogInStep, LoginStep } from './login-step.ts'
export { oidcLoginOf } from './oidc-callback.ts'
export type { RefusalReason } from './openapi-types.ts'
export type {
  OperationOptions,
  PathOf,
  RequestBody,
  ResponseData,
  Schemas,
  TypedMethod,
} from './operation-types.ts'
export type { PermissionRequest } from './permission-check.ts'
export type { PathParameters, Query } from './request-url.ts'
export { returnPath } from './return-path.ts'
export type { ServiceAccount, ServiceLogin } from './service-login.ts'
export { memoryTokenStore, type TokenStore } from './token-store.ts'
