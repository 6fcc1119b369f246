import { App, Form, Input } from 'antd'
import { useNavigate } from 'react-router'
import type { Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { FormDrawer } from '../../shell/page/form-drawer.tsx'
import type { FieldReasons } from '../../shell/page/form-refusal.ts'
import { roleCalls } from './calls.ts'

const REASONS: FieldReasons = { 'role-key-taken': 'roleKey' }

interface Values {
  readonly roleName: string
  readonly roleKey: string
}

/** Copies a role with its rules, and opens the page of the copy. */
export function RoleCopyForm({
  role: source,
  onClose,
}: {
  readonly role: Schemas['Role']
  readonly onClose: () => void
}) {
  const { role, common } = useTexts()
  const { message } = App.useApp()
  const navigate = useNavigate()
  const needed = { required: true, message: common.required }

  const showCopy = ({ roleId, roleName }: Schemas['Role']): void => {
    message.success(role.copied(roleName))
    void navigate(`/roles/${roleId}`)
  }

  return (
    <FormDrawer<Values, Schemas['Role']>
      title={role.copyOf(source.roleName)}
      submit={role.copy}
      initial={{}}
      reasons={REASONS}
      onSubmit={(values) => roleCalls.copyRole(source.roleId, { ...values })}
      onSaved={showCopy}
      onClose={onClose}
    >
      <p className="muted above">{role.copyHelp}</p>
      <Form.Item name="roleName" label={role.name} rules={[needed]}>
        <Input autoComplete="off" maxLength={128} />
      </Form.Item>
      <Form.Item name="roleKey" label={role.key} rules={[needed]} extra={role.keyHelp}>
        <Input autoComplete="off" spellCheck={false} maxLength={64} />
      </Form.Item>
    </FormDrawer>
  )
}
