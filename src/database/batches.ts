import { setImmediate } from 'node:timers/promises'

/**
 * Yields the items in batches, and yields to the event loop before every batch but the first, so that a long list does
 * not keep other requests waiting.
 *
 * @example
 * for await (const batch of batchesOf(rules, 500)) await store.insert(batch)
 */
export async function* batchesOf<Item>(items: readonly Item[], size: number): AsyncGenerator<Item[]> {
  for (let from = 0; from < items.length; from += size) {
    if (from > 0) await setImmediate()
    yield items.slice(from, from + size)
  }
}
