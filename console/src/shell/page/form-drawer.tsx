import { useQueryClient } from '@tanstack/react-query'
import { Button, Drawer, Form, type FormInstance } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTexts } from '../language/language.tsx'
import { busy } from './busy.tsx'
import { ErrorAlert } from './error-alert.tsx'
import { type FieldReasons, useFormRefusal } from './form-refusal.ts'
import { useReturnFocus } from './use-return-focus.ts'
import { useUnsavedInput } from './use-unsaved-input.tsx'

interface FormDrawerProps<Values extends object, Saved> {
  readonly title: string
  readonly submit: string
  readonly initial: Partial<Values>
  readonly reasons?: FieldReasons
  /** Sends the values. The form stays open if it returns false. */
  readonly onSubmit: (values: Values) => Promise<Saved | false>
  /** Called with the result of `onSubmit` instead of `onClose`. */
  readonly onSaved?: (saved: Saved) => void
  readonly onClose: () => void
  readonly children: ReactNode | ((form: FormInstance<Values>) => ReactNode)
}

/** Shows a form in a drawer. It stays open until the service has accepted the input. */
export function FormDrawer<Values extends object, Saved = unknown>(props: FormDrawerProps<Values, Saved>) {
  const { title, submit, initial, reasons = {}, onSubmit, onSaved = props.onClose, onClose, children } = props
  const { common } = useTexts()
  useReturnFocus()
  const client = useQueryClient()
  const [form] = Form.useForm<Values>()
  const refusal = useFormRefusal(form, reasons)
  const [isSending, setIsSending] = useState(false)
  const unsaved = useUnsavedInput()
  const close = (): void => unsaved.close(onClose)

  async function send(values: Values): Promise<void> {
    setIsSending(true)
    refusal.clear()
    try {
      const saved = await onSubmit(values)
      if (saved === false) return
      unsaved.setUnsaved(false)
      onSaved(saved)
    } catch (error) {
      refusal.show(error)
    } finally {
      setIsSending(false)
    }
    await client.invalidateQueries()
  }

  const footer = (
    <div className="drawer-footer">
      <Button onClick={close}>{common.cancel}</Button>
      <Button type="primary" loading={busy(isSending)} onClick={form.submit}>
        {submit}
      </Button>
    </div>
  )
  return (
    <Drawer
      open
      title={title}
      size="min(480px, 100vw)"
      onClose={close}
      footer={footer}
      destroyOnHidden
      autoFocus={false}
    >
      {refusal.error !== undefined && <ErrorAlert className="form-refusal" error={refusal.error} />}
      <Form
        form={form}
        layout="vertical"
        initialValues={initial}
        onFinish={send}
        // A refusal does not apply to the changed value.
        onValuesChange={(changed) => {
          unsaved.setUnsaved(true)
          form.setFields(Object.keys(changed).map((name) => ({ name: name as never, errors: [] })))
        }}
        requiredMark="optional"
        scrollToFirstError={{ focus: true }}
        validateTrigger="onSubmit"
      >
        <FocusedFields>{typeof children === 'function' ? children(form) : children}</FocusedFields>
        <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
      </Form>
    </Drawer>
  )
}

/** Moves the focus to the first field as soon as it exists, and never later: somebody may be typing into another one. */
function FocusedFields({ children }: { readonly children: ReactNode }) {
  const fields = useRef<HTMLDivElement>(null)
  useEffect(
    () =>
      fields.current?.querySelector<HTMLElement>('input, textarea')?.focus({
        // The drawer is still outside of the window when its opening animation begins.
        preventScroll: true,
      }),
    [],
  )
  return <div ref={fields}>{children}</div>
}
