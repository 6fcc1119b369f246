import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { api, type User } from '../api.ts'
import { useTexts } from '../language/language.tsx'
import { Clipped } from '../page/clipped.tsx'
import { ChoiceFilter, Filters, TextFilter } from '../page/filters.tsx'
import { LocalTime } from '../page/local-time.tsx'
import { Mark } from '../page/mark.tsx'
import { PageTable, sortable, usePage } from '../page/page-table.tsx'
import { PageTitle } from '../page/page-title.tsx'
import { StatusTag, useStatusChoices } from '../page/status-tag.tsx'
import { type Address, useAddress } from '../page/use-address.ts'
import { useRoles } from '../role/use-roles.ts'
import { useOwnSession } from '../session/own-session.tsx'
import { PasswordForm } from './password-form.tsx'
import { UserActions } from './user-actions.tsx'
import { UserForm } from './user-form.tsx'

type Opened = { readonly form: 'add' } | { readonly form: 'edit' | 'password'; readonly user: User }

export default function UsersPage() {
  const { user } = useTexts()
  const { mayCall } = useOwnSession()
  const address = useAddress()
  const roles = useRoles()
  const statuses = useStatusChoices()
  const [opened, setOpened] = useState<Opened>()
  const page = usePage('users', api.users, searchSortedByName(address))
  const close = () => setOpened(undefined)

  return (
    <>
      <PageTitle title={user.title}>
        {mayCall('POST', '/sys-user') && (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpened({ form: 'add' })}>
            {user.add}
          </Button>
        )}
      </PageTitle>
      <Filters address={address}>
        <TextFilter address={address} name="username" label={user.usernameSearch} />
        {roles.length > 0 && (
          <ChoiceFilter
            address={address}
            name="roleId"
            label={user.role}
            choices={roles.map(({ roleId, roleName }) => ({ value: String(roleId), label: roleName }))}
          />
        )}
        <ChoiceFilter address={address} name="status" {...statuses} />
      </Filters>
      <PageTable
        label={user.title}
        columns={useColumns(address, setOpened)}
        rowKey={({ userId }) => userId}
        page={page}
        address={address}
        empty={user.none}
      />
      {opened?.form === 'add' && <UserForm onClose={close} />}
      {opened?.form === 'edit' && <UserForm user={opened.user} onClose={close} />}
      {opened?.form === 'password' && <PasswordForm user={opened.user} onClose={close} />}
    </>
  )
}

/** The service sorts search results by username only. */
function searchSortedByName(address: Address): Address {
  const { orderBy: _orderBy, ...values } = address.values
  return address.values.username ? { ...address, values } : address
}

const clipped = (text: string) => <Clipped>{text}</Clipped>

function useColumns(address: Address, open: (opened: Opened) => void) {
  const { user, common } = useTexts()
  const roleNames = new Map(useRoles().map(({ roleId, roleName }) => [roleId, roleName]))
  const isSearch = Boolean(address.values.username)
  const sorted = (key: string) => (isSearch && key !== 'username' ? { key } : sortable(address, key))
  return [
    {
      title: user.username,
      ...sorted('username'),
      render: (_: unknown, one: User) => (
        <>
          <strong>
            <Clipped>{one.username}</Clipped>
          </strong>{' '}
          {one.pwdChangeDue && <Mark kind="warn">{user.mustChangeTag}</Mark>}
        </>
      ),
    },
    { title: user.nickName, dataIndex: 'nickName', responsive: ['md' as const], render: clipped },
    {
      title: user.role,
      key: 'role',
      responsive: ['sm' as const],
      render: (_: unknown, { roleId }: User) => clipped(roleNames.get(roleId) ?? `#${roleId}`),
    },
    {
      title: common.status,
      key: 'status',
      render: (_: unknown, one: User) => <StatusTag status={one.status} />,
    },
    { title: user.email, dataIndex: 'email', responsive: ['xl' as const], render: clipped },
    {
      title: common.created,
      ...sorted('createdAt'),
      responsive: ['lg' as const],
      render: (_: unknown, { createdAt }: User) => <LocalTime iso={createdAt} />,
    },
    {
      title: <span className="unseen">{common.more}</span>,
      key: 'actions',
      align: 'end' as const,
      render: (_: unknown, one: User) => (
        <UserActions
          user={one}
          onEdit={() => open({ form: 'edit', user: one })}
          onPassword={() => open({ form: 'password', user: one })}
        />
      ),
    },
  ]
}
