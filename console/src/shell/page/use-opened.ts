import { useSearchParams } from 'react-router'

/** The query parameter that names the open form or entry. It is no filter of a list. */
export const OPENED = 'open'

export interface Opened {
  /** The name of what is open, such as `new` or `edit 7`. */
  readonly name: string | undefined
  open(name: string): void
  close(): void
}

/**
 * Stores which form or entry of a page is open in the URL, so that reloading keeps it, the back button closes it, and the
 * address can be sent to others.
 */
export function useOpened(): Opened {
  const [params, setParams] = useSearchParams()
  const set = (name: string | undefined): void =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        if (name === undefined) after.delete(OPENED)
        else after.set(OPENED, name)
        return after
      },
      { replace: name === undefined },
    )
  return { name: params.get(OPENED) ?? undefined, open: set, close: () => set(undefined) }
}

/** Returns the number after a word, such as 7 of `edit 7`. */
export function idAfter(word: string, name: string | undefined): number | undefined {
  const [id, ...others] = idsAfter(word, name)
  return others.length === 0 ? id : undefined
}

/** Returns the numbers after a word, such as 7 and 8 of `role-of 7,8`. There are none if one is not a number. */
export function idsAfter(word: string, name: string | undefined): readonly number[] {
  const [first, ids = ''] = name?.split(' ') ?? []
  return first === word && /^\d{1,15}(,\d{1,15})*$/.test(ids) ? ids.split(',').map(Number) : []
}
