import { setTimeout as sleep } from 'node:timers/promises'
import type { ChangeStore } from '../../cluster/change-feed/change.store.ts'
import type { Heartbeat, NodeStore } from '../../cluster/nodes/node.store.ts'
import { counted } from '../../foundation/text/counted.ts'
import { CLOCK_FIX, secondsText } from './clock.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

/** A node whose heartbeats were observed. */
export interface LiveNode {
  readonly name: string
  readonly host: string
  /** How far the node's clock is ahead of the reference clock. Up to about a second behind is normal. */
  readonly aheadMs: number
  readonly lag: number
  readonly keys: string
}

interface ObservedNodes {
  readonly live: readonly LiveNode[]
  /** Nodes that sent a heartbeat within the last minute, but none during the observation. */
  readonly silent: readonly string[]
}

interface ObservedStores {
  readonly nodes: Pick<NodeStore, 'seenSince'>
  readonly changes: Pick<ChangeStore, 'latestVersion'>
}

const POLL_MS = 250
/** Longer than the second between two heartbeats. */
const MIN_OBSERVATION_MS = 1500
const TIME_LIMIT_MS = 6000
const RECENT_MS = 60_000

/**
 * Watches the heartbeats until every node has sent one and has applied all changes, or the time is over. The age of a
 * heartbeat alone does not tell a stopped node from one whose clock is wrong. The clocks are compared with `now`.
 */
export async function observeNodes(
  { nodes, changes }: ObservedStores,
  now: () => number,
  timeLimitMs = TIME_LIMIT_MS,
): Promise<ObservedNodes> {
  const start = performance.now()
  const first = new Map((await nodes.seenSince(0)).map(({ id, seenAt }) => [id, seenAt]))
  const aheadById = new Map<string, number>()
  for (;;) {
    const rows = await nodes.seenSince(0)
    const time = now()
    for (const { id, seenAt } of rows) {
      if (!aheadById.has(id) && seenAt !== first.get(id)) aheadById.set(id, seenAt - time)
    }
    const version = await changes.latestVersion()
    const live = rows.flatMap((row) => {
      const aheadMs = aheadById.get(row.id)
      return aheadMs === undefined ? [] : [liveNode(row, version, aheadMs)]
    })
    const silent = rows.filter(({ id, seenAt }) => !aheadById.has(id) && time - seenAt < RECENT_MS)
    const elapsed = performance.now() - start
    const isSettled = silent.length === 0 && live.every(({ lag }) => lag === 0)
    const isEnough = rows.length === 0 || (isSettled && elapsed > MIN_OBSERVATION_MS)
    if (isEnough || elapsed > timeLimitMs) return { live, silent: silent.map(({ name }) => name) }
    await sleep(POLL_MS)
  }
}

function liveNode(row: Heartbeat, version: number, aheadMs: number): LiveNode {
  const { name, keys } = row
  // The name ends with the process id.
  const host = name.replace(/\/[^/]*$/, '')
  return { name, host, aheadMs, lag: Math.max(0, version - row.version), keys }
}

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

function haveDifferentKeys(live: readonly LiveNode[]): boolean {
  return live.some(({ keys }) => keys !== live[0]?.keys)
}

function keyFindings(live: readonly LiveNode[]): Finding[] {
  if (!haveDifferentKeys(live)) return []
  const described = [...new Set(live.map(({ keys }) => keys))].map((fingerprint) => {
    const names = live.filter(({ keys }) => keys === fingerprint).map(({ name }) => name)
    return `${names.join(', ')} (${fingerprint})`
  })
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
  const findings: Finding[] = []
  if (!hasRedis) {
    findings.push(
      problem(
        `${places}, but redis.url is not set: a captcha of one node is wrong on the others, and each counts login attempts for itself`,
        'Set redis.url on every node.',
      ),
    )
  }
  if (!isSecretShared && haveDifferentKeys(live)) {
    findings.push(
      problem(
        `${places}, but jwt.secret is not set: each generates its own`,
        'Set jwt.secret to the same value on every node.',
      ),
    )
  }
  if (isEmbedded) {
    findings.push(
      problem(
        `${places} and share one SQLite file, which can be damaged over a network file system`,
        'Use PostgreSQL or MySQL for several machines.',
      ),
    )
  }
  return findings
}
