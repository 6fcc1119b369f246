import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

interface OwnChange {
  /** Why the last change was refused. */
  readonly error: unknown
  readonly isSending: boolean
  /** Runs a change, then refetches all queries. Returns whether it succeeded. */
  run(change: () => Promise<unknown>): Promise<boolean>
}

/** Runs a change that needs a recent login. A refusal stays on the page, because it can need a new login. */
export function useOwnChange(): OwnChange {
  const client = useQueryClient()
  const [error, setError] = useState<unknown>()
  const [isSending, setIsSending] = useState(false)
  return {
    error,
    isSending,
    async run(change) {
      setIsSending(true)
      setError(undefined)
      try {
        await change()
        await client.invalidateQueries()
        return true
      } catch (refused) {
        setError(refused)
        return false
      } finally {
        setIsSending(false)
      }
    },
  }
}
