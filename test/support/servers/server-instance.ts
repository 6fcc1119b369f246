/** Where a server lives: a process on this machine, or a container. */
export interface ServerInstance {
  /** What it keeps on this machine; nothing where it lives in a container. */
  readonly folder: string | undefined
  /** Its processes on this machine, the main one first; none where it lives in a container. */
  pids(): number[]
  /** Starts it, without waiting until it answers. */
  start(): Promise<void>
  stop(): Promise<void>
  pause(): Promise<void>
  resume(): Promise<void>
  /** Ends it at once and leaves nothing behind. */
  remove(): Promise<void>
  /** Its last words, once it has ended by itself. */
  finalOutput(): Promise<string | undefined>
}
