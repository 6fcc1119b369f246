import { useQuery } from '@tanstack/react-query'
import { Button, Descriptions } from 'antd'
import { addressOf } from '../../shell/api/address.ts'
import type { Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { RoleLink, UserLink } from '../../shell/own-session/links.tsx'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { ListCard } from '../../shell/page/list-card.tsx'
import { Loading } from '../../shell/page/loading.tsx'
import { Problem } from '../../shell/page/problem.tsx'
import { StatusTag } from '../../shell/page/status-tag.tsx'
import { TimeAgo } from '../../shell/page/time-ago.tsx'
import { useChange, useConfirm } from '../../shell/page/use-change.ts'
import { useRoles } from '../role/select/use-roles.ts'
import { userCalls } from '../user/calls.ts'
import { departmentCalls } from './calls.ts'
import { type DepartmentIndex, pathText } from './select/department-index.ts'

interface DepartmentDetailsProps {
  readonly id: number
  readonly index: DepartmentIndex
  readonly onEdit: () => void
  readonly onAddBelow: () => void
  readonly onRemoved: () => void
}

/** Shows a department with its users and the roles that list it. */
export function DepartmentDetails({ id, index, onEdit, onAddBelow, onRemoved }: DepartmentDetailsProps) {
  const { department, common } = useTexts()
  const { mayCall } = useOwnSession()
  const confirm = useConfirm()
  const remove = useChange(departmentCalls.removeDepartment, common.removed)
  const { data, error, refetch } = useQuery({
    queryKey: ['department', id],
    queryFn: () => departmentCalls.department(id),
  })
  if (error && !data) return <Problem error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  const askToRemove = (): void =>
    confirm({
      title: department.removeAsk(data.deptName),
      content: department.removeHelp,
      okText: common.remove,
      onOk: () => remove.mutateAsync(id).then(onRemoved),
    })
  return (
    <>
      <section className="card" aria-labelledby="department">
        <h2 id="department">{data.deptName}</h2>
        <Fields department={data} index={index} />
        <div className="page-actions">
          {mayCall('PUT', `/dept/${id}`) && <Button onClick={onEdit}>{department.editOrMove}</Button>}
          {mayCall('POST', '/dept') && <Button onClick={onAddBelow}>{department.addBelow}</Button>}
          {mayCall('DELETE', `/dept/${id}`) && (
            <Button danger onClick={askToRemove}>
              {common.remove}
            </Button>
          )}
        </div>
      </section>
      {mayCall('GET', '/sys-user') && <Users deptId={id} />}
      {mayCall('GET', '/role') && <Roles deptId={id} />}
    </>
  )
}

function Fields({
  department: given,
  index,
}: {
  readonly department: Schemas['Department']
  readonly index: DepartmentIndex
}) {
  const { department, user, common } = useTexts()
  const fields = [
    [department.parent, given.parentId === 0 ? department.atTop : pathText(index, given.parentId)],
    [department.below, index.byId.get(given.deptId)?.children.length.toLocaleString()],
    [department.id, given.deptId],
    [department.leader, given.leader],
    [user.phone, given.phone],
    [user.email, given.email],
    [common.status, <StatusTag key="status" status={given.status} />],
    [common.changed, <TimeAgo key="changed" iso={given.updatedAt} />],
  ] as const
  return (
    <Descriptions
      column={1}
      size="small"
      items={fields.map(([label, value]) => ({ key: label, label, children: value || '–' }))}
    />
  )
}

const SHOWN_USERS = 10

function Users({ deptId }: { readonly deptId: number }) {
  const { department, user, common } = useTexts()
  const query = { deptId: String(deptId), orderBy: 'username', pageSize: SHOWN_USERS }
  const page = useQuery({ queryKey: ['users', query], queryFn: () => userCalls.users(query) })
  return (
    <ListCard
      title={user.title}
      page={page}
      heads={[user.username, user.nickName, user.role, common.status]}
      rowKey={({ userId }) => userId}
      cells={({ userId, username, nickName, roleId, roleKey, roleName, status }) => [
        <UserLink key="user" username={username} userId={userId} />,
        nickName || '–',
        <RoleLink key="role" roleKey={roleKey} roleId={roleId}>
          {roleName}
        </RoleLink>,
        <StatusTag key="status" status={status} />,
      ]}
      empty={department.noUsers}
      all={addressOf('/users', { deptId: String(deptId) })}
    />
  )
}

function Roles({ deptId }: { readonly deptId: number }) {
  const { department, role } = useTexts()
  const roles = useRoles().filter(({ deptIds }) => deptIds.includes(deptId))
  return (
    <section className="card" aria-labelledby="department-roles">
      <h2 id="department-roles">{role.title}</h2>
      <p className="muted">{roles.length === 0 ? department.noRoles : department.rolesHelp}</p>
      <ul className="plain-list">
        {roles.map(({ roleId, roleKey, roleName }) => (
          <li key={roleId}>
            <RoleLink roleKey={roleKey} roleId={roleId}>
              {roleName}
            </RoleLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
