import { setImmediate } from 'node:timers/promises'
import { HOUR_IN_SECONDS } from '../../runtime/time-units.ts'
import type { ChangeStore, VersionRange } from './change.store.ts'
import type { ChangeKind, ChangeStep } from './change-records.ts'

/** What a node has in memory of the rows that one kind of change concerns. */
export type Snapshot<Value> = ReturnType<typeof createSnapshot<Value>>

interface SnapshotOptions<Value> {
  readonly kind: ChangeKind
  /** The value before the first update. */
  readonly initial: Value
  /** Returns the stored value, and the version of the change feed to which it belongs. */
  readonly load: () => Promise<{ readonly value: Value; readonly version: number }>
  /** Returns a new value. Throws if the steps do not fit. */
  readonly apply: (value: Value, steps: readonly ChangeStep[]) => Value
  readonly changes: Pick<ChangeStore, 'listCarried'>
  /** Called with a change that could not be applied. The value is loaded then. */
  readonly onMisfit: (version: number, problem: unknown) => void
  /** Called right after the value is replaced, with the steps that were applied, or without if it was loaded. */
  readonly onReplaced?: (value: Value, steps: readonly ChangeStep[] | undefined) => void
  /** A monotonic clock, in seconds. */
  readonly uptimeSeconds?: () => number
}

/**
 * A change after this time leads to a full load: changes of rows by hand, of which the change feed has no record, come into force
 * then.
 */
const MAX_AGE_SECONDS = HOUR_IN_SECONDS

export function createSnapshot<Value>(options: SnapshotOptions<Value>) {
  const { kind, load, apply, changes, onMisfit, onReplaced } = options
  const { uptimeSeconds = () => process.uptime() } = options
  let value = options.initial
  /** The version of the change feed to which the value belongs. It may be newer than the beginning of a range. */
  let version: number | undefined
  let loadedAt = uptimeSeconds()

  async function loadAll(): Promise<void> {
    const startedAt = uptimeSeconds()
    const loaded = await load()
    value = loaded.value
    version = loaded.version
    loadedAt = startedAt
    onReplaced?.(value, undefined)
  }

  /** Returns the value with the changes of the range, or undefined if they cannot be applied. */
  async function applied({ after, upTo }: VersionRange) {
    if (version === undefined || uptimeSeconds() - loadedAt > MAX_AGE_SECONDS) return undefined
    const carried = await changes.listCarried(kind, { after: Math.max(after, version), upTo })
    if (carried === undefined) return undefined
    let changed = value
    for (const change of carried) {
      try {
        changed = apply(changed, change.steps)
      } catch (problem) {
        onMisfit(change.version, problem)
        return undefined
      }
      await setImmediate()
    }
    return { changed, steps: carried.flatMap(({ steps }) => steps) }
  }

  return {
    current: () => value,
    /**
     * Applies the changes of the range to the current value, or loads it if that is not possible or if no range is given.
     * Replaces the current value as a whole. On failure the current one stays in force.
     */
    async update(range?: VersionRange): Promise<void> {
      const result = range && (await applied(range))
      if (range === undefined || result === undefined) return loadAll()
      value = result.changed
      version = range.upTo
      onReplaced?.(value, result.steps)
    },
  }
}
