/** A running server: a local process or a container. */
export interface ServerInstance {
  /** The local data folder; undefined for a container. */
  readonly folder: string | undefined
  /** The local process ids, the main process first; empty for a container. */
  pids(): number[]
  /** Starts the server without waiting until it is ready. */
  start(): Promise<void>
  stop(): Promise<void>
  pause(): Promise<void>
  resume(): Promise<void>
  /** Kills the server immediately and deletes its data. */
  remove(): Promise<void>
  /** Returns its last output if it has exited unexpectedly. */
  finalOutput(): Promise<string | undefined>
}
