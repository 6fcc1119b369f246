export { ApiError, type FieldError, NO_RESPONSE, UNAUTHORIZED } from './api-error.ts'
export {
  type Captcha,
  type Client,
  type ClientOptions,
  createClient,
  type LoginRequest,
  type Method,
  type OidcLogin,
  type OneTimeCodeLogin,
  type PasskeyLogin,
  type PasswordLogin,
  type PermissionRequest,
  type RequestOptions,
} from './client.ts'
export type { DataScope } from './data-scope.ts'
export type { RefusalReason } from './openapi-types.ts'
export type {
  OperationOptions,
  PathOf,
  RequestBody,
  ResponseData,
  Schemas,
  TypedMethod,
} from './operation-types.ts'
export type { PathParameters, Query } from './request-url.ts'
export type { ServiceAccount, ServiceLogin } from './service-login.ts'
export { memoryTokenStore, type TokenStore } from './token-store.ts'
