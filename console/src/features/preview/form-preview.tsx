import { Form } from 'antd'
import type { Schemas } from '../../shell/api/client.ts'
import { usePolicyPreview } from './policy-preview.tsx'
import { useIsSettled } from './use-settled.ts'

interface FormPreviewProps<Values> {
  /** Returns the change that saving the values would make; undefined if they are not complete or change nothing. */
  readonly changeOf: (values: Partial<Values>) => Schemas['PolicyChange'] | undefined
}

/** Shows the preview of what is in the form around it, after a pause in typing. */
export function FormPreview<Values extends object>({ changeOf }: FormPreviewProps<Values>) {
  const form = Form.useFormInstance<Values>()
  const values: Partial<Values> = Form.useWatch([], form) ?? {}
  const change = changeOf(values)
  // Compared as a text, because each rendering creates a new object.
  const isSettled = useIsSettled(change === undefined ? '' : JSON.stringify(change))
  const previewOf = usePolicyPreview()
  return change !== undefined && isSettled ? previewOf(change) : null
}
