import { Ajv, type ErrorObject } from 'ajv'
import type { FastifyInstance } from 'fastify'

/** Types are not converted: `["admin"]` is not `"admin"`. */
const ajv = new Ajv({
  coerceTypes: false,
  removeAdditional: false,
  useDefaults: false,
  allErrors: false,
  strict: true,
})
ajv.addFormat('well-formed', { type: 'string', validate: (text: string) => text.isWellFormed() })

/** Sets the validation of this scope, whatever the validation of the app is. */
export function validateStrictly(scope: FastifyInstance): void {
  scope.setValidatorCompiler(({ schema }) => ajv.compile(schema))
  scope.setSchemaErrorFormatter((errors) => new Error(describeProblem(errors[0])))
}

type Problem = Pick<ErrorObject, 'keyword' | 'instancePath' | 'params' | 'message'>

/** Returns a sentence with the field and its rule, and never the value that was sent. */
function describeProblem(error: Problem | undefined): string {
  if (!error) return 'they do not have the right form.'
  const field = error.instancePath.slice(1).replaceAll('/', '.')
  const subject = field === '' ? 'the body' : `"${field}"`
  switch (error.keyword) {
    case 'required':
      return `"${[field, error.params.missingProperty].filter(Boolean).join('.')}" is missing.`
    case 'minLength':
      return `${subject} must have at least ${counted(error.params.limit, 'character')}.`
    case 'maxLength':
      return `${subject} must have at most ${counted(error.params.limit, 'character')}.`
    case 'format':
      return `${subject} is not a well-formed text.`
    case 'type':
      return `${subject} must be ${/^[aeiou]/.test(error.params.type) ? 'an' : 'a'} ${error.params.type}.`
    default:
      return `${subject} ${error.message ?? 'does not have the right form'}.`
  }
}

function counted(count: unknown, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
