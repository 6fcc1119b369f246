import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { FastifyInstance } from 'fastify'
import { formats } from './formats.ts'

/** Types are not converted: `["admin"]` is not `"admin"`. */
const ajv = new Ajv({
  coerceTypes: false,
  removeAdditional: false,
  useDefaults: false,
  allErrors: false,
  strict: true,
})
for (const [name, { test }] of Object.entries(formats)) {
  ajv.addFormat(name, { type: 'string', validate: test })
}

/** By the JSON of the schema. Compiling takes long, and routes have many schemas in common. */
const compiled = new Map<string, ValidateFunction>()

/** Compiles a schema to a function that returns whether a value fits it. Throws if the schema is invalid. */
export function compileStrictly(schema: object): ValidateFunction {
  const key = JSON.stringify(schema)
  const validate = compiled.get(key) ?? ajv.compile(schema)
  compiled.set(key, validate)
  return validate
}

/**
 * Returns a function for Fastify that validates a value. The schema is compiled on first use, because compiling the schemas
 * of all routes would take a third of the start time.
 */
export function createValidator(schema: object): (value: unknown) => true | { error: ErrorObject[] } {
  let validate: ValidateFunction | undefined
  return (value) => {
    validate ??= compileStrictly(schema)
    return validate(value) || { error: validate.errors ?? [] }
  }
}

/** Sets the validation of this scope, whatever the validation of the app is. `errorToRefusal` describes the violation. */
export function validateStrictly(scope: FastifyInstance): void {
  scope.setValidatorCompiler<object>(({ schema }) => createValidator(schema))
  scope.setSchemaErrorFormatter(() => new Error('the request violates the schema of its route'))
}
