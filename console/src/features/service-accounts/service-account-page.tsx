import type { Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { AddressLink, UserLink } from '../../shell/own-session/links.tsx'
import { DetailPage } from '../../shell/page/detail-page.tsx'
import { FieldsCard } from '../../shell/page/fields-card.tsx'
import { TimeAgo } from '../../shell/page/time-ago.tsx'
import { useAccountFields } from '../user/account-fields.tsx'
import { AccountHistory } from '../user/account-history.tsx'
import { LastLogin } from '../user/last-login.tsx'
import { UserRights } from '../user/user-rights.tsx'
import { serviceAccountCalls } from './calls.ts'
import '../user/user.css'
import { AccountState, End } from './account-fields.tsx'
import { Keys } from './keys.tsx'
import { Secrets } from './secrets.tsx'
import { ServiceAccountActions } from './service-account-actions.tsx'
import { useServiceAccountDialogs } from './use-service-account-dialogs.tsx'

/** Shows one service account: its secrets, rights, sessions, login attempts, refused requests and changes. */
export default function ServiceAccountPage() {
  const { serviceAccount } = useTexts()
  const dialogs = useServiceAccountDialogs()
  return (
    <>
      <DetailPage
        name="service-account"
        load={serviceAccountCalls.serviceAccount}
        list={['/service-accounts', serviceAccount.title]}
        title={(data) => (data ? serviceAccount.edit(data.username) : serviceAccount.title)}
        actions={(data, onRemoved) => (
          <ServiceAccountActions account={data} dialogs={dialogs} onRemoved={onRemoved} />
        )}
      >
        {(data) => (
          <>
            <div className="columns">
              <About account={data} />
              <Secrets account={data} onAdded={dialogs.showSecret} />
              <UserRights user={data} />
              <Keys account={data} onAdd={() => dialogs.addKey(data)} />
            </div>
            <AccountHistory
              account={data}
              changes={serviceAccount.changes}
              changesBy={serviceAccount.changesBy}
            />
          </>
        )}
      </DetailPage>
      {dialogs.dialogs}
    </>
  )
}

function About({ account }: { readonly account: Schemas['ServiceAccount'] }) {
  const { serviceAccount, user, profile, common } = useTexts()
  const shared = useAccountFields(account)
  const { lastNetwork, lastRoute } = account
  const fields = [
    [common.status, <AccountState key="status" account={account} />],
    ...shared,
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
