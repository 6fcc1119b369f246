import type { Page, Schemas } from '../../shell/api/client.ts'

/** A row of the login log. The row of a login with a second factor contains its first step. */
export type LoginRow = Schemas['LoginLogEntry'] & { readonly firstStep?: Schemas['LoginLogEntry'] }

/**
 * Moves the first step of a login into the row of its second step, if both are on the page. The count stays that of the
 * entries.
 */
export function foldFirstSteps<P extends Page<Schemas['LoginLogEntry']>>(page: P): P & Page<LoginRow> {
  const firstSteps = new Map(
    page.list.filter(({ secondStep }) => secondStep === 'finished').map((entry) => [entry.loginKey, entry]),
  )
  const list = page.list.map((entry): LoginRow => {
    const firstStep = entry.secondStep === '' ? firstSteps.get(entry.loginKey) : undefined
    return firstStep && isSecondStep(entry) ? { ...entry, firstStep } : entry
  })
  const folded = new Set(list.flatMap(({ firstStep }) => firstStep?.id ?? []))
  return { ...page, list: list.filter(({ id }) => !folded.has(id)) }
}

/** Returns whether an entry is that of a login which succeeded with a second factor. */
export function isSecondStep({
  loginKey,
  reason,
}: Pick<Schemas['LoginLogEntry'], 'loginKey' | 'reason'>): boolean {
  return loginKey !== '' && reason === 'logged-in'
}
