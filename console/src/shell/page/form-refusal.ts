import type { FormInstance } from 'antd'
import { useState } from 'react'
import { ApiError, type FieldError } from '../api/client.ts'

/** The form field that a refusal reason is about, for reasons other than invalid parameters. */
export type FieldReasons = Readonly<Record<string, string>>

/** Returns the messages for fields of the form. There are none if the refusal is about something else. */
export function fieldErrorsOf(
  error: unknown,
  fields: readonly string[],
  reasons: FieldReasons,
): readonly FieldError[] {
  if (!(error instanceof ApiError)) return []
  const field = reasons[error.reason]
  const errors = field === undefined ? error.errors : [{ field, message: error.message }]
  // A parameter in a list, such as `rules.0.path`, has the name of its form field at the end.
  return errors
    .map((one) => ({ ...one, field: one.field.replace(/^.*\./, '') }))
    .filter((one) => fields.includes(one.field))
}

/** Shows a refusal at the fields it is about, or above the form. */
export function useFormRefusal(form: FormInstance, reasons: FieldReasons) {
  const [error, setError] = useState<unknown>()

  return {
    /** What is shown above the form. */
    error,
    clear: () => setError(undefined),
    show(refused: unknown): void {
      const errors = fieldErrorsOf(refused, Object.keys(form.getFieldsValue()), reasons)
      form.setFields(errors.map(({ field, message }) => ({ name: field, errors: [message] })))
      const [first] = errors
      if (first) form.focusField(first.field)
      else setError(refused)
    },
  }
}
