import { useState } from 'react'

/** Returns the entry of a list with this id. It stays after it has left the list, because somebody has decided about it. */
export function useSeenEntry<T extends { readonly id: number }>(
  list: readonly T[] | undefined,
  id: number | undefined,
): T | undefined {
  const [seen, setSeen] = useState<T>()
  const listed = list?.find((entry) => entry.id === id)
  if (listed && listed !== seen) setSeen(listed)
  return listed ?? (seen?.id === id ? seen : undefined)
}
