import type { Probe } from '../rules.ts'

/** One decision, as each contender takes it. */
export type Decide = (probe: Probe) => boolean
