/** A program and its arguments. */
export type Command = readonly [program: string, ...args: string[]]

/** The port and password of a server. */
export interface Access {
  readonly port: number
  readonly password: string
}

export type DiscardSignal = 'QUIT' | 'KILL'

/** How to run a locally installed server. */
export interface LocalServer {
  /** Users to run as if the tests run as root. The first that exists is used. */
  readonly users: readonly string[]
  /** Initializes the data folder. */
  prepare?(folder: string): Promise<Command>
  serve(folder: string): Command
  /** The signal for a graceful shutdown that disconnects clients. */
  readonly stopSignal: NodeJS.Signals
  /** The signal for an immediate shutdown, when the data will be deleted. */
  readonly discardSignal: DiscardSignal
}

/** How to run a server from its official image. */
export interface ContainerServer {
  readonly image: string
  /** The port inside the container. */
  readonly port: number
  readonly env: Readonly<Record<string, string>>
  readonly args: readonly string[]
}

/** The description of one kind of server. */
export interface ServerKind {
  readonly name: string
  readonly debianPackage: string
  url(access: Access): string
  /** Sends a simple query. Rejects while the server is not ready. */
  ask(url: string): Promise<unknown>
  isInstalled(): boolean
  /** Returns undefined if the programs are not installed. */
  local(access: Access): LocalServer | undefined
  container(access: Access): ContainerServer
}
