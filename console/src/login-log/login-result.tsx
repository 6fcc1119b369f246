import type { LoginLogEntry } from '../api.ts'
import { useTexts } from '../language/language.tsx'
import { Mark } from '../page/mark.tsx'

export const SUCCEEDED = '2'
export const FAILED = '1'

/** Shows whether a login succeeded. */
export function ResultTag({ status }: { readonly status: string }) {
  const { loginLog } = useTexts()
  return status === SUCCEEDED ? (
    <Mark kind="good">{loginLog.succeeded}</Mark>
  ) : (
    <Mark kind="bad">{loginLog.failed}</Mark>
  )
}

/** Returns the text of a reason. A reason of a newer service has only the message of the service. */
export function reasonOf(
  { reason, msg }: Pick<LoginLogEntry, 'reason' | 'msg'>,
  reasons: Readonly<Record<string, string>>,
): string {
  return reasons[reason] ?? msg
}
