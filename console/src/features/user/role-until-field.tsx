import { Form } from 'antd'
import { useTexts } from '../../shell/language/language.tsx'
import { EndField } from '../../shell/page/end-field.tsx'

/** When the role ends. */
export function RoleUntilField({ returning }: { readonly returning?: string | undefined }) {
  const { user } = useTexts()
  const help = returning === undefined ? user.roleUntilHelp : user.roleUntilReturns(returning)
  return (
    <Form.Item name="roleUntil" label={user.roleUntil} extra={help}>
      <EndField placeholder={user.noRoleEnd} />
    </Form.Item>
  )
}
