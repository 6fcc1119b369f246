import { count, objectSchema, type TypeOf } from '../../../../platform/http/endpoint/response-schemas.ts'

/** What a clean-up applies to: some items of a report, or explicitly all of them, up to the limit of a clean-up. */
export type CleanUpSelection<T> = 'all' | readonly T[]

export const cleanedUpSchema = objectSchema('CleanedUp', {
  done: { ...count, description: 'How many were cleaned up.' },
  left: { ...count, description: 'How many are still in the report.' },
})

/** The result of a clean-up. */
export type CleanedUp = TypeOf<typeof cleanedUpSchema>
