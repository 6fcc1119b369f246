import { setImmediate } from 'node:timers/promises'

/**
 * The number of rows, or ids of rows, in a statement. SQLite accepts 32,766 parameters, PostgreSQL and MySQL 65,535, so a row
 * may have up to 65 columns.
 */
export const ROWS_PER_STATEMENT = 500

/**
 * Yields the items in batches, and yields to the event loop before every batch but the first, so that a long list does
 * not keep other requests waiting. By default, a batch fits into a statement.
 *
 * @example
 * for await (const batch of batchesOf(rules)) await store.insert(batch)
 */
export async function* batchesOf<Item>(
  items: readonly Item[],
  size = ROWS_PER_STATEMENT,
): AsyncGenerator<Item[]> {
  for (let from = 0; from < items.length; from += size) {
    if (from > 0) await setImmediate()
    yield items.slice(from, from + size)
  }
}

/**
 * Yields rows in batches with keyset pagination. `read` returns the next rows after a key. The last batch may be empty. Yields
 * to the event loop between two batches, because an embedded database reads in the main thread.
 *
 * @example
 * for await (const users of keysetBatches(0, 1000, (id, limit) => store.usersAfter(id, limit), ({ id }) => id)) …
 */
export async function* keysetBatches<Key, Row>(
  beginning: Key,
  size: number,
  read: (after: Key, limit: number) => Promise<readonly Row[]>,
  keyOf: (row: Row) => Key,
): AsyncGenerator<readonly Row[]> {
  for (let after = beginning; ; ) {
    const rows = await read(after, size)
    yield rows
    const last = rows.at(-1)
    if (!last || rows.length < size) return
    after = keyOf(last)
    await setImmediate()
  }
}
