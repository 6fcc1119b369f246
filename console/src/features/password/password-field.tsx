import { Button, Form, Input, Space } from 'antd'
import { useState } from 'react'
import { useTexts } from '../../shell/language/language.tsx'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { randomPassword } from './random-password.ts'

/** Shows a password field for another user, with a generator. */
export function PasswordField() {
  const { user, common, password } = useTexts()
  const { passwordMinLength } = useOwnSession()
  const form = Form.useFormInstance()
  const [isGenerated, setIsGenerated] = useState(false)
  const generate = (): void => {
    form.setFieldValue('password', randomPassword())
    form.setFields([{ name: 'password', errors: [] }])
    setIsGenerated(true)
  }
  return (
    <Form.Item
      label={user.password}
      htmlFor="password"
      required
      extra={isGenerated ? password.generated : password.rules(passwordMinLength)}
    >
      <Space.Compact block>
        <Form.Item name="password" noStyle rules={[{ required: true, message: common.required }]}>
          <Input.Password
            autoComplete="new-password"
            maxLength={256}
            visibilityToggle={isGenerated ? { visible: true, onVisibleChange: setIsGenerated } : true}
          />
        </Form.Item>
        <Button onClick={generate}>{password.generate}</Button>
      </Space.Compact>
    </Form.Item>
  )
}
