import { skipToken, useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { api, type ServiceAccount } from '../api.ts'
import { pathText } from '../department-select/department-index.ts'
import { useDepartments } from '../department-select/use-departments.ts'
import { useTexts } from '../language/language.tsx'
import { exactName } from '../name-filter.ts'
import { AddressLink, DepartmentLink, RoleLink, UserLink } from '../own-session/links.tsx'
import { useOwnSession } from '../own-session/own-session.tsx'
import { DetailPage } from '../page/detail-page.tsx'
import NotFoundPage from '../page/not-found-page.tsx'
import { TimeAgo, ZoneNote } from '../page/time-ago.tsx'
import { useIdOfAddress } from '../page/use-id-of-address.ts'
import { useScopeNames } from '../role/data-scope.ts'
import { Changes } from '../user/changes.tsx'
import { FieldsCard } from '../user/fields-card.tsx'
import { LastLogin } from '../user/last-login.tsx'
import { Sessions } from '../user/sessions.tsx'
import { UserAttempts } from '../user/user-attempts.tsx'
import { UserRefusals } from '../user/user-refusals.tsx'
import { UserRights } from '../user/user-rights.tsx'
import '../user/user.css'
import { AccountState, End } from './account-fields.tsx'
import { Keys } from './keys.tsx'
import { Secrets } from './secrets.tsx'
import { ServiceAccountActions } from './service-account-actions.tsx'
import { useServiceAccountDialogs } from './use-service-account-dialogs.tsx'

/** Shows one service account: its secrets, rights, sessions, login attempts, refused requests and changes. */
export default function ServiceAccountPage() {
  const { serviceAccount, nav } = useTexts()
  const { mayCall } = useOwnSession()
  const navigate = useNavigate()
  const id = useIdOfAddress()
  const dialogs = useServiceAccountDialogs()
  const loaded = useQuery({
    queryKey: ['service-account', id],
    queryFn: id === undefined ? skipToken : () => api.serviceAccount(id),
  })
  if (id === undefined) return <NotFoundPage />
  return (
    <>
      <DetailPage
        loaded={loaded}
        list={['/service-accounts', nav.serviceAccounts]}
        title={loaded.data ? serviceAccount.edit(loaded.data.username) : serviceAccount.title}
        actions={(data) => (
          <ServiceAccountActions
            account={data}
            dialogs={dialogs}
            onRemoved={() => void navigate('/service-accounts', { replace: true })}
          />
        )}
      >
        {(data) => (
          <>
            <div className="columns">
              <About account={data} />
              <Secrets account={data} onAdded={dialogs.showSecret} />
              <UserRights user={data} />
              {data.keys && <Keys keys={data.keys} />}
            </div>
            {mayCall('GET', '/session') && <Sessions filter={{ userId: data.userId }} pageSize={20} />}
            {mayCall('GET', '/sys-login-log') && <UserAttempts username={data.username} />}
            {mayCall('GET', '/refusal/request') && <UserRefusals userId={data.userId} />}
            {mayCall('GET', '/audit-log') && (
              <>
                <Changes
                  title={serviceAccount.changes}
                  filter={{ targetKind: 'user', targetId: data.userId }}
                />
                <Changes title={serviceAccount.changesBy} filter={{ operator: exactName(data.username) }} />
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

function About({ account }: { readonly account: ServiceAccount }) {
  const { serviceAccount, user, role, department, profile, common } = useTexts()
  const departments = useDepartments()
  const scopes = useScopeNames()
  const { lastNetwork, lastRoute } = account
  const fields = [
    [common.status, <AccountState key="status" account={account} />],
    [
      user.role,
      <RoleLink key="role" roleKey={account.roleKey} roleId={account.roleId}>
        {`${account.roleName} (${account.roleKey})`}
      </RoleLink>,
    ],
    [
      serviceAccount.owner,
      account.owner === '' ? (
        serviceAccount.noOwner
      ) : (
        <UserLink key="owner" username={account.owner} userId={account.ownerId} />
      ),
    ],
    [serviceAccount.end, <End key="end" expiresAt={account.expiresAt} />],
    [serviceAccount.networks, account.networks.join(', ') || serviceAccount.everywhere],
    [
      department.ofUser,
      departments.data && account.deptId !== 0 && (
        <DepartmentLink key="department" deptId={account.deptId}>
          {pathText(departments.data, account.deptId)}
        </DepartmentLink>
      ),
    ],
    [role.dataScope, account.dataScope === '' ? department.scopeOfRole : scopes.get(account.dataScope)],
    [user.lastLogin, <LastLogin key="login" time={account.lastLoginAt} />],
    ...(account.lastUsedAt
      ? [[serviceAccount.lastUse, <TimeAgo key="use" iso={account.lastUsedAt} />] as const]
      : []),
    ...(lastNetwork
      ? [[serviceAccount.lastNetwork, <AddressLink key="network" address={lastNetwork} />] as const]
      : []),
    ...(lastRoute ? [[serviceAccount.lastRoute, <code key="route">{lastRoute}</code>] as const] : []),
    [common.created, <TimeAgo key="created" iso={account.createdAt} />],
    [common.remark, account.remark],
  ] as const
  return <FieldsCard title={profile.about} fields={fields} />
}
