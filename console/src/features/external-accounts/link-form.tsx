import { App, Form, Input } from 'antd'
import { useTexts } from '../../shell/language/language.tsx'
import { FormDrawer } from '../../shell/page/form-drawer.tsx'
import { externalAccountCalls } from './calls.ts'

interface LinkFormProps {
  readonly userId: number
  readonly username: string
  readonly onClose: () => void
}

/** Links a user to an account at a provider, by issuer and subject. */
export function LinkForm({ userId, username, onClose }: LinkFormProps) {
  const { link, common } = useTexts()
  const { message } = App.useApp()
  const needed = { required: true, message: common.required }
  return (
    <FormDrawer<{ issuer: string; subject: string }>
      title={link.addTo(username)}
      submit={common.add}
      initial={{}}
      onSubmit={async (values) => {
        await externalAccountCalls.addLink(userId, { ...values })
        message.success(common.saved)
      }}
      onClose={onClose}
    >
      <Form.Item name="issuer" label={link.issuer} extra={link.issuerHelp} rules={[needed]}>
        <Input autoComplete="off" maxLength={255} />
      </Form.Item>
      <Form.Item name="subject" label={link.subject} extra={link.subjectHelp} rules={[needed]}>
        <Input autoComplete="off" maxLength={255} />
      </Form.Item>
    </FormDrawer>
  )
}
