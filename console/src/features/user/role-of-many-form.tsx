import { useQuery } from '@tanstack/react-query'
import { App, Form, Select } from 'antd'
import type { Dayjs } from 'dayjs'
import type { Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { FormDrawer } from '../../shell/page/form-drawer.tsx'
import { idsAfter, useOpened } from '../../shell/page/use-opened.ts'
import { useRoles } from '../role/select/use-roles.ts'
import { userCalls } from './calls.ts'
import { RoleUntilField } from './role-until-field.tsx'

const OPENED = 'role-of'

/** Returns a function that opens the form for some users, and the open form. The URL contains their numbers. */
export function useRoleOfMany(selected: readonly Schemas['Profile'][], onDone: () => void) {
  const { name, open, close } = useOpened()
  const ids = idsAfter(OPENED, name)
  const known = selected.filter(({ userId }) => ids.includes(userId))
  // After a reload, or if the address comes from somebody else.
  const { data } = useQuery({
    queryKey: ['users-by-id', ids],
    queryFn: () => Promise.all(ids.map(userCalls.user)),
    enabled: known.length < ids.length,
  })
  const users = known.length === ids.length ? known : (data ?? [])
  return {
    open: () => open(`${OPENED} ${selected.map(({ userId }) => userId).join(',')}`),
    form: ids.length > 0 && users.length > 0 && (
      <RoleOfManyForm users={users} onDone={onDone} onClose={close} />
    ),
  }
}

interface RoleOfManyFormProps {
  readonly users: readonly Schemas['Profile'][]
  readonly onDone: () => void
  readonly onClose: () => void
}

interface Values {
  readonly roleId: number
  readonly roleUntil?: Dayjs | null
}

/** Gives several users another role, all or none of them. */
function RoleOfManyForm({ users, onDone, onClose }: RoleOfManyFormProps) {
  const { user, common } = useTexts()
  const { message } = App.useApp()
  const choices = useRoles().map(({ roleId, roleName, roleKey }) => ({
    value: roleId,
    label: `${roleName} (${roleKey})`,
  }))

  async function send({ roleId, roleUntil }: Values): Promise<void> {
    await userCalls.setUserRoles(
      users.map(({ userId }) => userId),
      { roleId, roleUntil: roleUntil?.toISOString() ?? null },
    )
    message.success(common.saved)
  }

  return (
    <FormDrawer<Values>
      title={user.changeRoleOfManyTitle(users.length)}
      submit={common.save}
      initial={{}}
      reasons={{ 'role-held': 'roleUntil' }}
      onSubmit={send}
      onSaved={() => {
        onClose()
        onDone()
      }}
      onClose={onClose}
    >
      <p>{users.map(({ username }) => username).join(', ')}</p>
      <p className="muted">{user.changeRoleOfManyHelp}</p>
      <Form.Item name="roleId" label={user.role} rules={[{ required: true, message: common.required }]}>
        <Select showSearch={{ optionFilterProp: 'label' }} options={choices} />
      </Form.Item>
      <RoleUntilField />
    </FormDrawer>
  )
}
