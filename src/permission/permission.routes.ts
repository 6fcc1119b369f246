import type { RouteShorthandOptionsWithHandler } from 'fastify'
import { endpoint } from '../http/endpoint.ts'
import type { RouteRegister } from '../http/route-register.ts'
import type { ExclusionList } from './exclusion-list.ts'

/** What the service guards and what it does not: read only, for operators and the console. */
export function permissionRoutes(
  exclusionList: ExclusionList,
  register: RouteRegister,
): { exclusion: RouteShorthandOptionsWithHandler; route: RouteShorthandOptionsWithHandler } {
  return {
    exclusion: endpoint({ handler: async () => ({ data: exclusionList.entries }) }),
    route: endpoint({ handler: async () => ({ data: register.routes() }) }),
  }
}
