import { successBody } from '../../../core/check/http/envelope.ts'
import { dataScopeOf } from '../../../core/check/http/request-identity.ts'
import type { Department } from '../../../core/department/department.ts'
import { departmentRoutes } from '../../../core/department/departments-endpoints.ts'
import {
  type DocumentedRoute,
  envelopeSchema,
  type Schema,
} from '../../../platform/http/endpoint/documentation.ts'
import {
  count,
  id,
  listSchema,
  objectSchema,
  text,
  time,
} from '../../../platform/http/endpoint/response-schemas.ts'
import { compressed } from '../../../platform/http/responses/compressed.ts'
import { isJsonObject } from '../../../platform/text/json-object.ts'
import { adapted, type JsonObject } from './adapted-endpoint.ts'
import { withTextStatus } from './sent-values.ts'

export type GoAdminDepartmentParts = Parameters<typeof departmentRoutes>[0]

const nodeSchema: Schema = objectSchema('GoAdminDepartment', {
  deptId: id,
  parentId: count,
  deptName: text,
  sort: count,
  leader: text,
  phone: text,
  email: text,
  status: { enum: [1, 2], description: '`2` enabled, `1` disabled.' },
  createdAt: time,
  children: listSchema({ $ref: '#/components/schemas/GoAdminDepartment' }),
})

type ListedDepartment = Omit<Department, 'status' | 'revision' | 'updatedAt'> & { readonly status: number }

export interface DepartmentWithChildren extends ListedDepartment {
  readonly children: DepartmentWithChildren[]
}

/** Creates the endpoints of go-admin's page for departments. */
export function goAdminDepartmentRoutes(parts: GoAdminDepartmentParts) {
  const { list, add, change } = departmentRoutes(parts)
  return {
    list: compressed(listOrTree(list, parts)),
    add: adapted(add, { body: withTextStatus }),
    change: adapted(change, { body: withTextStatus }),
  }
}

/** The parameters of a page. go-admin's front end sends none of them: it expects all departments as a tree. */
const PAGE_PARAMETERS = ['pageIndex', 'pageSize', 'orderBy', 'order', 'parentId']

/** Returns the endpoint of the list, which returns a tree for queries without a page. */
function listOrTree(list: DocumentedRoute, { departments }: GoAdminDepartmentParts): DocumentedRoute {
  const { documentation } = list
  const { 200: page } = documentation.responses
  const tree = envelopeSchema({ data: listSchema(nodeSchema) })
  const success = { description: 'Success, or a refusal.', ...page, schema: { anyOf: [page?.schema, tree] } }
  return {
    ...list,
    documentation: { ...documentation, responses: { 200: success } },
    async handler(request, reply) {
      const query = isJsonObject(request.query) ? request.query : {}
      if (PAGE_PARAMETERS.some((name) => query[name] !== undefined))
        return list.handler.call(this, request, reply)
      const found = await departments.all(dataScopeOf(request))
      return successBody(request, { data: departmentTree(found.filter((one) => isWanted(one, query))) })
    },
  }
}

function isWanted({ deptName, status }: Department, wanted: JsonObject): boolean {
  const part = typeof wanted.deptName === 'string' ? wanted.deptName.toLowerCase() : ''
  return deptName.toLowerCase().includes(part) && (!wanted.status || wanted.status === status)
}

/** Returns the departments with those below them. One whose parent is not among them is at the top, so that none is missing. */
export function departmentTree(departments: readonly Department[]): DepartmentWithChildren[] {
  const nodes = new Map(departments.map((department) => [department.deptId, nodeOf(department)]))
  const top: DepartmentWithChildren[] = []
  for (const node of nodes.values()) (nodes.get(node.parentId)?.children ?? top).push(node)
  return top
}

function nodeOf({ status, revision: _, updatedAt: __, ...department }: Department): DepartmentWithChildren {
  return { ...department, status: Number(status), children: [] }
}
