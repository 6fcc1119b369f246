import type { RouteShorthandOptionsWithHandler } from 'fastify'
import { endpoint } from '../http/endpoint.ts'
import type { RouteRegistry } from '../http/route-registry.ts'
import type { ExclusionList } from '../permission/exclusion-list.ts'
import type { Permission } from '../permission/permission.ts'

export interface PermissionRouteOptions {
  readonly exclusionList: ExclusionList
  readonly registry: RouteRegistry
  readonly permission: Permission
}

/** Creates the read-only endpoints about routes and permissions. */
export function permissionRoutes({ exclusionList, registry, permission }: PermissionRouteOptions) {
  return {
    exclusion: endpoint({ handler: () => ({ data: exclusionList.entries }) }),
    route: endpoint({ handler: () => ({ data: registry.routes() }) }),

    /** Explains whether a role may call a path with a method. */
    explain: endpoint({
      query: {
        type: 'object',
        required: ['roleKey', 'path', 'method'],
        properties: {
          roleKey: { type: 'string', minLength: 1, maxLength: 64 },
          path: { type: 'string', pattern: '^/', maxLength: 4096 },
          method: { type: 'string', pattern: '^[A-Z]{1,20}$' },
        },
      } as const,
      async handler({ query: { roleKey, path, method } }) {
        const explanation = permission.explain({ roleKey }, path, method)
        const why =
          typeof explanation === 'string' ? { why: explanation } : { why: 'rule', rule: explanation }
        return { data: why }
      },
    }),
  } satisfies Record<string, RouteShorthandOptionsWithHandler>
}
