import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { RoleLink } from '../../shell/own-session/links.tsx'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { Clipped, RowName } from '../../shell/page/clipped.tsx'
import { ChoiceFilter, Filters, TextFilter } from '../../shell/page/filters.tsx'
import { Mark } from '../../shell/page/mark.tsx'
import { actionsColumn, PageTable, sortable, usePage } from '../../shell/page/page-table.tsx'
import { PageTitle } from '../../shell/page/page-title.tsx'
import { StatusTag, useStatusChoices } from '../../shell/page/status-tag.tsx'
import { TimeAgo } from '../../shell/page/time-ago.tsx'
import { type Address, useAddress } from '../../shell/page/use-address.ts'
import { useOpened } from '../../shell/page/use-opened.ts'
import { useScopeNames } from '../data-scope/data-scope.ts'
import { roleCalls } from './calls.ts'
import { RoleActions } from './role-actions.tsx'
import { RoleDialogs } from './role-dialogs.tsx'
import { RoleForm } from './role-form.tsx'

export default function RolesPage() {
  const { role } = useTexts()
  const { mayCall } = useOwnSession()
  const address = useAddress()
  const statuses = useStatusChoices()
  const opened = useOpened()
  const page = usePage('roles', roleCalls.roles, address)

  return (
    <>
      <PageTitle title={role.title}>
        {mayCall('POST', '/role') && (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => opened.open('new')}>
            {role.add}
          </Button>
        )}
      </PageTitle>
      <Filters address={address}>
        <TextFilter address={address} name="roleName" label={role.nameSearch} />
        <TextFilter address={address} name="roleKey" label={role.key} />
        <ChoiceFilter address={address} name="status" {...statuses} />
      </Filters>
      <PageTable
        label={role.title}
        columns={useColumns(address)}
        rowKey={({ roleId }) => roleId}
        page={page}
        address={address}
        empty={role.none}
      />
      {opened.name === 'new' && <RoleForm onClose={opened.close} />}
      <RoleDialogs listed={page.data?.list ?? []} />
    </>
  )
}

function useColumns(address: Address) {
  const { role, common } = useTexts()
  const scopes = useScopeNames()
  return [
    {
      title: role.name,
      ...sortable(address, 'roleName'),
      render: (_: unknown, one: Schemas['ListedRole']) => (
        <RoleLink roleKey={one.roleKey} roleId={one.roleId}>
          <RowName>{one.roleName}</RowName>
        </RoleLink>
      ),
    },
    {
      title: role.key,
      responsive: ['sm' as const],
      ...sortable(address, 'roleKey'),
      render: (_: unknown, one: Schemas['ListedRole']) => <Mark kind="plain">{one.roleKey}</Mark>,
    },
    {
      title: role.users,
      key: 'users',
      render: (_: unknown, { users }: Schemas['ListedRole']) => users.toLocaleString(),
    },
    {
      title: role.rules,
      key: 'rules',
      render: (_: unknown, { rules }: Schemas['ListedRole']) => rules.toLocaleString(),
    },
    {
      title: role.dataScope,
      key: 'dataScope',
      className: 'one-line',
      responsive: ['md' as const],
      render: (_: unknown, { dataScope }: Schemas['ListedRole']) => scopes.get(dataScope) ?? dataScope,
    },
    {
      title: common.status,
      key: 'status',
      render: (_: unknown, one: Schemas['ListedRole']) => <StatusTag status={one.status} />,
    },
    {
      title: common.remark,
      key: 'remark',
      responsive: ['xl' as const],
      render: (_: unknown, { remark }: Schemas['ListedRole']) => <Clipped>{remark}</Clipped>,
    },
    {
      title: common.created,
      ...sortable(address, 'createdAt'),
      responsive: ['lg' as const],
      render: (_: unknown, { createdAt }: Schemas['ListedRole']) => <TimeAgo iso={createdAt} />,
    },
    actionsColumn(common.more, (one: Schemas['ListedRole']) => <RoleActions role={one} />),
  ]
}
