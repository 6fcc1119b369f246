import { hash } from 'node:crypto'
import { count, objectSchema, type TypeOf, text } from '../../../platform/http/endpoint/response-schemas.ts'

export const linkSchema = objectSchema('ChainLink', { position: count, hash: text })

/** The position of an entry in its log, and the hash over the entry and all entries before it. */
export type Link = TypeOf<typeof linkSchema>

/** The link before the first entry of a log. */
export const BEGINNING: Link = { position: 0, hash: '' }

/**
 * Returns the link of the next entry. To change, remove or insert an entry, every later hash would have to be changed.
 *
 * @example
 * nextLink(BEGINNING, ['alice', 1767225600000]) // { position: 1, hash: 'd3…' }
 */
export function nextLink(previous: Link, fields: readonly (string | number)[]): Link {
  const position = previous.position + 1
  // JSON, so that moving text from one field to the next changes the hash.
  const text = JSON.stringify([previous.hash, position, ...fields])
  return { position, hash: hash('sha256', text, 'hex') }
}
