import { useQueryClient } from '@tanstack/react-query'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useTexts } from '../../shell/language/language.tsx'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { loginPath } from '../../shell/own-session/return-path.ts'
import { busy } from '../../shell/page/busy.tsx'
import { ErrorAlert } from '../../shell/page/error-alert.tsx'
import { type FieldReasons, useFormRefusal } from '../../shell/page/form-refusal.ts'
import { passwordCalls } from './calls.ts'

export const OWN_PASSWORD_REASONS: FieldReasons = { 'old-password-wrong': 'oldPassword' }

interface Values {
  readonly oldPassword: string
  readonly newPassword: string
}

/** Changes the own password. It revokes all tokens of the user, so the login page follows. */
export function OwnPasswordForm({ username }: { readonly username: string }) {
  const { common, password } = useTexts()
  const { passwordMinLength } = useOwnSession()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { state } = useLocation()
  const [form] = Form.useForm<Values>()
  const refusal = useFormRefusal(form, OWN_PASSWORD_REASONS)
  const [isSending, setIsSending] = useState(false)
  const needed = { required: true, message: common.required }

  async function send({ oldPassword, newPassword }: Values): Promise<void> {
    setIsSending(true)
    refusal.clear()
    try {
      await passwordCalls.setOwnPassword({ oldPassword, newPassword })
      // Whoever wanted another page before the change of a first password gets it after the login.
      const from = typeof state?.from === 'string' ? state.from : '/profile'
      await navigate(loginPath(from), { replace: true, state: { username, message: password.logInAgain } })
      client.clear()
    } catch (error) {
      refusal.show(error)
    } finally {
      setIsSending(false)
    }
  }

  return (
    <Form form={form} layout="vertical" onFinish={send} requiredMark={false} validateTrigger="onSubmit">
      {refusal.error !== undefined && <ErrorAlert className="form-refusal" error={refusal.error} />}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <Form.Item name="oldPassword" label={password.oldPassword} rules={[needed]}>
        <Input.Password autoComplete="current-password" maxLength={256} />
      </Form.Item>
      <Form.Item
        name="newPassword"
        label={password.newPassword}
        rules={[needed]}
        extra={password.rules(passwordMinLength)}
      >
        <Input.Password autoComplete="new-password" maxLength={256} />
      </Form.Item>
      <Form.Item
        name="repeated"
        label={password.repeat}
        rules={[
          needed,
          {
            validator: (_rule, repeated) =>
              !repeated || repeated === form.getFieldValue('newPassword')
                ? Promise.resolve()
                : Promise.reject(new Error(password.different)),
          },
        ]}
        extra={password.help}
      >
        <Input.Password autoComplete="new-password" maxLength={256} />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={busy(isSending)}>
        {password.change}
      </Button>
    </Form>
  )
}
