/**
 * The longest path that the checks accept. Everything that decides about a path takes time in proportion to its length and to
 * the number of its segments. A rule is much shorter (`MAX_PATTERN_LENGTH`).
 */
export const MAX_PATH_BYTES = 4096
export const MAX_PATH_SEGMENTS = 256

/** Returns whether a canonical path, which is ASCII only, is short enough. Segments are what slashes separate. */
export function isWithinPathLimits(path: string): boolean {
  if (path.length > MAX_PATH_BYTES) return false
  let segments = 0
  for (let slash = path.indexOf('/'); slash !== -1; slash = path.indexOf('/', slash + 1)) segments++
  return segments <= MAX_PATH_SEGMENTS
}
