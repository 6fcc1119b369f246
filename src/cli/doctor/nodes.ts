import { counted } from '../../foundation/text/counted.ts'
import { CLOCK_FIX, secondsText } from './clock.ts'
import { type Finding, ok, problem, warning } from './finding.ts'
import type { LiveNode, ObservedNodes } from './live-nodes.ts'

const MAX_AHEAD_MS = 1000
/** A heartbeat is up to a second old, and can be late on a busy machine. */
const MAX_BEHIND_MS = 5000

export interface NodeCheckOptions extends ObservedNodes {
  /** Whether the setting `jwt.secret` is set. Otherwise each node generates its own. */
  readonly isSecretShared: boolean
  readonly hasRedis: boolean
  readonly isEmbedded: boolean
}

/** Checks the nodes that use the database: keys, lag, clocks, and what several of them have to share. */
export function checkNodes(options: NodeCheckOptions): readonly Finding[] {
  const { live, silent } = options
  const findings = [
    ...keyFindings(live),
    ...live.filter(({ lag }) => lag > 0).map(lagFinding),
    ...live.flatMap(clockFindings),
    ...silent.map(silentFinding),
    ...sharingFindings(options),
  ]
  if (findings.length > 0) return findings
  if (live.length === 0) return [ok('no node runs')]
  return [ok(`${counted(live.length, 'node')}, up to date, with the same keys and the same time`)]
}

/** Returns the names of the nodes by the fingerprint of their keys. */
function namesByKeys(live: readonly LiveNode[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>()
  for (const { keys, name } of live) groups.set(keys, [...(groups.get(keys) ?? []), name])
  return groups
}

function haveDifferentKeys(live: readonly LiveNode[]): boolean {
  return namesByKeys(live).size > 1
}

function keyFindings(live: readonly LiveNode[]): Finding[] {
  if (!haveDifferentKeys(live)) return []
  const groups = namesByKeys(live)
  const described = [...groups].map(([keys, names]) => `${names.join(', ')} (${keys})`)
  return [
    problem(
      `nodes have different keys and refuse each other's tokens and captchas: ${described.join('; ')}`,
      'Give all nodes the same jwt.secret and the same files in jwt.keys.',
    ),
  ]
}

function lagFinding({ name, lag }: LiveNode): Finding {
  return warning(
    `node ${name} is ${counted(lag, 'change')} behind`,
    'If it does not catch up within a minute, look into its log and restart it.',
  )
}

function clockFindings({ name, aheadMs }: LiveNode): Finding[] {
  if (aheadMs <= MAX_AHEAD_MS && aheadMs >= -MAX_BEHIND_MS) return []
  const side = aheadMs > 0 ? 'ahead of' : 'behind'
  return [
    warning(`the clock of node ${name} is ${secondsText(Math.abs(aheadMs))} ${side} the others`, CLOCK_FIX),
  ]
}

function silentFinding(name: string): Finding {
  return warning(
    `node ${name} has stopped without deregistering, or hangs`,
    'If it should run, look into its log and restart it. Otherwise it disappears from the list after a minute.',
  )
}

function sharingFindings({ live, isSecretShared, hasRedis, isEmbedded }: NodeCheckOptions): Finding[] {
  const hosts = [...new Set(live.map(({ host }) => host))]
  if (hosts.length < 2) return []
  const places = `nodes run on ${hosts.length} machines (${hosts.join(', ')})`
  return [
    ...(hasRedis
      ? []
      : [
          problem(
            `${places}, but redis.url is not set: a captcha of one node is wrong on the others, and each counts login attempts for itself`,
            'Set redis.url on every node.',
          ),
        ]),
    ...(isSecretShared || !haveDifferentKeys(live)
      ? []
      : [
          problem(
            `${places}, but jwt.secret is not set: each generates its own`,
            'Set jwt.secret to the same value on every node.',
          ),
        ]),
    ...(isEmbedded
      ? [
          problem(
            `${places} and share one SQLite file, which can be damaged over a network file system`,
            'Use PostgreSQL or MySQL for several machines.',
          ),
        ]
      : []),
  ]
}
