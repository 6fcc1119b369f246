import { setTimeout as sleep } from 'node:timers/promises'
import { textOfError } from '../../platform/cli/output/report-failure.ts'
import { createNodeStore, type NodeStore } from '../../platform/cluster/nodes/node.store.ts'
import { openDatabase } from '../../platform/database/database.ts'
import { DatabaseMissing } from '../../platform/database/database-error.ts'
import { MINUTE_IN_MS } from '../../platform/runtime/time-units.ts'
import { databaseUrlOf } from '../../platform/settings/addresses.ts'
import { behaviourOf } from '../settings/mode.ts'
import { readSecretIfPresent, secretFileOf } from './keys/generated-secret.ts'
import type { KeySettings } from './keys/key-administration.ts'
import type { KeyFolder } from './keys/key-folder.ts'
import { fingerprintOfKeys } from './keys/key-schedule.ts'
import { openKeys } from './keys/keys.ts'
import { secretTokenKey } from './token-key.ts'

const POLL_MS = 250
/** Longer than the second between two heartbeats of several nodes. */
const MIN_OBSERVATION_MS = 1500
/** Nodes with the same key folder apply a change within two seconds, and a single process sends a heartbeat every five seconds. */
const TIME_LIMIT_MS = 8000
/** A node whose last heartbeat is more recent may be running. */
const RECENT_MS = MINUTE_IN_MS

/** How far a change of the keys has come. */
export interface NodesAfterChange {
  /** How many running nodes have the keys of this machine. */
  readonly updated: number
  /** The names of the running nodes that have others. */
  readonly toUpdate: readonly string[]
  /** Why the nodes could not be read. */
  readonly problem?: string
}

interface Settings extends KeySettings {
  readonly database: { readonly url: string }
  readonly jwt: KeySettings['jwt'] & { readonly secret: string }
}

const NO_NODES: NodesAfterChange = { updated: 0, toUpdate: [] }

/** Waits some seconds for the running nodes to apply a change of the keys. */
export async function findNodesToUpdate(settings: Settings, folder: KeyFolder): Promise<NodesAfterChange> {
  try {
    const secret = secretOf(settings)
    // A service that has never been started has no nodes.
    return secret === undefined ? NO_NODES : await compareNodes(settings, folder, secret)
  } catch (error) {
    return error instanceof DatabaseMissing ? NO_NODES : { ...NO_NODES, problem: textOfError(error) }
  }
}

function secretOf(settings: Settings): string | undefined {
  const { jwt, application } = settings
  if (jwt.secret !== '') return jwt.secret
  return readSecretIfPresent(secretFileOf(application.dataDir), behaviourOf(settings).strongSecretRequired)
}

async function compareNodes(
  settings: Settings,
  folder: KeyFolder,
  secret: string,
): Promise<NodesAfterChange> {
  const handle = await openDatabase(databaseUrlOf(settings), {
    mustExist: true,
    migrate: false,
    readOnly: true,
  })
  try {
    const keys = await openKeys({
      folder,
      secret: await secretTokenKey(secret),
      algorithm: settings.jwt.algorithm,
      tokenLifetimeSeconds: behaviourOf(settings).tokenLifetimeSeconds,
      now: Date.now,
      onProblem() {},
    })
    const nodes = createNodeStore(handle.database)
    // A key may begin to sign meanwhile.
    const found = await observeNodes(nodes, () => fingerprintOfKeys(keys.current(), secret))
    await keys.close()
    return found
  } finally {
    await handle.close()
  }
}

/** Watches the heartbeats until every running node has the expected keys, or the time is over. */
export async function observeNodes(
  nodes: Pick<NodeStore, 'seenSince'>,
  expected: () => string,
): Promise<NodesAfterChange> {
  const start = performance.now()
  const first = new Map((await nodes.seenSince(0)).map(({ id, seenAt }) => [id, seenAt]))
  for (;;) {
    const rows = await nodes.seenSince(0)
    // A node without a new heartbeat has ended.
    const running = rows.filter(({ id, seenAt }) => seenAt !== first.get(id))
    const toUpdate = running.filter(({ keys }) => keys !== expected())
    const isAwaited = rows.some(
      ({ id, seenAt }) => seenAt === first.get(id) && Date.now() - seenAt < RECENT_MS,
    )
    const elapsed = performance.now() - start
    const isSettled = toUpdate.length === 0 && !isAwaited && elapsed > MIN_OBSERVATION_MS
    if (rows.length === 0 || isSettled || elapsed > TIME_LIMIT_MS)
      return { updated: running.length - toUpdate.length, toUpdate: toUpdate.map(({ name }) => name) }
    await sleep(POLL_MS)
  }
}
