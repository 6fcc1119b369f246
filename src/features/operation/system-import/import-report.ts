/** What is reported about something of the other system. */
export const FINDINGS = {
  /** Not imported. */
  'left-out': 'cannot be taken',
  /** Imported, but not as it was. */
  adapted: 'taken with a change',
  /** Exists here with other values, which stay. */
  differs: 'differs from what exists here',
  /** Imported as it was, and somebody should know it. */
  note: 'to know',
} as const
export type FindingKind = keyof typeof FINDINGS

export interface Finding {
  readonly kind: FindingKind
  /** What is the same for all findings with this reason. */
  readonly reason: string
  /** What it is about, such as `user "alice"`. It never contains a password or its hash. */
  readonly about: string
  /** What to do. */
  readonly fix: string
}

/** Findings with the same reason: all are counted, the first are kept. */
export interface FindingGroup {
  readonly kind: FindingKind
  readonly reason: string
  readonly fix: string
  readonly count: number
  readonly examples: readonly string[]
}

/** How a value of the other system is stored here. */
export interface ValueMapping {
  /** What has the value, such as `status of users`. */
  readonly what: string
  readonly from: string
  readonly to: string
  readonly count: number
}

const MAX_EXAMPLES = 10

export type Report = ReturnType<typeof createReport>

/** Collects what the plan shows. Memory does not grow with the number of findings: `onFinding` gets each one. */
export function createReport(onFinding: (finding: Finding) => void = () => {}) {
  const groups = new Map<string, FindingGroup & { examples: string[]; count: number }>()
  const mappings = new Map<string, ValueMapping & { count: number }>()

  return {
    add(finding: Finding): void {
      const { kind, reason, fix, about } = finding
      onFinding(finding)
      const key = `${kind}\n${reason}\n${fix}`
      const group = groups.get(key)
      if (group === undefined) {
        groups.set(key, { kind, reason, fix, count: 1, examples: [about] })
        return
      }
      group.count++
      if (group.examples.length < MAX_EXAMPLES) group.examples.push(about)
    },

    map(what: string, from: string, to: string): void {
      const key = `${what}\n${from}\n${to}`
      const mapping = mappings.get(key)
      if (mapping) mapping.count++
      else mappings.set(key, { what, from, to, count: 1 })
    },

    /** Returns the findings, those that are most serious first. */
    groups(): FindingGroup[] {
      const order = Object.keys(FINDINGS)
      return [...groups.values()].toSorted(
        (one, other) => order.indexOf(one.kind) - order.indexOf(other.kind),
      )
    },

    mappings(): ValueMapping[] {
      return [...mappings.values()].toSorted((one, other) => (one.what < other.what ? -1 : 1))
    },

    count: (kind: FindingKind) =>
      [...groups.values()].filter((group) => group.kind === kind).reduce((sum, { count }) => sum + count, 0),
  }
}
