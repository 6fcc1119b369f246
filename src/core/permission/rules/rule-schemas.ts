import { objectSchema, text } from '../../../platform/http/endpoint/response-schemas.ts'

export const ruleFields = {
  roleKey: text,
  path: { ...text, description: 'Literal segments, `:name` for one segment, `/*` at the end.' },
  method: { ...text, description: 'An HTTP method, or `*`.' },
} as const

export const ruleSchema = objectSchema('Rule', ruleFields)
