import type { Identity } from '../../platform/http/call/identity.ts'
import { count, id, listSchema, objectSchema } from '../../platform/http/endpoint/response-schemas.ts'
import { endpoint, NOT_MODIFIED } from '../check/http/endpoint.ts'
import { NO_SCOPE_REASONS, type ResolvedScope } from './resolve-scope.ts'
import type { ScopeOf } from './scope-of.ts'

interface Parts {
  readonly scopeOf: ScopeOf
  readonly readDepartment: (identity: Identity) => Promise<void> | undefined
  readonly changeVersion: () => number
}

/** Creates the endpoint with the caller's resolved data scope, for services that filter rows themselves. */
export function dataScopeRoute({ scopeOf, readDepartment, changeVersion }: Parts) {
  return endpoint({
    operationId: 'getOwnDataScope',
    summary: 'Get your own data scope',
    description:
      'Which rows you may see: `all`, `some` (rows of these departments, or rows that `userId` owns), or `none` with the reason. Treat every other response as `none`. With the `ETag` of an earlier response in `If-None-Match`, the status is 304 if nothing has changed.',
    response: objectSchema(
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
    responseHeaders: {
      ETag: {
        description: 'Changes with the version. Missing if the department could not be read.',
        schema: { type: 'string' },
      },
    },
    isConditional: true,
    async handler({ identity, request, reply }) {
      await readDepartment(identity)
      const scope = scopeOf(identity)
      const version = changeVersion()
      const tag = tagOf(scope, version, identity)
      if (tag !== undefined) {
        reply.header('ETag', tag)
        if (includesTag(request.headers['if-none-match'], tag)) return NOT_MODIFIED
      }
      return { ...scope, version }
    },
  })
}

/** The session is part of it: the scope of one user must not be taken for that of another. */
function tagOf(scope: ResolvedScope, version: number, { sessionId }: Identity): string | undefined {
  // The next request may read the department, without a new version.
  const isTemporary = scope.kind === 'none' && scope.reason === 'department-not-read'
  return isTemporary ? undefined : `"${version}-${sessionId}"`
}

/** Proxies that compress a response make its tag a weak one. */
function includesTag(header: string | undefined, tag: string): boolean {
  return (header ?? '').split(',').some((given) => given.trim().replace(/^W\//, '') === tag)
}
