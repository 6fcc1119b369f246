import { hash } from 'node:crypto'

/** The place of an entry in its log, and the hash over the entry and all that came before it. */
export interface Link {
  readonly position: number
  readonly hash: string
}

/** Where a log begins that nothing has been removed from. */
export const BEGINNING: Link = { position: 0, hash: '' }

/**
 * The link of the next entry. Whoever changes, removes or inserts an entry would have to make every later hash anew.
 *
 * @example
 * nextLink(BEGINNING, ['alice', 1767225600000]) // { position: 1, hash: 'd3…' }
 */
export function nextLink(previous: Link, fields: readonly (string | number)[]): Link {
  const position = previous.position + 1
  // As JSON, so that no field can pass for the end of one and the beginning of the next.
  const text = JSON.stringify([previous.hash, position, ...fields])
  return { position, hash: hash('sha256', text, 'hex') }
}
