import { counted } from '../../foundation/text/counted.ts'
import type { Settings } from '../../settings/declarations/declarations.ts'
import { behaviourOf, warningOfMode } from '../../settings/mode.ts'
import { type Finding, ok, problem, warning } from './finding.ts'
import { isLoopback } from './network-address.ts'

const FIX =
  'For everything but development: set application.mode to "prod" and restart. The tokens of dev are refused then, and their sessions end.'

type ModeSettings = Pick<Settings, 'application' | 'jwt' | 'apiDocs' | 'redis'>

/** Development mode is a problem as soon as others can reach the service. */
export function checkMode(settings: ModeSettings): readonly Finding[] {
  const { mode, isDev, tokenLifetimeSeconds } = behaviourOf(settings)
  if (!isDev) {
    const unusual = warningOfMode(mode)
    if (unusual !== undefined) return [warning(unusual, 'Set application.mode to "prod".')]
    return [
      ok(`${mode}: login requires a captcha, and tokens are valid for ${durationText(tokenLifetimeSeconds)}`),
    ]
  }
  const found = `${mode}: login requires no captcha, tokens are valid for 100 years, and weak secrets are accepted`
  const reachable = reasonOfReach(settings)
  if (reachable === undefined) return [warning(found, FIX)]
  return [problem(`${found}, although ${reachable}`, FIX)]
}

/** Returns why others than the users of this machine can probably reach the service. */
function reasonOfReach({ application, redis }: ModeSettings): string | undefined {
  const { host, trustProxy } = application
  if (!isLoopback(host)) return `the service listens on ${host}`
  if (trustProxy.length > 0) return 'a proxy is configured (application.trustProxy)'
  return redis.url === '' ? undefined : 'several nodes are configured (redis.url)'
}

function durationText(seconds: number): string {
  const units = [
    ['day', 86_400],
    ['hour', 3600],
    ['minute', 60],
  ] as const
  const [name, length] = units.find(([, one]) => seconds >= one && seconds % one === 0) ?? ['second', 1]
  return counted(seconds / length, name)
}
