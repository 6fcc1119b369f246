/** `full` is for results, `quick` for use during development, `smoke` only checks that every measurement runs. */
export type Effort = 'full' | 'quick' | 'smoke'

/** A parameter of a measurement for each effort. */
export type ByEffort<T> = Readonly<Record<Effort, T>>
