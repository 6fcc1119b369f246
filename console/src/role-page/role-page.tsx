import { useQuery } from '@tanstack/react-query'
import { Descriptions } from 'antd'
import { Link, useNavigate, useParams } from 'react-router'
import { addressOf } from '../address.ts'
import { api, type ListedRole, type Role } from '../api.ts'
import { useTexts } from '../language/language.tsx'
import { UserLink } from '../own-session/links.tsx'
import { useOwnSession } from '../own-session/own-session.tsx'
import { Loading } from '../page/loading.tsx'
import { Mark } from '../page/mark.tsx'
import { PageTitle } from '../page/page-title.tsx'
import { Problem } from '../page/problem.tsx'
import { StatusTag } from '../page/status-tag.tsx'
import { TimeAgo, ZoneNote } from '../page/time-ago.tsx'
import { ADMIN_ROLE_KEY } from '../role/admin-role.ts'
import { useScopeNames } from '../role/data-scope.ts'
import { RoleActions } from '../role/role-actions.tsx'
import { RoleDialogs } from '../role/role-dialogs.tsx'
import { LastLogin } from '../user/last-login.tsx'
import { RecentCard } from '../user/recent-card.tsx'
import { Changes } from '../user/user-changes.tsx'
import { RoleComparison } from './role-comparison.tsx'
import { RoleRules } from './role-rules.tsx'
import '../user/user.css'

/** Shows one role: its users, rules, sessions, second factors and changes. */
export default function RolePage() {
  const { role, nav } = useTexts()
  const { mayCall } = useOwnSession()
  const navigate = useNavigate()
  const id = Number(useParams().id)
  const { data, error, refetch } = useQuery({ queryKey: ['role', id], queryFn: () => api.role(id) })
  const back = <Link to="/roles">← {nav.roles}</Link>
  if (error && !data) {
    return (
      <>
        {back}
        <Problem isPage error={error} onRetry={() => void refetch()} />
      </>
    )
  }

  return (
    <>
      {back}
      <PageTitle title={data ? role.edit(data.roleName) : role.title}>
        {data && <RoleActions role={data} onRemoved={() => void navigate('/roles', { replace: true })} />}
      </PageTitle>
      {data ? (
        <>
          <div className="columns">
            <About role={data} />
            <People role={data} />
          </div>
          {mayCall('GET', '/sys-user') && <Users role={data} />}
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
            <Changes title={role.changes} filter={{ targetKind: 'role', targetId: data.roleId }} />
          )}
          <ZoneNote />
        </>
      ) : (
        <Loading />
      )}
      {data && <RoleDialogs listed={[data]} />}
    </>
  )
}

function About({ role: given }: { readonly role: Role }) {
  const { role, common } = useTexts()
  const scopes = useScopeNames()
  const fields = [
    [
      role.key,
      <Mark key="key" kind="plain">
        {given.roleKey}
      </Mark>,
    ],
    [role.dataScope, scopes.get(given.dataScope) ?? given.dataScope],
    [common.status, <StatusTag key="status" status={given.status} />],
    [common.created, <TimeAgo key="created" iso={given.createdAt} />],
    [common.changed, <TimeAgo key="changed" iso={given.updatedAt} />],
    [common.remark, given.remark],
  ] as const
  return (
    <section className="card" aria-labelledby="about-role">
      <h2 id="about-role">{role.about}</h2>
      <Descriptions
        column={1}
        size="small"
        items={fields.map(([label, value]) => ({ key: label, label, children: value || '–' }))}
      />
    </section>
  )
}

/** Shows how many users the role has, with how many sessions and second factors. */
function People({ role: { roleId, users, rules } }: { readonly role: ListedRole }) {
  const { role, secondFactor, session } = useTexts()
  const { mayCall } = useOwnSession()
  const sessions = useQuery({
    queryKey: ['role-sessions', roleId],
    queryFn: () => api.roleSessions(roleId),
    enabled: mayCall('GET', `/role/${roleId}/sessions`),
  }).data
  const factors = useQuery({
    queryKey: ['role-second-factors', roleId],
    queryFn: () => api.roleSecondFactors(roleId),
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
  return (
    <section className="card" aria-labelledby="people">
      <h2 id="people">{role.numbers}</h2>
      <Descriptions
        column={1}
        size="small"
        items={fields.map(([label, value]) => ({ key: label, label, children: value }))}
      />
    </section>
  )
}

const MAX_USERS = 20

function Users({ role: { roleId } }: { readonly role: Role }) {
  const { role, user, common } = useTexts()
  const query = { roleId, pageSize: MAX_USERS }
  const page = useQuery({ queryKey: ['users', query], queryFn: () => api.users(query) })
  return (
    <RecentCard
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
