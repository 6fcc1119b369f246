import type { FastifyBaseLogger } from 'fastify'
import type { AppLoginMethod } from '../core/login/app/app-login-method.ts'
import type { CredentialVerifier } from '../core/password/credential-verifier.ts'
import type { CodeSender } from '../features/login/messages/message-sender.ts'
import type { ShortLivedStore } from '../platform/cluster/short-lived/short-lived-store.ts'

/** Parts that an embedding application can add or replace. */
export interface Replacements {
  /** Further login methods, which `login.methods` enables as `app:NAME`. */
  readonly loginMethods?: readonly AppLoginMethod<object>[]
  /** Verifies username and password in place of this service, whose passwords are not used then. */
  readonly credentialVerifier?: CredentialVerifier
  /** Sends one-time codes and links to set passwords in place of the senders in `login.code`. */
  readonly codeSender?: CodeSender
  /** The clock, in milliseconds like `Date.now`. */
  readonly now?: () => number
  /** Returns the text of the next captcha, so that tests can log in with a captcha. */
  readonly captchaText?: () => string
  /** The store of captchas and counters. Default: memory, or Redis if `redis.url` is set. */
  readonly shortLivedStore?: ShortLivedStore
  /** The log of the service. Default: the log of the app that registers the plugin. */
  readonly logger?: FastifyBaseLogger
}
