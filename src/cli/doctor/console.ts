import { openSite } from '../../server/console/site.ts'
import { type Finding, ok, skipped, warning } from './finding.ts'

/** Checks that the web console can be served. */
export function checkConsole(
  enabled: boolean,
  isBuilt: () => boolean = () => openSite() !== undefined,
): readonly Finding[] {
  if (!enabled) return [skipped('console.enabled is false')]
  if (isBuilt()) return [ok('the web console is built')]
  return [
    warning(
      'console.enabled is true, but the web console is not part of this installation',
      'Install the package from the registry, or run "npm run build" in a checkout.',
    ),
  ]
}
