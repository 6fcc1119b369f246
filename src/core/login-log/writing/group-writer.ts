/** Writes all entries of a group, or throws. */
type WriteEntries<Entry> = (entries: readonly Entry[]) => void

interface Group<Entry> {
  readonly entries: Entry[]
  readonly written: Promise<void>
  resolve(): void
  reject(error: unknown): void
}

/** Creates a function that writes entries in groups: those of one turn of the event loop together. */
export function createGroupWriter<Entry>(writeEntries: WriteEntries<Entry>) {
  let group: Group<Entry> | undefined

  /** Synchronous: the page cache takes a few kilobytes faster than another thread is reached. */
  function writeGroup(): void {
    const current = group
    group = undefined
    if (current === undefined) return
    try {
      writeEntries(current.entries)
      current.resolve()
    } catch (error) {
      current.reject(error)
    }
  }

  return {
    /** Resolves when the entry is written. */
    append(entry: Entry): Promise<void> {
      if (group === undefined) {
        group = createGroup()
        setImmediate(writeGroup)
      }
      group.entries.push(entry)
      return group.written
    },
    /** Resolves when every earlier `append` has been settled. */
    async settled(): Promise<void> {
      await group?.written.catch(() => undefined)
    },
  }
}

function createGroup<Entry>(): Group<Entry> {
  let resolve = () => {}
  let reject = (_error: unknown) => {}
  const written = new Promise<void>((onWritten, onFailed) => {
    resolve = onWritten
    reject = onFailed
  })
  return { entries: [], written, resolve, reject }
}
