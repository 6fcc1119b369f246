/** The kinds of changes. Nodes keep a snapshot for each, which a change updates; of revocations they read the new rows. */
export type ChangeKind = 'policy' | 'department' | 'role' | 'revocation'

/**
 * A part of a change that a node can apply to its snapshot, such as `['add', 'editor', 'GET', '/orders']`. The kind of the
 * change defines the names and the values.
 */
export type ChangeStep = readonly [name: string, ...values: string[]]

/** A change to record. */
export interface NewChange {
  readonly kind: ChangeKind
  /** Without them, every node loads the snapshot again. */
  readonly steps?: readonly ChangeStep[] | undefined
}

/** With more steps, loading the snapshot again costs less than storing the steps. */
const MAX_STEPS = 500
const MAX_PAYLOAD_LENGTH = 32 * 1024

/** Creates the list of the changes of one transaction, at most one of each kind. */
export function createChangeRecords() {
  const changes = new Map<ChangeKind, NewChange>()
  return {
    /** Adds steps to the change of a kind. Without steps, or with too many, every node loads the snapshot again. */
    add(kind: ChangeKind, steps?: readonly ChangeStep[]): void {
      const { steps: earlier } = changes.get(kind) ?? { steps: [] }
      const isCarried = earlier && steps && earlier.length + steps.length <= MAX_STEPS
      changes.set(kind, { kind, steps: isCarried ? [...earlier, ...steps] : undefined })
    },
    has: (kind: ChangeKind) => changes.has(kind),
    /** Called before the work of a transaction is repeated. */
    clear: () => changes.clear(),
    [Symbol.iterator]: () => changes.values(),
  }
}

/**
 * Returns the text that is stored with a change; an empty one if the snapshot has to be loaded again.
 * See docs/decisions/0056-changes-carry-steps.md.
 */
export function formatSteps(steps: readonly ChangeStep[] | undefined): string {
  const text = steps === undefined ? '' : JSON.stringify(steps)
  return text.length > MAX_PAYLOAD_LENGTH ? '' : text
}

/** Returns the steps of a stored change, or undefined if it has none or if their form is unknown. */
export function parseSteps(text: string): readonly ChangeStep[] | undefined {
  if (text === '') return undefined
  try {
    const steps: unknown = JSON.parse(text)
    return Array.isArray(steps) && steps.every(isStep) ? steps : undefined
  } catch {
    return undefined
  }
}

function isStep(value: unknown): value is ChangeStep {
  return Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string')
}
