// Schemas of what requests contain. Unlike those of responses, they are enforced.

/** Each resource has its own, shorter limits, which are checked later. */
export const longText = { type: 'string', maxLength: 4096 } as const
export const idInput = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER } as const
/** 0 is none. */
export const idOrNone = { ...idInput, minimum: 0 } as const
/** The version of the resource that the change is based on. */
export const revisionInput = { type: 'integer', minimum: 1 } as const

/** Returns the schema of a text that must not be empty. */
export function textInput(maxLength: number) {
  return { type: 'string', minLength: 1, maxLength, format: 'well-formed' } as const
}

/** Returns the schema of the parameters of a query. */
export function querySchema<const Properties extends object>(properties: Properties) {
  return { type: 'object', properties } as const
}

/** Returns the schema of a body. Further members are ignored: front ends send back whole resources. */
export function bodySchema<const Name extends string, const Properties extends object>(
  title: string,
  required: readonly Name[],
  properties: Properties,
) {
  return { title, type: 'object', ...requiredMembers(required), properties } as const
}

/**
 * Returns the schema of a body in which further members are refused, because a misspelt one could make the change apply to more
 * than was meant, or have no effect.
 */
export function strictBodySchema<const Name extends string, const Properties extends object>(
  title: string,
  required: readonly Name[],
  properties: Properties,
) {
  return {
    title,
    type: 'object',
    additionalProperties: false,
    ...requiredMembers(required),
    properties,
  } as const
}

/** The OpenAPI document has no empty lists. For the type of the body, an empty list and a missing one are the same. */
function requiredMembers<Name extends string>(names: readonly Name[]) {
  return (names.length === 0 ? {} : { required: names }) as { readonly required: readonly Name[] }
}
