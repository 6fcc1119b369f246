import { isJsonObject } from '../../../foundation/text/json-object.ts'
import type { Schema } from '../../http/documentation.ts'
import { mapValues } from './input-schemas.ts'

/** The named schemas of the document. */
export type SchemaComponents = ReturnType<typeof createSchemaComponents>

/** Collects the schemas that have a title. Throws if two different schemas have the same one. */
export function createSchemaComponents() {
  const schemas: Record<string, Schema> = {}
  const sources = new Map<string, string>()

  /** Returns the schema with a reference in place of every schema that has a title. */
  function refer(schema: Schema): Schema {
    const { title, ...content } = schema
    if (typeof title !== 'string') return mapValues(schema, referValue)
    const source = JSON.stringify(content)
    const known = sources.get(title)
    if (known !== undefined && known !== source)
      throw new Error(`two schemas of the OpenAPI document have the title ${title}`)
    if (known === undefined) {
      sources.set(title, source)
      schemas[title] = mapValues(content, referValue)
    }
    return { $ref: `#/components/schemas/${title}` }
  }

  function referValue(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(referValue)
    return isJsonObject(value) ? refer(value) : value
  }

  return { refer, schemas }
}
