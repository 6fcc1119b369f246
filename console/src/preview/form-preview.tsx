import { Form } from 'antd'
import { useEffect, useState } from 'react'
import type { PolicyChange } from '../api.ts'
import { usePolicyPreview } from './policy-preview.tsx'

const TYPING_PAUSE_MS = 400

interface FormPreviewProps<Values> {
  /** Returns the change that saving the values would make; undefined if they are not complete or change nothing. */
  readonly changeOf: (values: Partial<Values>) => PolicyChange | undefined
}

/** Shows the preview of what is in the form around it, after a pause in typing. */
export function FormPreview<Values extends object>({ changeOf }: FormPreviewProps<Values>) {
  const form = Form.useFormInstance<Values>()
  const values: Partial<Values> = Form.useWatch([], form) ?? {}
  const change = changeOf(values)
  // Compared as a text, because each rendering creates a new object.
  const wanted = change === undefined ? '' : JSON.stringify(change)
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(wanted), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [wanted])
  const previewOf = usePolicyPreview()
  return change !== undefined && settled === wanted ? previewOf(change) : null
}
