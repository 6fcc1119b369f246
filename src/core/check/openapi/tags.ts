import { PATHS } from '../../../features/tables-and-words.ts'
import { PREFIX } from '../http/route.ts'

/** The paths of `service` outside the prefix. */
const PROBES = ['/livez', '/readyz']

/** The longest first: `data-scope/explain` is not in the group of `data-scope`. */
const STARTS = PATHS.flatMap(([tag, paths]) =>
  paths.map((path) => ({ tag, start: `${PREFIX}/${path}/` })),
).sort((one, other) => other.start.length - one.start.length)

/** Returns the group of the operations of a path. Throws for a path of no group. */
export function tagOf(path: string): string {
  if (PROBES.includes(path)) return 'service'
  const found = STARTS.find(({ start }) => `${path}/`.startsWith(start))
  if (!found) throw new Error(`the path ${path} is in no group of operations`)
  return found.tag
}
