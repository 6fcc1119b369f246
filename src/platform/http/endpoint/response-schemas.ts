import type { Schema } from './documentation.ts'

/** The schemas of what endpoints return. They describe the responses in the OpenAPI document and do not change them. */

export const text: Schema = { type: 'string' }
export const count: Schema = { type: 'integer', minimum: 0 }
export const time: Schema = { type: 'string', format: 'date-time', description: 'UTC.' }
export const timeOrNull: Schema = { type: ['string', 'null'], format: 'date-time' }

/** The type of ids in JSON. */
export const id: Schema = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER }
export const revision: Schema = {
  type: 'integer',
  minimum: 1,
  description:
    'Increases with every change. Send it with a change to be refused if the record has been changed since.',
}

/** Returns the schema of an object that has all of these members, except the optional ones, and no others. */
export function objectSchema(
  title: string,
  properties: Readonly<Record<string, Schema>>,
  optional: readonly string[] = [],
): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name))
  return { title, type: 'object', additionalProperties: false, required, properties }
}

export function listSchema(items: Schema): Schema {
  return { type: 'array', items }
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
