import { useQuery } from '@tanstack/react-query'
import { addressOf } from '../../shell/api/address.ts'
import type { Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { DepartmentLink, UserLink } from '../../shell/own-session/links.tsx'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { DetailPage } from '../../shell/page/detail-page.tsx'
import { FieldsCard } from '../../shell/page/fields-card.tsx'
import { ListCard } from '../../shell/page/list-card.tsx'
import { Mark } from '../../shell/page/mark.tsx'
import { StatusTag } from '../../shell/page/status-tag.tsx'
import { TimeAgo, ZoneNote } from '../../shell/page/time-ago.tsx'
import { Changes } from '../audit-log/changes.tsx'
import { CUSTOM_DEPARTMENTS, useScopeNames } from '../data-scope/data-scope.ts'
import { indexOf, pathText } from '../department/select/department-index.ts'
import { useDepartments } from '../department/select/use-departments.ts'
import { RoleComparison } from '../reports/role-comparison.tsx'
import { RoleRules } from '../reports/role-rules.tsx'
import { secondFactorCalls } from '../second-factor/calls.ts'
import { sessionCalls } from '../session/calls.ts'
import { Sessions } from '../session/sessions.tsx'
import { userCalls } from '../user/calls.ts'
import { LastLogin } from '../user/last-login.tsx'
import { roleCalls } from './calls.ts'
import { RoleActions } from './role-actions.tsx'
import { RoleDialogs } from './role-dialogs.tsx'
import { ADMIN_ROLE_KEY } from './select/admin-role.ts'
import '../user/user.css'

/** Shows one role: its users, rules, sessions, second factors and changes. */
export default function RolePage() {
  const { role } = useTexts()
  const { mayCall } = useOwnSession()
  return (
    <DetailPage
      name="role"
      load={roleCalls.role}
      list={['/roles', role.title]}
      title={(data) => (data ? role.edit(data.roleName) : role.title)}
      actions={(data, onRemoved) => <RoleActions role={data} onRemoved={onRemoved} />}
    >
      {(data) => (
        <>
          <div className="columns">
            <About role={data} />
            <People role={data} />
          </div>
          {mayCall('GET', '/sys-user') && <Users role={data} />}
          {mayCall('GET', '/session') && (
            <Sessions filter={{ roleId: data.roleId }} pageSize={MAX_SESSIONS} />
          )}
          {data.roleKey === ADMIN_ROLE_KEY ? (
            <section className="card" aria-labelledby="rules">
              <h2 id="rules">{role.rules}</h2>
              <p>{role.mayDoEverything}</p>
            </section>
          ) : (
            <>
              {mayCall('GET', '/policy/usage') && <RoleRules roleKey={data.roleKey} />}
              {mayCall('GET', '/policy/compare') && <RoleComparison role={data} />}
            </>
          )}
          {mayCall('GET', '/audit-log') && (
            <>
              <Changes title={role.changes} filter={{ targetKind: 'role', targetId: data.roleId }} />
              <Changes title={role.ruleChanges} filter={{ targetKind: 'policy', target: data.roleKey }} />
            </>
          )}
          <ZoneNote />
          <RoleDialogs listed={[data]} />
        </>
      )}
    </DetailPage>
  )
}

function About({ role: given }: { readonly role: Schemas['Role'] }) {
  const { role, department, common } = useTexts()
  const scopes = useScopeNames()
  const fields = [
    [
      role.key,
      <Mark key="key" kind="plain">
        {given.roleKey}
      </Mark>,
    ],
    [role.dataScope, scopes.get(given.dataScope) ?? given.dataScope],
    ...(given.dataScope === CUSTOM_DEPARTMENTS
      ? [[department.ofRole, <Departments key="departments" ids={given.deptIds} />] as const]
      : []),
    [common.status, <StatusTag key="status" status={given.status} />],
    [common.created, <TimeAgo key="created" iso={given.createdAt} />],
    [common.changed, <TimeAgo key="changed" iso={given.updatedAt} />],
    [common.remark, given.remark],
  ] as const
  return <FieldsCard title={role.about} fields={fields} />
}

/** Lists the departments of a role. A viewer who may not see the tree sees their ids. */
function Departments({ ids }: { readonly ids: readonly number[] }) {
  const { data = NO_DEPARTMENTS } = useDepartments()
  return (
    <ul className="departments-of-role">
      {ids.map((id) => (
        <li key={id}>
          <DepartmentLink deptId={id}>{pathText(data, id)}</DepartmentLink>
        </li>
      ))}
    </ul>
  )
}

const NO_DEPARTMENTS = indexOf([])

/** Shows how many users the role has, with how many sessions and second factors. */
function People({ role: { roleId, users, rules } }: { readonly role: Schemas['ListedRole'] }) {
  const { role, secondFactor, session } = useTexts()
  const { mayCall } = useOwnSession()
  const sessions = useQuery({
    queryKey: ['role-sessions', roleId],
    queryFn: () => sessionCalls.roleSessions(roleId),
    enabled: mayCall('GET', `/role/${roleId}/sessions`),
  }).data
  const factors = useQuery({
    queryKey: ['role-second-factors', roleId],
    queryFn: () => secondFactorCalls.roleSecondFactors(roleId),
    enabled: mayCall('GET', `/role/${roleId}/second-factor`),
  }).data
  const fields = [
    [role.users, users.toLocaleString()],
    [role.rules, rules.toLocaleString()],
    ...(sessions ? [[session.title, role.sessionsOf(sessions.sessions, sessions.users)] as const] : []),
    ...(factors
      ? [[secondFactor.title, role.secondFactors(factors.withSecondFactor, factors.users)] as const]
      : []),
  ] as const
  return <FieldsCard title={role.numbers} fields={fields} />
}

const MAX_USERS = 20
const MAX_SESSIONS = 5

function Users({ role: { roleId } }: { readonly role: Schemas['Role'] }) {
  const { role, user, common } = useTexts()
  const query = { roleId, pageSize: MAX_USERS }
  const page = useQuery({ queryKey: ['users', query], queryFn: () => userCalls.users(query) })
  return (
    <ListCard
      title={role.users}
      page={page}
      heads={[user.username, user.nickName, common.status, user.lastLogin, user.sessions]}
      rowKey={({ userId }) => userId}
      cells={(one) => [
        <UserLink key="user" username={one.username} userId={one.userId} />,
        one.nickName || '–',
        <StatusTag key="status" status={one.status} />,
        <LastLogin key="last" time={one.lastLoginTime} />,
        one.liveSessions || '–',
      ]}
      empty={role.noUsers}
      all={addressOf('/users', { roleId })}
    />
  )
}
