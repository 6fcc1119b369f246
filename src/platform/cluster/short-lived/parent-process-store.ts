import { within } from '../../database/time-limits.ts'
import { Refusal } from '../../refusal/refusal.ts'
import { isJsonObject } from '../../text/json-object.ts'
import type { Count, ShortLivedStore } from './short-lived-store.ts'

/**
 * Processes of one machine that share a port and have no Redis use one store, in the process that started them, over
 * messages between the processes.
 */
interface Request {
  readonly castellan: 'short-lived'
  readonly id: number
  readonly call: 'put' | 'take' | 'count'
  readonly key: string
  readonly value?: string
  readonly seconds?: number
}

interface Response {
  readonly castellan: 'short-lived'
  readonly id: number
  readonly result?: unknown
}

/** The process at the other end: `process` in a child, a `Worker` in its parent. */
interface Channel {
  send?(message: unknown, whenSent?: (error: Error | null) => void): unknown
  on(event: 'message', listener: (message: unknown) => void): unknown
}

const RESPONSE_TIMEOUT_MS = 2000

/** Handles the requests of one child process. */
export function serveShortLivedStore(store: ShortLivedStore, child: Channel): void {
  const handle = ({ call, key, value = '', seconds = 0 }: Request): Promise<unknown> => {
    if (call === 'put') return store.put(key, value, seconds)
    return call === 'take' ? store.take(key) : store.count(key, seconds)
  }
  child.on('message', async (message) => {
    if (!isOurs<Request>(message)) return
    const result = await handle(message)
    const response: Response = { castellan: 'short-lived', id: message.id, result }
    // The child may have exited. Without a callback, Node would emit an error that ends the parent.
    child.send?.(response, () => {})
  })
}

/** Creates the client with which a child process uses the store of its parent. */
export function createParentProcessStore(parent: Channel): ShortLivedStore {
  const pending = new Map<number, (result: unknown) => void>()
  let lastId = 0
  parent.on('message', (message) => {
    if (!isOurs<Response>(message)) return
    pending.get(message.id)?.(message.result)
  })

  const send = (request: Omit<Request, 'castellan' | 'id'>): Promise<unknown> => {
    const id = ++lastId
    parent.send?.({ castellan: 'short-lived', id, ...request })
    const response = new Promise<unknown>((resolve) => pending.set(id, resolve))
    const timedOut = () => new Refusal('unavailable')
    return within(RESPONSE_TIMEOUT_MS, response, timedOut).finally(() => pending.delete(id))
  }

  return {
    put: async (key, value, seconds) => (await send({ call: 'put', key, value, seconds })) === true,
    async take(key) {
      const value = await send({ call: 'take', key })
      return typeof value === 'string' ? value : undefined
    },
    count: async (key, seconds) => countOf(await send({ call: 'count', key, seconds })),
    close: async () => {},
  }
}

function countOf(result: unknown): Count {
  if (isJsonObject(result) && 'count' in result && 'secondsLeft' in result) {
    return { count: Number(result.count), secondsLeft: Number(result.secondsLeft) }
  }
  throw new Refusal('unavailable')
}

function isOurs<T extends Request | Response>(message: unknown): message is T {
  return isJsonObject(message) && message.castellan === 'short-lived' && 'id' in message
}
