import { useSearchParams } from 'react-router'
import { OPENED } from './use-opened.ts'

export interface Address {
  /** The query parameters of the URL. Those that are absent are undefined. */
  readonly values: Readonly<Record<string, string>>
  readonly isFiltered: boolean
  readonly filterCount: number
  /** Changes some parameters, keeps the others and returns to the first page. */
  set(values: Readonly<Record<string, string | undefined>>): void
  /** Replaces all parameters. */
  replace(values: Readonly<Record<string, string>>): void
  reset(): void
}

const PLACE = ['pageIndex', 'pageSize', 'orderBy', 'order']

/** Stores filters, sort order and page of a list in the URL, so that links and the back button restore them. */
export function useAddress(): Address {
  const [params, setParams] = useSearchParams()
  const values = Object.fromEntries([...params].filter(([name]) => name !== OPENED))
  const filterCount = Object.keys(values).filter((name) => !PLACE.includes(name)).length
  return {
    values,
    isFiltered: filterCount > 0,
    filterCount,
    set(changes) {
      setParams(
        (before) => {
          const after = new URLSearchParams(before)
          if (!('pageIndex' in changes)) after.delete('pageIndex')
          for (const [name, value] of Object.entries(changes)) {
            if (value === undefined || value === '') after.delete(name)
            else after.set(name, value)
          }
          return after
        },
        { replace: true },
      )
    },
    replace: (next) => setParams(next, { replace: true }),
    reset: () => setParams({}, { replace: true }),
  }
}
