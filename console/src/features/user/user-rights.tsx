import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { Link } from 'react-router'
import { addressOf } from '../../shell/api/address.ts'
import type { Endpoint, Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { RouteLink } from '../../shell/own-session/links.tsx'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { ENABLED } from '../../shell/page/status-tag.tsx'
import { effectiveScope, useScopeNames } from '../data-scope/data-scope.ts'
import { permissionCalls } from '../permission/calls.ts'
import { exclusionReason } from '../permission/exclusion-reason.ts'
import { ADMIN_ROLE_KEY } from '../role/select/admin-role.ts'
import { useRoles } from '../role/select/use-roles.ts'

const MAX_RULES = 20

type RightsHolder = Pick<Schemas['Profile'], 'username' | 'roleId' | 'status'> & {
  readonly dataScope: string
}

/** Shows what a user may call: everything as admin, or the rules of the role and the excluded endpoints. */
export function UserRights({ user: given }: { readonly user: RightsHolder }) {
  const { user, role: roleTexts, auditLog, explain } = useTexts()
  const { mayCall } = useOwnSession()
  const scopes = useScopeNames()
  const role = useRoles().find(({ roleId }) => roleId === given.roleId)
  const isAdmin = role?.roleKey === ADMIN_ROLE_KEY
  const isDisabled = given.status !== ENABLED || (role !== undefined && role.status !== ENABLED)
  return (
    <section className="card" aria-labelledby="rights">
      <h2 id="rights">{user.rights}</h2>
      {isDisabled && <Alert type="warning" showIcon title={user.cannotLogIn} className="above" />}
      {role && <p>{auditLog.fieldIs(roleTexts.dataScope, scopes.get(effectiveScope(given, role)) ?? '')}</p>}
      {isAdmin && <p>{user.mayDoEverything}</p>}
      {role && !isAdmin && mayCall('GET', '/policy') && <RoleRules roleKey={role.roleKey} />}
      {!isAdmin && mayCall('GET', '/exclusion') && <Exclusions />}
      {mayCall('GET', '/policy/explain') && (
        <Link to={addressOf('/permissions/check', { username: given.username })}>{explain.title}</Link>
      )}
    </section>
  )
}

function RoleRules({ roleKey }: { readonly roleKey: string }) {
  const { user } = useTexts()
  const query = { roleKey, pageSize: MAX_RULES }
  const { data } = useQuery({ queryKey: ['rules', query], queryFn: () => permissionCalls.rules(query) })
  if (!data) return null
  return (
    <>
      <h3>
        <Link to={addressOf('/permissions/rules', { roleKey })}>{user.rulesOfRole(data.count)}</Link>
      </h3>
      <Endpoints list={data.list} />
      {data.count > data.list.length && (
        <p className="muted">{user.moreRules(data.count - data.list.length)}</p>
      )}
    </>
  )
}

function Exclusions() {
  const { user } = useTexts()
  const { data } = useQuery({ queryKey: ['exclusions'], queryFn: permissionCalls.exclusions })
  if (!data || data.length === 0) return null
  return (
    <>
      <h3>{user.excluded}</h3>
      <Endpoints list={data} />
    </>
  )
}

function Endpoints({ list }: { readonly list: readonly (Endpoint & { readonly reason?: string })[] }) {
  const { permission } = useTexts()
  return (
    <ul className="endpoints">
      {list.map(({ method, path, reason }) => (
        <li key={`${method} ${path}`}>
          <RouteLink path={path}>
            <code>
              {method} {path}
            </code>
          </RouteLink>
          {reason !== undefined && <span className="muted"> {exclusionReason(reason, permission)}</span>}
        </li>
      ))}
    </ul>
  )
}
