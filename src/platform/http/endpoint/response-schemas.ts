import type { FromSchema, JSONSchema } from 'json-schema-to-ts'
import type { Schema } from './documentation.ts'

/** The schemas of what endpoints return. They describe the responses in the OpenAPI document and do not change them. */

export const text = { type: 'string' } as const
export const count = { type: 'integer', minimum: 0 } as const
export const time = { type: 'string', format: 'date-time', description: 'UTC.' } as const
export const timeOrNull = { type: ['string', 'null'], format: 'date-time' } as const

/** The type of ids in JSON. */
export const id = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER } as const
export const revision = {
  type: 'integer',
  minimum: 1,
  description:
    'Increases with every change. Send it with a change to be refused if the record has been changed since.',
} as const

/** The type that a schema describes. */
export type TypeOf<Described extends JSONSchema> = DeepReadonly<FromSchema<Described>>

type DeepReadonly<T> = unknown extends T ? T : { readonly [Name in keyof T]: DeepReadonly<T[Name]> }

/** Returns the schema of an object that has all of these members, except the optional ones, and no others. */
export function objectSchema<
  const Properties extends Readonly<Record<string, Schema>>,
  const Optional extends keyof Properties = never,
>(title: string, properties: Properties, optional: readonly Optional[] = []) {
  const required = Object.keys(properties).filter((name) => !optional.some((other) => other === name))
  return {
    title,
    type: 'object',
    additionalProperties: false,
    required: required as Exclude<keyof Properties, Optional>[],
    properties,
  } as const
}

export function listSchema<const Items extends Schema>(items: Items) {
  return { type: 'array', items } as const
}

/** Returns the schema of a page. Lists with keyset pagination have `next` if the request has `after`. */
export function pageSchema(
  title: string,
  entry: Schema,
  {
    keyset = false,
    further = {},
  }: { readonly keyset?: boolean; readonly further?: Readonly<Record<string, Schema>> } = {},
): Schema {
  const next = {
    next: {
      type: ['string', 'null'],
      description: 'The value of `after` for the next page, or null. Present if the request has `after`.',
    },
  }
  return objectSchema(
    title,
    {
      list: listSchema(entry),
      count: { ...count, description: 'The number of all entries.' },
      countCapped: {
        type: 'boolean',
        description: 'Present, and true, if there are more entries than `count`.',
      },
      pageIndex: { type: 'integer', minimum: 1 },
      pageSize: { type: 'integer', minimum: 1, description: 'A larger size than 200 is reduced to 200.' },
      ...(keyset ? next : {}),
      ...further,
    },
    ['countCapped', 'next'],
  )
}
