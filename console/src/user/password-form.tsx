import { Alert, Checkbox, Form } from 'antd'
import { api, type User } from '../api.ts'
import { useTexts } from '../language/language.tsx'
import { FormDrawer } from '../page/form-drawer.tsx'
import { PasswordField } from './password-field.tsx'

interface PasswordFormProps {
  readonly user: User
  readonly onSet: (password: string) => void
  readonly onClose: () => void
}

/** Sets a new password for another user. */
export function PasswordForm({ user: given, onSet, onClose }: PasswordFormProps) {
  const { user } = useTexts()
  return (
    <FormDrawer<{ password: string; pwdChangeDue: boolean }>
      title={user.passwordOf(given.username)}
      submit={user.setPassword}
      initial={{ pwdChangeDue: true }}
      onSubmit={async (values) => {
        await api.setUserPassword(given.userId, { ...values })
        onSet(values.password)
      }}
      onClose={onClose}
    >
      <Alert type="info" showIcon title={user.passwordHelp} className="form-refusal" />
      <PasswordField />
      <Form.Item name="pwdChangeDue" valuePropName="checked">
        <Checkbox>{user.mustChange}</Checkbox>
      </Form.Item>
    </FormDrawer>
  )
}
