import { hashStep } from '../../../src/permission/literal-children.ts'

/** What the hashes of an index start from where this is what chance gives. */
export const FORESEEN_CHANCE = 0.375
const SEED = (FORESEEN_CHANCE * 2 ** 32) | 0

function hashOf(segment: string): number {
  let hash = SEED
  for (let i = 0; i < segment.length; i++) hash = hashStep(hash, segment.charCodeAt(i))
  return hash
}

/** Pairs of segments with the same hash, which a search over the birthdays of many finds soon. */
export function findCollisions(pairs: number): [string, string][] {
  const segments = new Map<number, string>()
  const found: [string, string][] = []
  for (let number = 0; found.length < pairs; number++) {
    // Numbers one after another would make texts that are too much alike to collide soon.
    const segment = (Math.imul(number, 0x9e3779b1) >>> 0).toString(36)
    const hash = hashOf(segment)
    const twin = segments.get(hash)
    if (twin === undefined) segments.set(hash, segment)
    else found.push([twin, segment])
  }
  return found
}
