import { NO_SCOPE_REASONS } from '../../../core/data-scope/resolve-scope.ts'
import { id, objectSchema, type TypeOf, text } from '../../../platform/http/endpoint/response-schemas.ts'

export const emptyScopeSchema = objectSchema('EmptyScope', {
  roleId: id,
  roleKey: text,
  userId: {
    type: ['integer', 'null'],
    description:
      'Null if the role is the cause, so that all of its users without a data scope of their own are concerned.',
  },
  username: { type: ['string', 'null'] },
  deptId: { type: 'integer', description: 'The department of the user; 0 for none.' },
  reason: { enum: NO_SCOPE_REASONS },
})

export type NamedEmptyScope = TypeOf<typeof emptyScopeSchema>

/** A role whose users see no rows, or a user who sees none because of the own department or data scope. */
export type EmptyScope = Omit<NamedEmptyScope, 'roleKey' | 'username'>
