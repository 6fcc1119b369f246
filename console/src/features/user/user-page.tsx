import { Navigate } from 'react-router'
import type { Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { DetailPage } from '../../shell/page/detail-page.tsx'
import { FieldsCard } from '../../shell/page/fields-card.tsx'
import { Mark } from '../../shell/page/mark.tsx'
import { onDemand } from '../../shell/page/on-demand.tsx'
import { StatusTag } from '../../shell/page/status-tag.tsx'
import { TimeAgo } from '../../shell/page/time-ago.tsx'
import { UserLoginMethods } from '../methods-of-users/user-login-methods.tsx'
import { isServiceAccount } from '../service-accounts/owned/service-account.ts'
import { useAccountFields } from './account-fields.tsx'
import { AccountHistory } from './account-history.tsx'
import { userCalls } from './calls.ts'
import { LastLogin } from './last-login.tsx'
import { UserActions } from './user-actions.tsx'
import { useUserDialogs } from './user-dialogs.tsx'
import { UserRights } from './user-rights.tsx'
import './user.css'

const SuspensionNotice = onDemand(() => import('../four-eyes/suspension-notice.tsx'))

/** Shows one user: the account, its rights, sessions, login attempts, refused requests and changes. Programs have their own page. */
export default function UserPage() {
  const { user, methods } = useTexts()
  const { mayCall } = useOwnSession()
  const dialogs = useUserDialogs()
  return (
    <>
      <DetailPage
        name="user"
        load={userCalls.user}
        list={['/users', user.title]}
        title={(data) => (data ? user.edit(data.username) : user.title)}
        actions={(data, onRemoved) => (
          <UserActions
            user={data}
            onEdit={() => dialogs.edit(data)}
            {...(isServiceAccount(data) ? {} : { onPassword: () => dialogs.setPassword(data) })}
            onRemoved={onRemoved}
          />
        )}
      >
        {(data) =>
          isServiceAccount(data) && mayCall('GET', `/service-account/${data.userId}`) ? (
            <Navigate to={`/service-accounts/${data.userId}`} replace />
          ) : (
            <>
              {data.suspension && (
                <SuspensionNotice
                  suspended={{ userId: data.userId, username: data.username, ...data.suspension }}
                  from={`/users/${data.userId}`}
                />
              )}
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
              <AccountHistory account={data} changes={user.changes} changesBy={user.changesBy} />
            </>
          )
        }
      </DetailPage>
      {dialogs.dialogs}
    </>
  )
}

function Account({ user: given }: { readonly user: Schemas['User'] }) {
  const { user, profile, common, suspending } = useTexts()
  const shared = useAccountFields(given)
  const fields = [
    [user.nickName, given.nickName],
    [user.email, given.email],
    [user.phone, given.phone],
    ...shared,
    [
      common.status,
      <>
        <StatusTag key="status" status={given.status} />{' '}
        {given.suspension && <Mark kind="bad">{suspending.tag}</Mark>}
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
