import type { FastifyBaseLogger } from 'fastify'
import type { CredentialVerifier } from './login/credential-verifier.ts'
import type { ShortLivedStore } from './short-lived/short-lived-store.ts'

/** What a user of the library may replace. */
export interface Replacements {
  /** A different login method: replaces the check of username and password, and nothing else. */
  readonly credentialVerifier?: CredentialVerifier
  /** The clock, in milliseconds as `Date.now` gives them. */
  readonly now?: () => number
  /** The text of the next captcha, so that tests can log in where a captcha is required. */
  readonly captchaText?: () => string
  /** Where captchas and counters live. By default in memory, or in Redis where `redis.url` is set. */
  readonly shortLivedStore?: ShortLivedStore
  /** Where the service reports problems. By default nowhere, or the app's log once the plugin is registered. */
  readonly logger?: FastifyBaseLogger
}
