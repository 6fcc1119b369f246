import { NO_SCOPE_REASONS } from '../../../authorization/data-scope/resolve-scope.ts'
import { endpoint } from '../../http/endpoint.ts'
import { count, id, listSchema, objectSchema } from '../resource-schemas.ts'
import type { RouteParts } from '../route-parts.ts'

/** Creates the endpoint with the caller's resolved data scope, for services that filter rows themselves. */
export function dataScopeRoute({ scopeOf, readDepartment, changeVersion }: RouteParts) {
  return endpoint({
    operationId: 'getOwnDataScope',
    tag: 'own account',
    summary: 'Get your own data scope',
    description:
      'Which rows you may see: `all`, `some` (rows of these departments, or rows that `userId` owns), or `none` with the reason. Treat every other response as `none`.',
    response: {
      data: objectSchema(
        'DataScope',
        {
          kind: { enum: ['all', 'none', 'some'] },
          departments: { ...listSchema(id), description: 'With `some`.' },
          userId: { ...id, description: 'With `some`, if you may see the rows that you own.' },
          reason: { enum: NO_SCOPE_REASONS, description: 'With `none`.' },
          version: { ...count, description: 'The version of the last change that is included.' },
        },
        ['departments', 'userId', 'reason'],
      ),
    },
    async handler({ identity }) {
      await readDepartment(identity)
      return { data: { ...scopeOf(identity), version: changeVersion() } }
    },
  })
}
