import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import type { Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { UserLink } from '../../shell/own-session/links.tsx'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { Clipped, RowName } from '../../shell/page/clipped.tsx'
import { ChoiceFilter, Filters, TextFilter } from '../../shell/page/filters.tsx'
import { Mark } from '../../shell/page/mark.tsx'
import { actionsColumn, PageTable, sortable, usePage } from '../../shell/page/page-table.tsx'
import { PageTitle } from '../../shell/page/page-title.tsx'
import { StatusTag, useStatusChoices } from '../../shell/page/status-tag.tsx'
import { TimeAgo } from '../../shell/page/time-ago.tsx'
import { type Address, useAddress } from '../../shell/page/use-address.ts'
import { DepartmentSelect } from '../department/select/department-select.tsx'
import { useDepartments } from '../department/select/use-departments.ts'
import { useRoles } from '../role/select/use-roles.ts'
import { isServiceAccount } from '../service-accounts/owned/service-account.ts'
import { BulkActions, mayChangeMany } from './bulk-actions.tsx'
import { userCalls } from './calls.ts'
import { LastLogin } from './last-login.tsx'
import { RoleCell } from './role-cell.tsx'
import { useRoleOfMany } from './role-of-many-form.tsx'
import { UserActions } from './user-actions.tsx'
import { useUserDialogs } from './user-dialogs.tsx'

export default function UsersPage() {
  const { user, department } = useTexts()
  const { mayCall } = useOwnSession()
  const address = useAddress()
  const roles = useRoles()
  const hasDepartments = (useDepartments().data?.byId.size ?? 0) > 0
  const statuses = useStatusChoices()
  const [selected, setSelected] = useState<readonly Schemas['User'][]>([])
  const [addedId, setAddedId] = useState<number>()
  const page = usePage('users', userCalls.users, address)
  const dialogs = useUserDialogs(({ userId }) => {
    // The new user is in the first row then.
    address.replace({ orderBy: 'createdAt', order: 'desc' })
    setAddedId(userId)
  })
  const selection = useSelection(selected, setSelected)
  const roleOfMany = useRoleOfMany(selected, () => setSelected([]))

  return (
    <>
      <PageTitle title={user.title}>
        {selected.length > 0 && (
          <BulkActions users={selected} onChangeRole={roleOfMany.open} onDone={() => setSelected([])} />
        )}
        {mayCall('POST', '/sys-user') && (
          <Button type="primary" icon={<PlusOutlined />} onClick={dialogs.add}>
            {user.add}
          </Button>
        )}
      </PageTitle>
      <Filters address={address}>
        <TextFilter address={address} name="search" label={user.search} isWide />
        {roles.length > 0 && (
          <ChoiceFilter
            address={address}
            name="roleId"
            label={user.role}
            choices={roles.map(({ roleId, roleName }) => ({ value: String(roleId), label: roleName }))}
          />
        )}
        {hasDepartments && (
          <DepartmentSelect<number>
            allowClear
            aria-label={department.ofUser}
            none={department.noneOfUser}
            {...(address.values.deptId ? { value: Number(address.values.deptId) } : {})}
            onChange={(deptId) => address.set({ deptId: deptId === undefined ? undefined : String(deptId) })}
          />
        )}
        <ChoiceFilter address={address} name="status" {...statuses} />
        <ChoiceFilter
          address={address}
          name="secondFactor"
          label={user.secondFactor}
          choices={Object.entries(user.secondFactors).map(([value, label]) => ({ value, label }))}
        />
      </Filters>
      <PageTable
        label={user.title}
        columns={useColumns(address, dialogs)}
        rowKey={({ userId }) => userId}
        page={page}
        address={address}
        empty={user.none}
        isHighlighted={({ userId }) => userId === addedId}
        {...(mayChangeMany(mayCall) ? { rowSelection: selection } : {})}
      />
      {dialogs.dialogs}
      {mayCall('PUT', '/sys-user/role') && roleOfMany.form}
    </>
  )
}

function useSelection(
  selected: readonly Schemas['User'][],
  select: (users: readonly Schemas['User'][]) => void,
) {
  const { user } = useTexts()
  const { userId: ownId } = useOwnSession()
  return {
    selectedRowKeys: selected.map(({ userId }) => userId),
    preserveSelectedRowKeys: true,
    onChange: (_keys: readonly unknown[], users: readonly Schemas['User'][]) => select(users),
    getCheckboxProps: ({ userId, username, mayChange }: Schemas['User']) => ({
      'aria-label': user.select(username),
      disabled: userId === ownId || !mayChange,
    }),
  }
}

const clipped = (text: string) => <Clipped>{text}</Clipped>

function useColumns(address: Address, dialogs: ReturnType<typeof useUserDialogs>) {
  const { user, suspending, common } = useTexts()
  return [
    {
      title: user.username,
      ...sortable(address, 'username'),
      render: (_: unknown, one: Schemas['User']) => (
        <>
          <UserLink username={one.username} userId={one.userId}>
            <RowName>{one.username}</RowName>
          </UserLink>{' '}
          {isServiceAccount(one) && <Mark kind="own">{user.serviceTag}</Mark>}
          {one.pwdChangeDue && <Mark kind="warn">{user.mustChangeTag}</Mark>}
          {one.similarNames.length > 0 && (
            <Mark kind="warn">{user.looksLike(one.similarNames.join(', '))}</Mark>
          )}
        </>
      ),
    },
    {
      title: user.nickNameAndEmail,
      key: 'name',
      responsive: ['md' as const],
      render: (_: unknown, { nickName, email }: Schemas['User']) => (
        <>
          {clipped(nickName)}
          {email && <div className="muted">{clipped(email)}</div>}
        </>
      ),
    },
    {
      title: user.role,
      key: 'role',
      responsive: ['sm' as const],
      render: (_: unknown, one: Schemas['User']) => <RoleCell of={one} />,
    },
    {
      title: common.status,
      key: 'status',
      render: (_: unknown, { status, suspension }: Schemas['User']) => (
        <>
          <StatusTag status={status} /> {suspension && <Mark kind="bad">{suspending.tag}</Mark>}
        </>
      ),
    },
    {
      title: user.lastLogin,
      key: 'lastLogin',
      responsive: ['lg' as const],
      render: (_: unknown, { lastLoginTime }: Schemas['User']) => <LastLogin time={lastLoginTime} />,
    },
    {
      title: user.sessions,
      key: 'sessions',
      responsive: ['lg' as const],
      render: (_: unknown, { liveSessions }: Schemas['User']) => liveSessions || '–',
    },
    {
      title: common.created,
      ...sortable(address, 'createdAt'),
      responsive: ['xxl' as const],
      render: (_: unknown, { createdAt }: Schemas['User']) => <TimeAgo iso={createdAt} />,
    },
    actionsColumn(common.more, (one: Schemas['User']) => (
      <UserActions
        user={one}
        onEdit={() => dialogs.edit(one)}
        {...(isServiceAccount(one)
          ? {}
          : {
              onPassword: () => dialogs.setPassword(one),
              onLoginMethods: () => dialogs.showLoginMethods(one),
            })}
      />
    )),
  ]
}
