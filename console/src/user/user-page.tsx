import { skipToken, useQuery } from '@tanstack/react-query'
import { Navigate, useNavigate } from 'react-router'
import { api, type ListedUser } from '../api.ts'
import { pathText } from '../department-select/department-index.ts'
import { useDepartments } from '../department-select/use-departments.ts'
import { useTexts } from '../language/language.tsx'
import { UserLoginMethods } from '../login-methods/user-login-methods.tsx'
import { exactName } from '../name-filter.ts'
import { DepartmentLink, RoleLink } from '../own-session/links.tsx'
import { useOwnSession } from '../own-session/own-session.tsx'
import { DetailPage } from '../page/detail-page.tsx'
import { LocalTime } from '../page/local-time.tsx'
import { Mark } from '../page/mark.tsx'
import NotFoundPage from '../page/not-found-page.tsx'
import { StatusTag } from '../page/status-tag.tsx'
import { TimeAgo, ZoneNote } from '../page/time-ago.tsx'
import { useIdOfAddress } from '../page/use-id-of-address.ts'
import { useScopeNames } from '../role/data-scope.ts'
import { useRoles } from '../role/use-roles.ts'
import { Changes } from './changes.tsx'
import { FieldsCard } from './fields-card.tsx'
import { LastLogin } from './last-login.tsx'
import { isServiceAccount } from './service-account.ts'
import { Sessions } from './sessions.tsx'
import { UserActions } from './user-actions.tsx'
import { UserAttempts } from './user-attempts.tsx'
import { useUserDialogs } from './user-dialogs.tsx'
import { UserRefusals } from './user-refusals.tsx'
import { UserRights } from './user-rights.tsx'
import './user.css'

/** Shows one user: the account, its rights, sessions, login attempts, refused requests and changes. Programs have their own page. */
export default function UserPage() {
  const { user, nav, methods } = useTexts()
  const { mayCall } = useOwnSession()
  const navigate = useNavigate()
  const id = useIdOfAddress()
  const dialogs = useUserDialogs()
  const loaded = useQuery({
    queryKey: ['user', id],
    queryFn: id === undefined ? skipToken : () => api.user(id),
  })
  if (id === undefined) return <NotFoundPage />
  if (loaded.data && isServiceAccount(loaded.data) && mayCall('GET', `/service-account/${id}`))
    return <Navigate to={`/service-accounts/${id}`} replace />
  return (
    <>
      <DetailPage
        loaded={loaded}
        list={['/users', nav.users]}
        title={loaded.data ? user.edit(loaded.data.username) : user.title}
        actions={(data) => (
          <UserActions
            user={data}
            onEdit={() => dialogs.edit(data)}
            {...(isServiceAccount(data) ? {} : { onPassword: () => dialogs.setPassword(data) })}
            onRemoved={() => void navigate('/users', { replace: true })}
          />
        )}
      >
        {(data) => (
          <>
            <div className="columns">
              <Account user={data} />
              <UserRights user={data} />
              {!isServiceAccount(data) && mayCall('GET', `/sys-user/${data.userId}/login-methods`) && (
                <section className="card" aria-labelledby="login-methods">
                  <h2 id="login-methods">{methods.title}</h2>
                  <UserLoginMethods user={data} />
                </section>
              )}
            </div>
            {mayCall('GET', '/session') && <Sessions filter={{ userId: data.userId }} pageSize={20} />}
            {mayCall('GET', '/sys-login-log') && <UserAttempts username={data.username} />}
            {mayCall('GET', '/refusal/request') && <UserRefusals userId={data.userId} />}
            {mayCall('GET', '/audit-log') && (
              <>
                <Changes title={user.changes} filter={{ targetKind: 'user', targetId: data.userId }} />
                <Changes title={user.changesBy} filter={{ operator: exactName(data.username) }} />
              </>
            )}
            <ZoneNote />
          </>
        )}
      </DetailPage>
      {dialogs.dialogs}
    </>
  )
}

/** The role that returns. Its number, if the viewer may not see roles. */
function FormerRole({ roleId }: { readonly roleId: number }) {
  const role = useRoles().find((one) => one.roleId === roleId)
  if (!role) return `#${roleId}`
  return (
    <RoleLink roleKey={role.roleKey} roleId={roleId}>
      {`${role.roleName} (${role.roleKey})`}
    </RoleLink>
  )
}

function Account({ user: given }: { readonly user: ListedUser }) {
  const { user, role, department, profile, common } = useTexts()
  const departments = useDepartments()
  const scopes = useScopeNames()
  const fields = [
    [user.nickName, given.nickName],
    [user.email, given.email],
    [user.phone, given.phone],
    [
      user.role,
      <RoleLink key="role" roleKey={given.roleKey} roleId={given.roleId}>
        {`${given.roleName} (${given.roleKey})`}
      </RoleLink>,
    ],
    ...(given.roleUntil
      ? [
          [
            user.roleUntil,
            <span key="until">
              <LocalTime iso={given.roleUntil} /> (<TimeAgo iso={given.roleUntil} />)
            </span>,
          ] as const,
          [user.formerRole, <FormerRole key="former" roleId={given.formerRoleId} />] as const,
        ]
      : []),
    [
      department.ofUser,
      departments.data && given.deptId !== 0 && (
        <DepartmentLink key="department" deptId={given.deptId}>
          {pathText(departments.data, given.deptId)}
        </DepartmentLink>
      ),
    ],
    [role.dataScope, given.dataScope === '' ? department.scopeOfRole : scopes.get(given.dataScope)],
    [
      common.status,
      <>
        <StatusTag key="status" status={given.status} />{' '}
        {given.pwdChangeDue && <Mark kind="warn">{user.mustChangeTag}</Mark>}
        {isServiceAccount(given) && <Mark kind="own">{user.serviceTag}</Mark>}
      </>,
    ],
    [user.lastLogin, <LastLogin key="last" time={given.lastLoginTime} />],
    [common.created, <TimeAgo key="created" iso={given.createdAt} />],
    [common.changed, <TimeAgo key="changed" iso={given.updatedAt} />],
    [common.remark, given.remark],
  ] as const
  return <FieldsCard title={profile.about} fields={fields} />
}
