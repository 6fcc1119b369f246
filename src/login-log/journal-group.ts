interface Waiting<Item> {
  readonly item: Item
  resolve(): void
  reject(error: unknown): void
}

export interface Groups<Item> {
  /** Resolves when the group with the item has been written, rejects when it could not be. */
  add(item: Item): Promise<void>
  /** Resolves when every item that was added before has been written or refused. */
  settled(): Promise<void>
}

const MAX_GROUP = 1000

/**
 * Gathers what comes in during one turn of the event loop, and during the write before, into one write. One
 * group a turn: those who wait may add again at once, and must not keep timers and sockets from their turn.
 */
export function createGroups<Item>(write: (items: Item[]) => Promise<void>): Groups<Item> {
  const waiting: Waiting<Item>[] = []
  let isScheduled = false
  let last: Promise<void> = Promise.resolve()

  function schedule(): void {
    if (isScheduled || waiting.length === 0) return
    isScheduled = true
    setImmediate(writeGroup)
  }

  async function writeGroup(): Promise<void> {
    const group = waiting.splice(0, MAX_GROUP)
    try {
      await write(group.map(({ item }) => item))
      for (const { resolve } of group) resolve()
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
    isScheduled = false
    schedule()
  }

  return {
    add(item) {
      last = new Promise((resolve, reject) => waiting.push({ item, resolve, reject }))
      schedule()
      return last
    },
    // Groups are written in order: with the last item all before it have ended.
    settled: () => last.catch(() => undefined),
  }
}
