import { InvalidParameters, Refusal } from '../../platform/refusal/refusal.ts'
import { isEmpty, whatDiffers } from '../operations/differences.ts'
import type { Operation } from '../operations/operations.ts'
import { DATA_SCOPES, isDataScope } from '../role/role.ts'
import type { User } from '../user/user.ts'
import { requireKnownDepartments } from './departments.ts'

/** The department of a user, and the data scope that replaces the role's. */
export interface Membership {
  readonly deptId?: number | undefined
  readonly dataScope?: string | undefined
}

/** A new user before anything is given. */
export const NO_MEMBERSHIP = { userId: 0, deptId: 0, dataScope: '' } as const

/**
 * Throws if a user cannot have this department and data scope, or if it is the operator's own. The authority decides whether
 * the operator may give them.
 */
export async function assertMembership(
  operation: Operation,
  before: Pick<User, 'userId' | 'deptId' | 'dataScope'>,
  { deptId, dataScope }: Membership,
): Promise<void> {
  if (isEmpty(whatDiffers(before, { deptId, dataScope }))) return
  if (dataScope !== undefined && dataScope !== '' && !isDataScope(dataScope)) {
    throw new InvalidParameters({
      field: 'dataScope',
      en: `dataScope must be empty or one of ${DATA_SCOPES.join(', ')}.`,
      zh: `dataScope 须为空或 ${DATA_SCOPES.join('、')} 之一。`,
    })
  }
  const { operator } = operation
  if (operator.source === 'http' && operator.userId === before.userId) throw new Refusal('own-department')
  if (deptId !== undefined) await requireKnownDepartments(operation, [deptId])
}
