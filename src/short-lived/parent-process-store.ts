import { Refusal } from '../refusal.ts'
import type { Count, ShortLivedStore } from './short-lived-store.ts'

/**
 * One store for the processes of one machine that share a port and have no Redis: it lives in the process that started them,
 * and they ask it by message.
 */
interface Question {
  readonly castellan: 'short-lived'
  readonly id: number
  readonly call: 'put' | 'take' | 'count'
  readonly key: string
  readonly value?: string
  readonly seconds?: number
}

interface Reply {
  readonly castellan: 'short-lived'
  readonly id: number
  readonly result?: unknown
}

/** What is needed of a process at the other end: `process` in a child, a `Worker` in its parent. */
export interface Channel {
  send?(message: unknown, whenSent?: (error: Error | null) => void): unknown
  on(event: 'message', listener: (message: unknown) => void): unknown
}

const ANSWER_MILLISECONDS = 2000

/** Answers the questions of one child process out of the store. */
export function serveShortLivedStore(store: ShortLivedStore, child: Channel): void {
  const ask = ({ call, key, value = '', seconds = 0 }: Question): Promise<unknown> => {
    if (call === 'put') return store.put(key, value, seconds)
    return call === 'take' ? store.take(key) : store.count(key, seconds)
  }
  child.on('message', async (message) => {
    if (!isOurs<Question>(message)) return
    const result = await ask(message)
    const reply: Reply = { castellan: 'short-lived', id: message.id, result }
    // One that has died meanwhile hears nothing. Node would make that an error of the parent, which ends by it.
    child.send?.(reply, () => {})
  })
}

/** The store of the parent process, as a child sees it. */
export function createParentProcessStore(parent: Channel): ShortLivedStore {
  const waiting = new Map<number, (result: unknown) => void>()
  let last = 0
  parent.on('message', (message) => {
    if (!isOurs<Reply>(message)) return
    waiting.get(message.id)?.(message.result)
    waiting.delete(message.id)
  })

  const ask = (question: Omit<Question, 'castellan' | 'id'>): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const id = ++last
      const timer = setTimeout(() => {
        waiting.delete(id)
        reject(new Refusal('unavailable'))
      }, ANSWER_MILLISECONDS)
      waiting.set(id, (result) => {
        clearTimeout(timer)
        resolve(result)
      })
      parent.send?.({ castellan: 'short-lived', id, ...question })
    })

  return {
    put: async (key, value, seconds) => (await ask({ call: 'put', key, value, seconds })) === true,
    async take(key) {
      const value = await ask({ call: 'take', key })
      return typeof value === 'string' ? value : undefined
    },
    count: async (key, seconds) => countOf(await ask({ call: 'count', key, seconds })),
    close: async () => {},
  }
}

function countOf(result: unknown): Count {
  if (typeof result === 'object' && result !== null && 'count' in result && 'secondsLeft' in result) {
    return { count: Number(result.count), secondsLeft: Number(result.secondsLeft) }
  }
  throw new Refusal('unavailable')
}

function isOurs<T extends Question | Reply>(message: unknown): message is T {
  return (
    typeof message === 'object' &&
    message !== null &&
    'castellan' in message &&
    message.castellan === 'short-lived' &&
    'id' in message
  )
}
