import { setTimeout as sleep } from 'node:timers/promises'
import { type Finding, ok, problem, skipped, warning } from '../../../platform/cli/output/finding.ts'
import { textOfError } from '../../../platform/cli/output/report-failure.ts'
import type { ChangeStore } from '../../../platform/cluster/change-feed/change.store.ts'
import type { Heartbeat, NodeStore } from '../../../platform/cluster/nodes/node.store.ts'
import { connectForDiagnosis } from '../../../platform/cluster/short-lived/redis-probe.ts'
import { type ClockOffset, measureRoundTrips } from '../../../platform/database/unmigrated.ts'
import { MINUTE_IN_MS } from '../../../platform/runtime/time-units.ts'
import { counted } from '../../../platform/text/counted.ts'
import { millisecondsText, SLOW_ROUND_TRIP_MS } from './database.ts'

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
/** Longer than the second between two heartbeats of several nodes. */
const MIN_OBSERVATION_MS = 1500
/** Longer than the five seconds between two heartbeats of a single process. */
const TIME_LIMIT_MS = 8000
const RECENT_MS = MINUTE_IN_MS

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
  const add = (found: string, fix: string) => findings.push(problem(`${places}${found}`, fix))
  if (!hasRedis)
    add(
      ', but redis.url is not set: a captcha of one node is wrong on the others, and each counts login attempts for itself',
      'Set redis.url on every node.',
    )
  if (!isSecretShared && haveDifferentKeys(live))
    add(
      ', but jwt.secret is not set: each generates its own',
      'Set jwt.secret to the same value on every node.',
    )
  if (isEmbedded)
    add(
      ' and share one SQLite file, which can be damaged over a network file system',
      'Use PostgreSQL or MySQL for several machines.',
    )
  return findings
}

const MAX_OFFSET_MS = 1000
/** From here on, tokens of one node are not valid yet, or no longer valid, on another. */
const BAD_OFFSET_MS = 10_000

const CLOCK_FIX =
  'Synchronize the clocks of all machines with NTP, and check the time zone of the hardware clock.'

/** Compares this machine's clock with those of the servers. */
export function checkClock(offsets: Readonly<Record<string, ClockOffset | undefined>>): readonly Finding[] {
  const findings = Object.entries(offsets).flatMap(([name, offset]) =>
    offset === undefined ? [] : [clockFinding(name, offset)],
  )
  return findings.length > 0 ? findings : [skipped('there is no other clock to compare with')]
}

function clockFinding(name: string, { aheadMs, uncertaintyMs }: ClockOffset): Finding {
  const certainMs = Math.abs(aheadMs) - uncertaintyMs
  if (certainMs <= MAX_OFFSET_MS) return ok(`this machine and ${name} have the same time`)
  const found = `the clock of ${name} is ${secondsText(Math.abs(aheadMs))} ${aheadMs > 0 ? 'ahead of' : 'behind'} this machine's`
  return certainMs > BAD_OFFSET_MS ? problem(found, CLOCK_FIX) : warning(found, CLOCK_FIX)
}

function secondsText(milliseconds: number): string {
  const seconds = milliseconds / 1000
  return `${seconds < 10 ? Math.round(seconds * 10) / 10 : Math.round(seconds)} s`
}

const REDIS_TIMEOUT_MS = 3000

/** Checks whether Redis responds, how fast, and that it does not drop entries when its memory is full. */
export async function checkRedis(
  url: string,
  now: () => number,
): Promise<{ findings: readonly Finding[]; clock?: ClockOffset | undefined }> {
  if (url === '') return { findings: [skipped('redis.url is not set, which is correct for a single node')] }
  const place = URL.canParse(url) ? new URL(url).host : 'redis.url'
  try {
    const server = await connectForDiagnosis(url, REDIS_TIMEOUT_MS)
    try {
      const { medianMs, clock } = await measureRoundTrips(server.readTime, now)
      const found = `Redis ${server.version} at ${place}, median round trip ${millisecondsText(medianMs)}`
      const isSlow = medianMs > SLOW_ROUND_TRIP_MS
      return {
        findings: [
          isSlow ? warning(found, 'Run the service near Redis: every login waits for it.') : ok(found),
          ...evictionFindings(server.evictionPolicy),
        ],
        clock,
      }
    } finally {
      server.close()
    }
  } catch (error) {
    const fix =
      'Start Redis, or check host, port and password in redis.url, and the firewall between both machines. Without Redis, nobody can log in.'
    return { findings: [problem(`${place}: ${textOfError(error)}`, fix)] }
  }
}

/** Checks that Redis drops no entries when its memory is full. */
export function evictionFindings(policy: string): Finding[] {
  if (policy === '' || policy === 'noeviction') return []
  return [
    warning(
      `Redis evicts entries when its memory is full (maxmemory-policy ${policy}): captchas and limits of login attempts can get lost`,
      'Set maxmemory-policy noeviction in the configuration of Redis.',
    ),
  ]
}
