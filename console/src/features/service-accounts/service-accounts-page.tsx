import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { ServiceAccountLink, UserLink } from '../../shell/own-session/links.tsx'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { Clipped, RowName } from '../../shell/page/clipped.tsx'
import { ChoiceFilter, Filters, TextFilter } from '../../shell/page/filters.tsx'
import { actionsColumn, PageTable, usePage } from '../../shell/page/page-table.tsx'
import { PageTitle } from '../../shell/page/page-title.tsx'
import { useStatusChoices } from '../../shell/page/status-tag.tsx'
import { useAddress } from '../../shell/page/use-address.ts'
import { LastLogin } from '../user/last-login.tsx'
import { RoleCell } from '../user/role-cell.tsx'
import { AccountState, End, Networks } from './account-fields.tsx'
import { serviceAccountCalls } from './calls.ts'
import { ServiceAccountActions } from './service-account-actions.tsx'
import { useServiceAccountDialogs } from './use-service-account-dialogs.tsx'

/** Lists the accounts of programs. */
export default function ServiceAccountsPage() {
  const { serviceAccount, user } = useTexts()
  const { mayCall } = useOwnSession()
  const address = useAddress()
  const statuses = useStatusChoices()
  const dialogs = useServiceAccountDialogs()
  const page = usePage('service-accounts', serviceAccountCalls.serviceAccounts, address)
  return (
    <>
      <PageTitle title={serviceAccount.title}>
        {mayCall('POST', '/service-account') && (
          <Button type="primary" icon={<PlusOutlined />} onClick={dialogs.add}>
            {serviceAccount.add}
          </Button>
        )}
      </PageTitle>
      <Filters address={address}>
        <TextFilter address={address} name="search" label={user.username} />
        <ChoiceFilter address={address} name="status" {...statuses} />
      </Filters>
      <PageTable
        label={serviceAccount.title}
        columns={useColumns(dialogs)}
        rowKey={({ userId }) => userId}
        page={page}
        address={address}
        empty={serviceAccount.none}
      />
      {dialogs.dialogs}
    </>
  )
}

function useColumns(dialogs: ReturnType<typeof useServiceAccountDialogs>) {
  const { serviceAccount, user, common } = useTexts()
  return [
    {
      title: user.username,
      key: 'username',
      render: (_: unknown, { userId, username, remark }: Schemas['ServiceAccount']) => (
        <>
          <ServiceAccountLink userId={userId}>
            <RowName>{username}</RowName>
          </ServiceAccountLink>
          {remark && (
            <div className="muted">
              <Clipped>{remark}</Clipped>
            </div>
          )}
        </>
      ),
    },
    {
      title: common.status,
      key: 'status',
      render: (_: unknown, one: Schemas['ServiceAccount']) => <AccountState account={one} />,
    },
    {
      title: user.role,
      key: 'role',
      responsive: ['sm' as const],
      render: (_: unknown, one: Schemas['ServiceAccount']) => <RoleCell of={one} />,
    },
    {
      title: serviceAccount.owner,
      key: 'owner',
      responsive: ['md' as const],
      render: (_: unknown, { owner, ownerId }: Schemas['ServiceAccount']) => (
        <UserLink username={owner} userId={ownerId} />
      ),
    },
    {
      title: serviceAccount.end,
      key: 'expiresAt',
      responsive: ['lg' as const],
      render: (_: unknown, { expiresAt }: Schemas['ServiceAccount']) => <End expiresAt={expiresAt} />,
    },
    {
      title: serviceAccount.networks,
      key: 'networks',
      responsive: ['lg' as const],
      render: (_: unknown, { networks }: Schemas['ServiceAccount']) => <Networks networks={networks} />,
    },
    {
      title: serviceAccount.lastUse,
      key: 'lastUse',
      responsive: ['lg' as const],
      render: (_: unknown, { lastUsedAt, lastLoginAt }: Schemas['ServiceAccount']) => (
        <LastLogin time={lastUsedAt ?? lastLoginAt} />
      ),
    },
    actionsColumn(common.more, (one: Schemas['ServiceAccount']) => (
      <ServiceAccountActions account={one} dialogs={dialogs} />
    )),
  ]
}
