import { isDeepStrictEqual } from 'node:util'
import { Refusal } from '../../platform/refusal/refusal.ts'
import { ENABLED } from '../user/status.ts'

/** Returns the fields that differ, with their values before and after, except `updatedAt`. */
export function differencesOf<T extends object>(before: T, after: T): { before: object; after: object } {
  const were = new Map(Object.entries(before))
  const changed = Object.entries(after).filter(
    ([name, value]) => !isDeepStrictEqual(were.get(name), value) && name !== 'updatedAt',
  )
  return {
    before: Object.fromEntries(changed.map(([name]) => [name, were.get(name)])),
    after: Object.fromEntries(changed),
  }
}

/** Returns the part of a change that differs. Unchanged fields must neither end sessions nor be logged. */
export function whatDiffers<T extends object>(before: object, change: T): Partial<T> {
  const were: ReadonlyMap<string, unknown> = new Map(Object.entries(before))
  const differing = Object.entries(change).filter(
    ([name, value]) => value !== undefined && !isDeepStrictEqual(were.get(name), value),
  )
  // A part of the change has the types of the change.
  return Object.fromEntries(differing) as Partial<T>
}

export function isEmpty(change: object): boolean {
  return Object.keys(change).length === 0
}

/** Returns whether something is disabled and nothing else changes. */
export function isDisabling(differing: { readonly status?: string | undefined }): boolean {
  return Object.keys(differing).every((field) => field === 'status') && differing.status !== ENABLED
}

/** Throws if the operator has seen another revision than the stored one. Without a revision, the last change wins. */
export function requireCurrentRevision(
  { revision: stored }: { readonly revision: number },
  seen: number | undefined,
): void {
  if (seen !== undefined && seen !== stored) throw new Refusal('changed-meanwhile')
}
