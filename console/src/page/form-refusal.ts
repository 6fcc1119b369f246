import type { FormInstance } from 'antd'
import { useState } from 'react'
import { ApiError, isAboutInput } from '../answer.ts'
import { useTexts } from '../language/language.tsx'

/** Words by which the service speaks of a field, where it does not name it in quotes. The first that matches decides. */
export type FieldWords = readonly (readonly [field: string, words: RegExp])[]

/** The field that a message of the service is about, if it is about one of this form. */
export function fieldOf(message: string, fields: readonly string[], words: FieldWords): string | undefined {
  const named = [...message.matchAll(/"(\w+)"/g)].map(([, name = '']) => name)
  return (
    named.find((name) => fields.includes(name)) ?? words.find(([, pattern]) => pattern.test(message))?.[0]
  )
}

/** Shows what the service would not have at the field it is about, or above the form. */
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
