/** A program and its arguments. */
export type Command = readonly [program: string, ...args: string[]]

/** What a server is told before it starts: where to listen, and whom to let in. */
export interface Access {
  readonly port: number
  readonly password: string
}

export type DiscardSignal = 'QUIT' | 'KILL'

/** How to run a server from the programs on this machine. */
export interface LocalServer {
  /** Whom to become when root starts it: the first of these that the machine has. */
  readonly users: readonly string[]
  /** Lays out the data in the folder. */
  prepare?(folder: string): Promise<Command>
  serve(folder: string): Command
  /** Ends it in good order: its data stay whole, its clients are sent away. */
  readonly stopSignal: NodeJS.Signals
  /** Ends it at once: its data are about to be deleted. */
  readonly discardSignal: DiscardSignal
}

/** How to run a server from its official image. */
export interface ContainerServer {
  readonly image: string
  /** Where it listens inside. */
  readonly port: number
  readonly env: Readonly<Record<string, string>>
  readonly args: readonly string[]
}

/** All there is to know about one make of server. */
export interface ServerKind {
  readonly name: string
  readonly debianPackage: string
  url(access: Access): string
  /** Asks a simple question. Rejects as long as there is no answer. */
  ask(url: string): Promise<unknown>
  isInstalled(): boolean
  /** Nothing where the programs are missing. */
  local(access: Access): LocalServer | undefined
  container(access: Access): ContainerServer
}
