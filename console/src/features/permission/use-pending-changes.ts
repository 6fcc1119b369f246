import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, type Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { failureOf } from '../../shell/page/request-id.tsx'
import { useConfirmEffects } from '../preview/confirm-effects.tsx'
import { permissionCalls } from './calls.ts'
import { changeOf, type PendingChange } from './pending-changes.ts'

/** What has happened to the last change that was applied. */
interface Outcome {
  readonly type: 'success' | 'error'
  readonly text: string
  /** Of a refused change. */
  readonly requestId?: string
  /** The change to undo. */
  readonly changed?: Schemas['ChangedRules']
}

/** The refusals of an undo by which somebody else has changed the policy. */
const CHANGED_MEANWHILE: readonly unknown[] = ['rule-unknown', 'role-unknown']

/** Collects changes of rules until they are applied in one request, which can be undone. */
export function usePendingChanges() {
  const { permission, problem } = useTexts()
  const client = useQueryClient()
  const confirmEffects = useConfirmEffects()
  const [changes, setChanges] = useState<readonly PendingChange[]>([])
  const [outcome, setOutcome] = useState<Outcome>()
  const [isSending, setIsSending] = useState(false)

  /** Runs work that sends a change. Until its end, no other changes are collected or sent. */
  async function run(work: () => Promise<Outcome | undefined>, describe = failureTextOf): Promise<void> {
    setIsSending(true)
    setOutcome(undefined)
    const result = await work().catch(
      (error): Outcome => ({
        type: 'error',
        text: describe(error),
        requestId: failureOf(error, problem).requestId,
      }),
    )
    await client.invalidateQueries()
    // After the rules are loaded, so that the cells do not show the old ones in between.
    if (result?.type === 'success') setChanges([])
    setOutcome(result)
    setIsSending(false)
  }

  function failureTextOf(error: unknown): string {
    return failureOf(error, problem).message
  }

  return {
    changes,
    outcome,
    isSending,

    set(next: readonly PendingChange[]): void {
      setOutcome(undefined)
      setChanges(next)
    },

    /** Applies the pending changes: after a confirmation if they open the administration, or if a loss was not shown before. */
    apply: ({ isPreviewed }: { readonly isPreviewed: boolean }) =>
      run(async () => {
        const change = changeOf(changes)
        if (!(await confirmEffects(change, { asksAboutLosses: !isPreviewed }))) return undefined
        const changed = await permissionCalls.changeRules(change)
        const count = changed.added.length + changed.removed.length
        return { type: 'success', text: permission.applied(count), ...(count > 0 ? { changed } : {}) }
      }),

    undo: ({ added, removed }: Schemas['ChangedRules']) =>
      run(
        async () => {
          const change = { add: removed, remove: added }
          if (!(await confirmEffects(change))) return outcome
          await permissionCalls.changeRules(change)
          return { type: 'success', text: permission.undone }
        },
        (error) => {
          const isChanged = error instanceof ApiError && CHANGED_MEANWHILE.includes(error.reason)
          return isChanged ? permission.cannotUndo(failureTextOf(error)) : failureTextOf(error)
        },
      ),

    dismiss: () => setOutcome(undefined),
  }
}
