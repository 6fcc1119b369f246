import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useTexts } from '../../shell/language/language.tsx'
import { dutyOf, useOwnProfile } from '../../shell/own-session/duty-gate.tsx'
import { RoleLink } from '../../shell/own-session/links.tsx'
import { useAppConfig } from '../../shell/page/brand.tsx'
import { FieldsCard } from '../../shell/page/fields-card.tsx'
import { Loading } from '../../shell/page/loading.tsx'
import { LocalTime } from '../../shell/page/local-time.tsx'
import { onDemand } from '../../shell/page/on-demand.tsx'
import { PageTitle } from '../../shell/page/page-title.tsx'
import { Problem } from '../../shell/page/problem.tsx'
import { TimeAgo } from '../../shell/page/time-ago.tsx'
import { effectiveScope, useScopeNames } from '../data-scope/data-scope.ts'
import { OwnLoginMethods } from '../methods-of-users/own-login-methods.tsx'
import { OwnPasswordForm } from '../password/own-password-form.tsx'
import { OwnSessions } from '../session/sessions.tsx'
import { OwnProfileForm } from './own-profile-form.tsx'
import { OwnRights } from './own-rights.tsx'

const WaitingAccounts = onDemand(() => import('../service-accounts/owned/waiting-accounts.tsx'))
/** Loaded only where the settings enable requests. */
const OwnAccessRequests = onDemand(() => import('../access-requests/own-access-requests.tsx'))

export default function ProfilePage() {
  const { profile, secondFactor, user, role, common } = useTexts()
  const scopes = useScopeNames()
  const hasRequests = useAppConfig()?.accessRequests === true
  const { data, error, refetch } = useOwnProfile()
  const [isEditing, setIsEditing] = useState(false)
  if (!data) return error ? <Problem error={error} onRetry={() => void refetch()} /> : <Loading />
  const { user: own, roles } = data
  const [ownRole] = roles
  const duty = dutyOf(data)

  return (
    <>
      <PageTitle title={profile.title} />
      {duty && (
        <Alert
          type="warning"
          showIcon
          title={duty === 'password' ? profile.due : secondFactor.due}
          className="above"
        />
      )}
      {duty === 'second-factor' && <OwnLoginMethods isSecondFactorDue />}
      <div className="columns">
        <FieldsCard
          title={profile.about}
          fields={[
            [user.username, <strong key="username">{own.username}</strong>],
            [user.nickName, own.nickName],
            [
              user.role,
              ownRole && (
                <RoleLink key="role" roleKey={ownRole.roleKey} roleId={ownRole.roleId}>
                  {`${ownRole.roleName} (${ownRole.roleKey})`}
                </RoleLink>
              ),
            ],
            ...(own.roleUntil
              ? [[user.roleUntil, <LocalTime key="until" iso={own.roleUntil} />] as const]
              : []),
            [role.dataScope, ownRole && scopes.get(effectiveScope(own, ownRole))],
            [user.email, own.email],
            [user.phone, own.phone],
            [common.created, <TimeAgo key="created" iso={own.createdAt} />],
          ]}
        >
          {!duty && (
            <Button className="below" onClick={() => setIsEditing(true)}>
              {profile.edit}
            </Button>
          )}
        </FieldsCard>
        {duty !== 'second-factor' && (
          <section className="card" aria-labelledby="own-password">
            <h2 id="own-password">{profile.password}</h2>
            <OwnPasswordForm username={own.username} />
          </section>
        )}
      </div>
      {!duty && <OwnLoginMethods />}
      {!duty && hasRequests && <OwnAccessRequests />}
      {!duty && <WaitingAccounts />}
      {!duty && <OwnSessions />}
      {!duty && <OwnRights />}
      {isEditing && <OwnProfileForm user={own} onClose={() => setIsEditing(false)} />}
    </>
  )
}
