import type { FormInstance } from 'antd'
import { useState } from 'react'
import { useTexts } from '../language/language.tsx'
import { ApiError, isAboutInput } from '../response.ts'

/** Words by which a message of the service refers to a field that it does not name in quotes. The first match counts. */
export type FieldWords = readonly (readonly [field: string, words: RegExp])[]

/** Returns the form field that a message of the service refers to, if any. */
export function fieldOf(message: string, fields: readonly string[], words: FieldWords): string | undefined {
  const named = [...message.matchAll(/"(\w+)"/g)].map(([, name = '']) => name)
  return (
    named.find((name) => fields.includes(name)) ?? words.find(([, pattern]) => pattern.test(message))?.[0]
  )
}

/** Shows a refusal at the field it refers to, or above the form. */
export function useFormRefusal(form: FormInstance, words: FieldWords) {
  const [refusal, setRefusal] = useState<string>()
  const { problem } = useTexts()

  return {
    refusal,
    clear: () => setRefusal(undefined),
    show(error: unknown): void {
      const message = error instanceof ApiError ? error.message : problem.crashed
      const fields = Object.keys(form.getFieldsValue())
      const field = isAboutInput(error) ? fieldOf(message, fields, words) : undefined
      if (field !== undefined && fields.includes(field)) {
        form.setFields([{ name: field, errors: [message] }])
        form.focusField(field)
      } else setRefusal(message)
    },
  }
}
