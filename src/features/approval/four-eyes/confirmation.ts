import type { Beneficiaries } from './protected-changes.ts'
import type { Reach } from './reach.ts'

export const CONFIRMATION_STATUSES = [
  'waiting',
  'confirmed',
  'refused',
  'used',
  'withdrawn',
  'expired',
] as const
export type ConfirmationStatus = (typeof CONFIRMATION_STATUSES)[number]

/** A change that a second administrator has to confirm. */
export interface StoredConfirmation {
  readonly id: number
  readonly kinds: readonly string[]
  /** Who asked for the change. */
  readonly userId: number
  readonly username: string
  readonly method: string
  readonly path: string
  readonly changes: readonly unknown[]
  /** As of the request for the confirmation. Returned only to those who may confirm. */
  readonly reach: Reach
  readonly status: ConfirmationStatus
  readonly createdAt: string
  readonly expiresAt: string
  /** Empty while nobody has decided. */
  readonly decidedBy: string
  readonly decidedAt: string | null
  /** Not returned by the API, like the next one. */
  readonly beneficiaries: Beneficiaries
  /** 0 while nobody has decided. */
  readonly decidedById: number
}
