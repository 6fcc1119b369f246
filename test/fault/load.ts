import type { Node } from './node.ts'
import type { Recorder, Session } from './recorder.ts'
import { CLERK } from './shared-database.ts'

/** Clients that log in, call, log out and call again, on any node, until `stop` is called. */
export interface Load {
  readonly sessions: readonly Session[]
  /** Resolves after `count` more responses. */
  waitForResponses(count: number): Promise<void>
  stop(): Promise<void>
}

export interface LoadOptions {
  readonly recorder: Recorder
  readonly nodes: readonly Node[]
  readonly clients: number
}

const PAUSE_AFTER_FAILURE_MS = 20

export function startLoad({ recorder, nodes, clients }: LoadOptions): Load {
  const sessions: Session[] = []
  const waiting = new Set<{ left: number; resolve(): void }>()
  let stopped = false
  let turns = 0

  const node = (): Node => {
    const chosen = nodes[turns++ % nodes.length]
    if (!chosen) throw new Error('there are no nodes')
    return chosen
  }
  const count = (code: number | undefined): void => {
    if (code === undefined) return
    for (const one of waiting) if (--one.left === 0 && waiting.delete(one)) one.resolve()
  }
  const calls = async (session: Session, times: number): Promise<void> => {
    for (let i = 0; i < times && !stopped; i++) count(await recorder.read(node(), session))
  }

  async function client(): Promise<void> {
    while (!stopped) {
      // Malformed bodies count as attempts but need no hash.
      for (let i = 0; i < 3; i++) count((await recorder.login(node(), { username: 'nobody' })).code)
      const { code, session } = await recorder.login(node(), CLERK)
      count(code)
      if (!session) {
        await new Promise((resolve) => setTimeout(resolve, PAUSE_AFTER_FAILURE_MS))
        continue
      }
      sessions.push(session)
      await calls(session, 3)
      if (turns % 3 === 0) continue // this one stays logged in
      count(await recorder.logout(node(), session))
      await calls(session, 3)
    }
  }

  const running = Array.from({ length: clients }, client)
  return {
    sessions,
    waitForResponses: (left) => new Promise((resolve) => waiting.add({ left, resolve })),
    async stop() {
      stopped = true
      await Promise.all(running)
    },
  }
}
