import { Form, Input } from 'antd'
import { useTexts } from '../../shell/language/language.tsx'

/** When the role ends. The field contains a local time, or nothing for no end. */
export function RoleUntilField({ returning }: { readonly returning?: string | undefined }) {
  const { user } = useTexts()
  const help = returning === undefined ? user.roleUntilHelp : user.roleUntilReturns(returning)
  return (
    <Form.Item name="roleUntil" label={user.roleUntil} extra={help}>
      <Input type="datetime-local" allowClear />
    </Form.Item>
  )
}
