import {
  idParams,
  numberOf,
  orderQuery,
  pageOf,
  pageQuery,
  pageResponse,
} from '../../platform/http/endpoint/page-query.ts'
import {
  bodySchema,
  idOrNone,
  longText,
  querySchema,
  revisionInput,
} from '../../platform/http/endpoint/request-schemas.ts'
import {
  count,
  id,
  listSchema,
  objectSchema,
  pageSchema,
  revision,
  text,
  time,
} from '../../platform/http/endpoint/response-schemas.ts'
import { endpoint, withoutVersion } from '../check/http/endpoint.ts'
import { removalEndpoints, resourceById } from '../check/http/resource-by-id.ts'
import type { UserScope } from '../user/list/user-scope.ts'
import { DISABLED, ENABLED } from '../user/status.ts'
import { status, statusInput } from '../user/status-schemas.ts'
import type { DepartmentStore } from './department.store.ts'
import { DEPARTMENT_ORDERS, type Department, NO_DEPARTMENT } from './department.ts'
import type { DepartmentAdministration } from './departments.ts'

const departmentSchema = objectSchema('Department', {
  deptId: id,
  parentId: { ...count, description: 'The parent department. `0` at the top.' },
  deptName: text,
  sort: { ...count, description: 'The place among the departments with the same parent.' },
  leader: { ...text, description: 'Who leads the department. It grants nothing.' },
  phone: text,
  email: text,
  status: { ...status, description: 'Users of a disabled department see no rows.' },
  revision,
  createdAt: time,
  updatedAt: time,
})

const departmentTreeSchema = objectSchema('DepartmentTree', {
  id,
  label: text,
  children: listSchema({ $ref: '#/components/schemas/DepartmentTree' }),
})

const fields = {
  parentId: idOrNone,
  deptName: longText,
  sort: { type: 'integer' },
  leader: longText,
  phone: longText,
  email: longText,
  status: statusInput,
} as const

const bodies = {
  add: bodySchema('NewDepartment', ['deptName'], fields),
  change: bodySchema('DepartmentChange', [], { ...fields, revision: revisionInput }),
}

const REFUSALS = ['own-role-ends', 'department-unknown', 'all-data-required'] as const

interface TreeNode {
  readonly id: number
  readonly label: string
  readonly children: TreeNode[]
}

interface Parts {
  readonly departments: DepartmentStore
  readonly departmentAdministration: DepartmentAdministration
}

export function departmentRoutes({ departments, departmentAdministration }: Parts) {
  return {
    list: endpoint({
      operationId: 'listDepartments',
      summary: 'List departments',
      response: pageSchema('DepartmentPage', departmentSchema),
      query: querySchema({
        ...pageQuery,
        ...orderQuery(DEPARTMENT_ORDERS),
        deptName: { type: 'string', maxLength: 128, description: 'A part of the name.' },
        parentId: {
          type: 'string',
          pattern: '^(0|[1-9]\\d{0,14})?$',
          description: 'Only departments directly below this one; `0` for those at the top.',
        },
        status: { type: 'string', enum: [DISABLED, ENABLED, ''] },
      }),
      async handler({ query, scope }) {
        const { orderBy = 'tree', order, parentId, ...rest } = query
        const filter = { ...rest, parentId: numberOf(parentId) }
        const by = { by: orderBy, descending: order === 'desc' }
        return pageResponse(await departments.page(scope, filter, by, pageOf(query)))
      },
    }),

    tree: endpoint({
      operationId: 'getDepartmentTree',
      summary: 'Get the tree of departments',
      description:
        'Departments in a cycle or below a missing department are only in the list of departments.',
      response: listSchema(departmentTreeSchema),
      async handler({ scope }) {
        return treeOf(await departments.all(scope), scope)
      },
    }),

    one: resourceById('department', departments.find, {
      operationId: 'getDepartment',
      summary: 'Get a department',
      response: departmentSchema,
    }),

    add: endpoint({
      operationId: 'addDepartment',
      summary: 'Add a department',
      description: 'Operators with a limited data scope add departments below those in their scope.',
      response: departmentSchema,
      refusals: [...REFUSALS, 'department-cycle'],
      body: bodies.add,
      async handler({ body, operator }) {
        return withoutVersion(await departmentAdministration.add(operator, body))
      },
    }),

    change: endpoint({
      operationId: 'changeDepartment',
      summary: 'Change or move a department',
      description:
        'Changes the fields that are sent. With another parent, everything below it moves too. Operators with a limited data scope need both parents and everything below the department in their scope, and must be allowed to change the users whose data changes. Nobody can move, enable or disable their own department or one above it.',
      response: departmentSchema,
      refusals: [
        'not-found',
        'changed-meanwhile',
        'department-cycle',
        'own-department',
        'admin-only',
        'beyond-own-role',
        ...REFUSALS,
      ],
      params: idParams,
      body: bodies.change,
      async handler({ params, body, operator }) {
        return withoutVersion(await departmentAdministration.change(operator, Number(params.id), body))
      },
    }),

    ...removalEndpoints(departmentAdministration.remove, {
      one: { operationId: 'deleteDepartment', summary: 'Delete a department' },
      many: { operationId: 'deleteDepartments', summary: 'Delete departments' },
      refusals: ['department-in-use', 'own-department', 'own-role-ends'],
    }),
  }
}

/**
 * Returns the departments at the top with those below them. They have the order of the given ones. In a part of the tree, those
 * are at the top whose parents are not in it.
 */
function treeOf(departments: readonly Department[], scope: UserScope): TreeNode[] {
  const top: TreeNode[] = []
  const nodes = new Map(
    departments.map(({ deptId, deptName }) => [
      deptId,
      { id: deptId, label: deptName, children: [] as TreeNode[] },
    ]),
  )
  for (const { deptId, parentId } of departments) {
    const isTop = parentId === NO_DEPARTMENT || (scope.kind !== 'all' && !nodes.has(parentId))
    const siblings = isTop ? top : nodes.get(parentId)?.children
    const node = nodes.get(deptId)
    if (node) siblings?.push(node)
  }
  return top
}
