/** `full` is for figures, `quick` for a look while working, `smoke` only shows that every measurement still runs. */
export type Effort = 'full' | 'quick' | 'smoke'

/** What a measurement needs, one for each effort. */
export type ByEffort<T> = Readonly<Record<Effort, T>>
