import { Form, Input, Modal } from 'antd'
import type { ReactNode } from 'react'
import { useTexts } from '../../shell/language/language.tsx'
import { OwnChangeProblem } from '../../shell/own-session/own-change-problem.tsx'
import { useOwnChange } from '../../shell/own-session/use-own-change.ts'

interface CodeDialogProps {
  readonly title: string
  readonly submit: string
  readonly isDangerous?: boolean
  readonly onSubmit: (code: string) => Promise<unknown>
  readonly onClose: () => void
  readonly children?: ReactNode
}

/** Asks for a code of the authenticator app. */
export function CodeDialog(props: CodeDialogProps) {
  const { title, submit, isDangerous = false, onSubmit, onClose, children } = props
  const { secondFactor, common } = useTexts()
  const [form] = Form.useForm<{ code: string }>()
  const change = useOwnChange()
  const send = async ({ code }: { readonly code: string }): Promise<void> => {
    if (await change.run(() => onSubmit(code.trim()))) onClose()
    else form.focusField('code')
  }
  return (
    <Modal
      open
      title={title}
      okText={submit}
      cancelText={common.cancel}
      okButtonProps={{ danger: isDangerous, loading: change.isSending }}
      mask={{ closable: false }}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form form={form} layout="vertical" onFinish={send} requiredMark={false} validateTrigger="onSubmit">
        {children}
        <OwnChangeProblem error={change.error} />
        <Form.Item
          name="code"
          label={secondFactor.code}
          rules={[{ required: true, message: common.required }]}
        >
          <Input autoComplete="one-time-code" maxLength={64} />
        </Form.Item>
        <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
      </Form>
    </Modal>
  )
}
