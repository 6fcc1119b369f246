import type { Schema } from '../../../platform/http/endpoint/documentation.ts'
import { objectSchema, text } from '../../../platform/http/endpoint/response-schemas.ts'

export const ruleFields: Readonly<Record<string, Schema>> = {
  roleKey: text,
  path: { ...text, description: 'Literal segments, `:name` for one segment, `/*` at the end.' },
  method: { ...text, description: 'An HTTP method, or `*`.' },
}

export const ruleSchema = objectSchema('Rule', ruleFields)
