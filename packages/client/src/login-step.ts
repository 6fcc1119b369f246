import { ApiError } from './api-error.ts'
import type { Schemas } from './operation-types.ts'

/** The user logs in. */
export interface LogInStep {
  readonly next: 'log-in'
  /** Why, if a request was refused for it. */
  readonly error?: ApiError
  /** After the setup of a second factor. They are shown once: let the user keep them first. */
  readonly recoveryCodes?: readonly string[]
}

/** A step that a refusal can demand of a user at any time. */
export type DueStep =
  | LogInStep
  /** The user sets a new password with `changePassword`. */
  | { readonly next: 'change-password'; readonly error?: ApiError }
  /** The role requires a second factor: the user sets it up, and `confirmSecondFactor` ends the setup. */
  | { readonly next: 'set-up-second-factor'; readonly error?: ApiError }

/** What the user does next. A login page is a `switch` over `next`. */
export type LoginStep =
  | DueStep
  /** The first factor was right: `login` takes the ticket with a code of the second factor. */
  | { readonly next: 'enter-second-factor'; readonly ticket: string }
  /** The user is logged in. `expire` is when the session ends, in the result of a login. */
  | { readonly next: 'done'; readonly expire?: string }

const STEP_OF_DUTY = {
  'password-change-due': 'change-password',
  'second-factor-due': 'set-up-second-factor',
} as const

/** Returns the step for a member `due`, or for the reason of a refusal. */
export function stepOfDuty(duty: unknown): Exclude<DueStep, LogInStep> | undefined {
  if (duty !== 'password-change-due' && duty !== 'second-factor-due') return undefined
  return { next: STEP_OF_DUTY[duty] }
}

/** Returns the step of the user with the profile in a response, or undefined for other data. */
export function stepOfProfile(data: unknown): LoginStep | undefined {
  const profile = data as Partial<Schemas['OwnProfile']> | null
  if (typeof profile?.user?.pwdChangeDue !== 'boolean') return undefined
  const duty = profile.secondFactorDue && 'second-factor-due'
  return stepOfDuty(profile.user.pwdChangeDue ? 'password-change-due' : duty) ?? { next: 'done' }
}

/** Returns the step after a refused login, or undefined if the user tries the same step again. */
export function stepOfRefusedLogin(error: unknown): LoginStep | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.reason === 'second-factor-expired') return { next: 'log-in', error }
  if (error.reason !== 'second-factor-required') return undefined
  return { next: 'enter-second-factor', ticket: error.ticket }
}

/** Returns the step that a refused request demands, or undefined for other failures. */
export function stepOfRefusal(error: unknown): DueStep | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.isLoginDue) return { next: 'log-in', error }
  const step = stepOfDuty(error.reason)
  return step && { ...step, error }
}
