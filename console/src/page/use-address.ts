import { useSearchParams } from 'react-router'

export interface Address {
  /** What the address bar says; '' for what it does not say. */
  readonly values: Readonly<Record<string, string>>
  readonly isFiltered: boolean
  /** Changes some; all others stay, and one is back on the first page. */
  set(values: Readonly<Record<string, string | undefined>>): void
  reset(): void
}

const PLACE = ['pageIndex', 'pageSize', 'orderBy', 'order']

/** Filters, order and page of a list live in the address bar: a link shows what one saw, and so does the way back. */
export function useAddress(): Address {
  const [params, setParams] = useSearchParams()
  const values = Object.fromEntries(params)
  return {
    values,
    isFiltered: Object.keys(values).some((name) => !PLACE.includes(name)),
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
    reset: () => setParams({}, { replace: true }),
  }
}
