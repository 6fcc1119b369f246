import { type Finding, ok, problem } from './finding.ts'

export const MIN_NODE_VERSION = '20.19'

/** Checks the versions of this program and of Node.js. */
export function checkVersions(version: string, nodeVersion = process.versions.node): readonly Finding[] {
  const found = `castellan ${version}, Node.js ${nodeVersion}, ${process.platform} ${process.arch}`
  if (isAtLeast(nodeVersion, MIN_NODE_VERSION)) return [ok(found)]
  return [
    problem(
      `${found}: this version of Node.js is not supported`,
      `Install Node.js ${MIN_NODE_VERSION} or newer.`,
    ),
  ]
}

/** Compares the numbers of two versions. What follows them, such as "-rc.1", is ignored. */
export function isAtLeast(version: string, min: string): boolean {
  const parts = numbersOf(version)
  for (const [index, needed] of numbersOf(min).entries()) {
    const part = parts[index] ?? 0
    if (part !== needed) return part > needed
  }
  return true
}

function numbersOf(version: string): number[] {
  return (/^\d+(?:\.\d+)*/.exec(version)?.[0] ?? '0').split('.').map(Number)
}
