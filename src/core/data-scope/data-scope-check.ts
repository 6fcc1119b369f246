import { id, objectSchema, text } from '../../platform/http/endpoint/response-schemas.ts'
import { Refusal } from '../../platform/refusal/refusal.ts'
import { LIST_USERS, maySeeUsers } from '../check/asked-users.ts'
import { endpoint } from '../check/http/endpoint.ts'
import type { DepartmentStore } from '../department/department.store.ts'
import type { Permission } from '../permission/permission.ts'
import type { AccountStore } from '../user/account.store.ts'
import type { Departments } from './departments.ts'
import { checkScope, SCOPE_DECISIONS } from './scope-check.ts'

const departmentFields = { deptId: id, deptName: text }

const scopeCheckSchema = objectSchema('ScopeCheck', {
  allowed: { type: 'boolean', description: 'Whether the user sees the row.' },
  why: { enum: SCOPE_DECISIONS },
  user: objectSchema('ScopeCheckUser', { userId: id, username: text, roleKey: text }),
  dataScope: { ...text, description: 'That of the user, or else that of the role.' },
  department: objectSchema('ScopeCheckDepartment', departmentFields),
  ownDepartment: {
    oneOf: [
      objectSchema('OwnDepartment', {
        deptId: { type: 'integer' },
        deptName: { ...text, description: 'Empty if the department does not exist.' },
      }),
      { type: 'null' },
    ],
    description: 'The department of the user; null if the user is in none.',
  },
})

const name = { type: 'string', minLength: 1, maxLength: 64 } as const

interface Parts {
  readonly accounts: AccountStore
  readonly departments: DepartmentStore
  readonly departmentsInForce: Pick<Departments, 'current'>
  readonly permission: Permission
}

/** Creates the endpoint that explains whether a user sees the rows of a department. */
export function dataScopeCheckRoute(parts: Parts) {
  const { accounts, departments, departmentsInForce, permission } = parts
  return endpoint({
    operationId: 'explainDataScope',
    summary: 'Explain whether a user sees the rows of a department',
    description:
      'Also needs the permission for `GET /api/v1/sys-user`. Users and departments outside your own data scope do not exist for you.',
    response: scopeCheckSchema,
    refusals: ['permission-denied', 'not-found'],
    query: {
      type: 'object',
      required: ['username', 'deptId'],
      properties: {
        username: name,
        deptId: { type: 'string', format: 'id', description: 'The department of the row.' },
        owner: { ...name, description: 'The owner of the row, if it is the user.' },
      },
    } as const,
    async handler({ query, identity, scope }) {
      // Otherwise the rule for this endpoint alone would reveal who has an account.
      if (!maySeeUsers(permission, identity))
        throw new Refusal('permission-denied', {}, { needed: LIST_USERS })
      const question = { username: query.username, deptId: Number(query.deptId), owner: query.owner }
      return checkScope(question, { accounts, departments, index: departmentsInForce.current(), scope })
    },
  })
}
