import { useQuery } from '@tanstack/react-query'
import { idAfter, useOpened } from './use-opened.ts'

/**
 * Returns the entry of a list whose details are open. The URL contains its id. An entry that is not on the page is loaded.
 */
export function useOpenedEntry<T extends { readonly id: number }>(
  list: readonly T[] | undefined,
  load: (id: number) => Promise<T | undefined>,
) {
  const { name, open, close } = useOpened()
  const id = idAfter('details', name)
  const listed = list?.find((entry) => entry.id === id)
  const { data } = useQuery({
    queryKey: ['opened-entry', id],
    queryFn: async () => (await load(id ?? 0)) ?? null,
    enabled: id !== undefined && list !== undefined && !listed,
  })
  const entry = listed ?? (id === undefined ? undefined : (data ?? undefined))
  return { entry, open: ({ id: chosen }: T) => open(`details ${chosen}`), close }
}
