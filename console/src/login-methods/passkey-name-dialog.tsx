import { Form, Input, Modal } from 'antd'
import { useTexts } from '../language/language.tsx'
import { OwnChangeProblem } from './own-change-problem.tsx'
import { useOwnChange } from './use-own-change.ts'

const MAX_NAME_LENGTH = 64

interface PasskeyNameDialogProps {
  readonly title: string
  readonly name: string
  readonly onSubmit: (name: string) => Promise<unknown>
  readonly onClose: () => void
}

/** Asks for the name of a new or an existing passkey. */
export function PasskeyNameDialog({ title, name, onSubmit, onClose }: PasskeyNameDialogProps) {
  const { passkey, common } = useTexts()
  const [form] = Form.useForm<{ name: string }>()
  const change = useOwnChange()
  const send = async (values: { readonly name: string }): Promise<void> => {
    if (await change.run(() => onSubmit(values.name.trim()))) onClose()
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
        <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
      </Form>
    </Modal>
  )
}
