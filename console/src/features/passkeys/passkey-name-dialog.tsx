import { Form, Input, Modal } from 'antd'
import { useTexts } from '../../shell/language/language.tsx'
import { OwnChangeProblem } from '../../shell/own-session/own-change-problem.tsx'
import { useOwnChange } from '../../shell/own-session/use-own-change.ts'

const MAX_NAME_LENGTH = 64

interface PasskeyNameDialogProps {
  readonly title: string
  readonly name: string
  /** Whether to ask for a code of the authenticator app too. */
  readonly asksForCode: boolean
  readonly onSubmit: (name: string, code: string | undefined) => Promise<unknown>
  readonly onClose: () => void
}

interface Values {
  readonly name: string
  readonly code?: string
}

/** Asks for the name of a new or an existing passkey. */
export function PasskeyNameDialog(props: PasskeyNameDialogProps) {
  const { title, name, asksForCode, onSubmit, onClose } = props
  const { passkey, secondFactor, common } = useTexts()
  const [form] = Form.useForm<Values>()
  const change = useOwnChange()
  const send = async (values: Values): Promise<void> => {
    if (await change.run(() => onSubmit(values.name.trim(), values.code?.trim()))) onClose()
  }
  return (
    <Modal
      open
      title={title}
      okText={common.save}
      cancelText={common.cancel}
      okButtonProps={{ loading: change.isSending }}
      mask={{ closable: false }}
      onOk={form.submit}
      onCancel={onClose}
    >
      <OwnChangeProblem error={change.error} />
      <Form
        form={form}
        layout="vertical"
        initialValues={{ name }}
        onFinish={send}
        requiredMark={false}
        validateTrigger="onSubmit"
      >
        <Form.Item
          name="name"
          label={passkey.name}
          extra={passkey.nameHelp}
          rules={[{ required: true, whitespace: true, message: common.required }]}
        >
          <Input autoComplete="off" maxLength={MAX_NAME_LENGTH} />
        </Form.Item>
        {asksForCode && (
          <Form.Item
            name="code"
            label={secondFactor.code}
            rules={[{ required: true, message: common.required }]}
          >
            <Input autoComplete="one-time-code" maxLength={64} />
          </Form.Item>
        )}
        <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
      </Form>
    </Modal>
  )
}
