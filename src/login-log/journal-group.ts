interface Group<Item> {
  readonly items: Item[]
  /** Shared by all who wait: a promise for each would cost more than the write. */
  readonly written: Promise<void>
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
  const waiting: Group<Item>[] = []
  let isScheduled = false
  let last: Promise<void> = Promise.resolve()

  function schedule(): void {
    if (isScheduled || waiting.length === 0) return
    isScheduled = true
    setImmediate(writeGroup)
  }

  async function writeGroup(): Promise<void> {
    const group = waiting.shift()
    try {
      if (group !== undefined) await write(group.items)
      group?.resolve()
    } catch (error) {
      group?.reject(error)
    }
    isScheduled = false
    schedule()
  }

  function openGroup(): Group<Item> {
    const open = waiting.at(-1)
    if (open !== undefined && open.items.length < MAX_GROUP) return open
    const group = newGroup<Item>()
    waiting.push(group)
    last = group.written
    schedule()
    return group
  }

  return {
    add(item) {
      const group = openGroup()
      group.items.push(item)
      return group.written
    },
    // Groups are written in order: with the last one all before it have ended.
    settled: () => last.catch(() => undefined),
  }
}

function newGroup<Item>(): Group<Item> {
  let resolve = () => {}
  let reject = (_error: unknown) => {}
  const written = new Promise<void>((onWritten, onRefused) => {
    resolve = onWritten
    reject = onRefused
  })
  return { items: [], written, resolve, reject }
}
