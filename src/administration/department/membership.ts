import { DATA_SCOPES, isDataScope } from '../../accounts/role/role.ts'
import type { User } from '../../accounts/user/user.ts'
import { InvalidParameters, Refusal } from '../../foundation/refusal/refusal.ts'
import type { Authority } from '../authority.ts'
import { isEmpty, whatDiffers } from '../differences.ts'
import type { Operation } from '../operations.ts'
import { refuseUnknownDepartments } from './departments.ts'

/** The department of a user, and the data scope that replaces the role's. */
export interface Membership {
  readonly deptId?: number | undefined
  readonly dataScope?: string | undefined
}

/** A new user before anything is given. */
export const NO_MEMBERSHIP = { userId: 0, deptId: 0, dataScope: '' } as const

/** Throws if the operator may not give a user this department and data scope. Nobody changes their own. */
export async function refuseMembership(
  operation: Operation,
  authority: Authority,
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
  await authority.refuseDepartments()
  if (deptId !== undefined) await refuseUnknownDepartments(operation, [deptId])
}
